import { codeSpan, literal } from '../markup/literal'
import { decodeEntities, emoji, markdownOfAngled, plainOfAngled } from './angled'
import type { SlackNames } from './names'

/** A piece of a line: a mark, which may be markup or text, or Markdown with its first and last character. */
interface Atom {
  markdown: string
  first: string
  last: string
  mark?: string
}

const pieces =
  /`([^`\n]+)`|<([^<>\n]+)>|:([\p{L}\p{M}\p{N}_+'-]+(?:::skin-tone-\d)?):|(\*+|_+|~+)|&(lt|gt|amp);|[\p{L}\p{N}]+|[^]/gu

const closings: Record<string, string> = { '*': '**', '**': '**', _: '*', '~': '~~', '~~': '~~' }

const border = /[\s\p{P}\p{S}]/u

/**
 * One line of mrkdwn as Markdown, by a tokenizer: links and code first, then the pairs of `*`, `_` and `~` that stand
 * between borders, entities last. The work is linear in the length of the line.
 * Source: docs/protocol/import.md#mrkdwn-emphasis.
 */
export function markdownOfLine(line: string, names: SlackNames): string {
  const atoms = readAtoms(line, names)
  return join(atoms, closersOf(atoms), 0, atoms.length)
}

function readAtoms(line: string, names: SlackNames): Atom[] {
  return [...line.matchAll(pieces)].map((match) => {
    const [all, code, angled, emojiName, mark, entity] = match
    const atom = (markdown: string): Atom => ({
      ...{ markdown, first: all.slice(0, 1), last: all.slice(-1) },
    })
    if (code !== undefined) return atom(codeSpan(plainOfCode(code, names)))
    if (angled !== undefined) {
      const next = line.slice(match.index + all.length, match.index + all.length + 1)
      return atom(markdownOfAngled(angled, names, /[\p{L}\p{N}]/u.test(next)))
    }
    if (emojiName !== undefined) return atom(emoji(emojiName))
    if (mark !== undefined) return { ...atom(literal(mark)), mark }
    if (entity !== undefined) {
      const sign = decodeEntities(all)
      return { markdown: sign, first: sign, last: sign }
    }
    return { markdown: literal(all), ...endsOf(all) }
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
  start: number,
  end: number,
): string {
  let markdown = ''
  for (let index = start; index < end; index++) {
    const atom = atoms[index]
    if (!atom) continue
    const closing = atom.mark === undefined ? undefined : closings[atom.mark]
    const closer = closers.get(atom.mark ?? '')?.[index + 2] ?? -1
    if (closing === undefined || closer < 0 || closer >= end || !canOpen(atoms, index)) {
      markdown += atom.markdown
      continue
    }
    markdown += closing + join(atoms, closers, index + 1, closer) + closing
    index = closer
  }
  return markdown
}
