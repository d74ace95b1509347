import { InlineText } from '../markup/inline-text'
import { codeSpan, literal } from '../markup/literal'
import { decodeEntities, emoji, markdownOfAngled, plainOfAngled } from './angled'
import type { SlackNames } from './names'

/** A piece of a line: text, or Markdown, with its first and last character. */
interface Atom {
  text?: string
  markdown?: string
  first: string
  last: string
  /** Set if the text may be a mark of emphasis. */
  mark?: string
}

const pieces =
  /`([^`\n]+)`|<([^<>\n]+)>|:([\p{L}\p{M}\p{N}_+'-]+(?:::skin-tone-\d(?:-\d)?)?):|(\*+|_+|~+)|&(lt|gt|amp);|[\p{L}\p{N}]+|[^]/gu

const closings: Record<string, string> = { '*': '**', '**': '**', _: '*', '~': '~~', '~~': '~~' }

const border = /[\s\p{P}\p{S}]/u

/** Characters behind a link that tell whether they would become a part of its address. */
const charactersBeside = 10

/**
 * One line of mrkdwn as Markdown, by a tokenizer: links and code first, then the pairs of `*`, `_` and `~` that stand
 * between borders, entities last. The work is linear in the length of the line.
 * Source: docs/protocol/import.md#mrkdwn-emphasis.
 */
export function markdownOfLine(line: string, names: SlackNames): string {
  const atoms = readAtoms(line, names)
  return join(atoms, closersOf(atoms), { start: 0, end: atoms.length, isEmphasized: false })
}

function readAtoms(line: string, names: SlackNames): Atom[] {
  return [...line.matchAll(pieces)].map((match) => {
    const [all, code, angled, emojiName, mark, entity] = match
    const ends = { first: all.slice(0, 1), last: all.slice(-1) }
    if (code !== undefined) return { ...ends, markdown: codeSpan(plainOfCode(code, names)) }
    if (angled !== undefined) {
      const end = match.index + all.length
      const beside = {
        before: line.slice(Math.max(0, match.index - 1), match.index),
        after: line.slice(end, end + charactersBeside),
      }
      return { ...ends, markdown: markdownOfAngled(angled, names, beside) }
    }
    if (emojiName !== undefined) return { ...ends, markdown: emoji(emojiName) }
    if (mark !== undefined) return { ...ends, text: mark, mark }
    const text = entity === undefined ? all : decodeEntities(all)
    return { text, ...endsOf(text) }
  })
}

/** The first and last character, as whole code points. */
function endsOf(text: string): { first: string; last: string } {
  const last = /[^]$/u.exec(text)?.[0] ?? ''
  return { first: String.fromCodePoint(text.codePointAt(0) ?? 0), last }
}

/** Code has no markup, but Slack links addresses in it. */
export function plainOfCode(code: string, names: SlackNames): string {
  return decodeEntities(
    code.replace(/<([^<>\n]+)>/g, (_angled, inside: string) => plainOfAngled(inside, names)),
  )
}

/** For each atom and mark, the index of the next atom that can close it. */
function closersOf(atoms: readonly Atom[]): Map<string, Int32Array> {
  const closers = new Map<string, Int32Array>()
  for (const mark of Object.keys(closings)) {
    if (!atoms.some((atom) => atom.mark === mark)) continue
    const next = new Int32Array(atoms.length + 1).fill(-1)
    for (let index = atoms.length - 1; index >= 0; index--) {
      next[index] = canClose(atoms, index, mark) ? index : (next[index + 1] ?? -1)
    }
    closers.set(mark, next)
  }
  return closers
}

function canOpen(atoms: readonly Atom[], index: number): boolean {
  const [before, after] = [atoms[index - 1], atoms[index + 1]]
  const isAfterBorder = !before || (border.test(before.last) && !/[@`\\]/.test(before.last))
  return isAfterBorder && after !== undefined && !/\s/.test(after.first)
}

function canClose(atoms: readonly Atom[], index: number, mark: string): boolean {
  if (atoms[index]?.mark !== mark) return false
  const [before, after] = [atoms[index - 1], atoms[index + 1]]
  return before !== undefined && !/\s/.test(before.last) && (!after || border.test(after.first))
}

/**
 * The Markdown of a range. A mark is closed by the nearest closer, so equal marks never nest, and the depth is that of
 * the five kinds of marks.
 */
function join(
  atoms: readonly Atom[],
  closers: ReadonlyMap<string, Int32Array>,
  { start, end, isEmphasized }: { start: number; end: number; isEmphasized: boolean },
): string {
  const markdown = new InlineText(isEmphasized)
  // Collected, since a sign may be markup together with its neighbor.
  let text = ''
  const append = (piece: string) => {
    markdown.append(literal(text, true))
    markdown.append(piece)
    text = ''
  }
  for (let index = start; index < end; index++) {
    const atom = atoms[index]
    if (!atom) continue
    const closing = atom.mark === undefined ? undefined : closings[atom.mark]
    const closer = closers.get(atom.mark ?? '')?.[index + 2] ?? -1
    if (closing === undefined || closer < 0 || closer >= end || !canOpen(atoms, index)) {
      if (atom.markdown === undefined) text += atom.text ?? ''
      else append(atom.markdown)
      continue
    }
    const inner = join(atoms, closers, { start: index + 1, end: closer, isEmphasized: true })
    append(closing + inner + closing)
    index = closer
  }
  markdown.append(literal(text, isEmphasized))
  return markdown.toString()
}
