import { encloseMarkdown } from '../../../../shared/rules/fences'
import { finishLines, guardLineStart } from '../markup/literal'
import { emphasize } from './emphasis'
import { isBlock, Masked, splitAtBlocks } from './masked'
import type { DiscordNames, MentionedUser } from './names'
import { splitQuotes } from './quotes'
import { maskTokens } from './tokens'
import type { Conversion } from './tokens'

/**
 * Discord's markup as Markdown of Parley, with references to users, roles, streams and messages. Mentions, channels and emoji
 * are known by their ids and by the names that DiscordChatExporter writes in the place of these.
 * Source: docs/protocol/import.md#discord-markup.
 */
export function markdownOfText(
  text: string,
  names: DiscordNames,
  mentions: readonly MentionedUser[] = [],
): string {
  const parts = splitQuotes(text.replace(/\r\n?/g, '\n')).map(({ isQuote, content }) => {
    const markdown = convert(content, names, mentions)
    return isQuote ? quote(markdown) : markdown
  })
  return finishLines(parts.filter((part) => part !== '').join('\n\n')).trim()
}

function quote(markdown: string): string {
  if (markdown === '') return ''
  if (markdown.includes('```')) return encloseMarkdown(markdown, 'quote')
  return markdown
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}

/** A text without quotes. */
function convert(text: string, names: DiscordNames, mentions: readonly MentionedUser[]): string {
  const masked = new Masked()
  const conversion: Conversion = {
    ...{ names, mentions, masked },
    // The label of a link has no links.
    convertLabel: (label) =>
      emphasize(maskTokens(label, { ...conversion, convertLabel: plainLabel })),
  }
  const parts = splitSpoilers(maskTokens(text, conversion)).map(({ isSpoiler, content }) => {
    const markdown = blocks(masked.restore(arrange(emphasize(content))))
    return isSpoiler ? encloseMarkdown(masked.restore(markdown), 'spoiler') : markdown
  })
  return parts.filter((part) => part !== '').join('\n')
}

const plainLabel = (label: string) => label

function blocks(markdown: string): string {
  return markdown.replace(/^\n+/, '').trimEnd()
}

interface SpoilerPart {
  isSpoiler: boolean
  content: string
}

/** Texts and spoilers by turns. Marks around a whole spoiler are left out, since a spoiler is a block here. */
function splitSpoilers(text: string): SpoilerPart[] {
  const pieces = text.split('||')
  if (pieces.length % 2 === 0) {
    const rest = pieces.pop() ?? ''
    pieces.push(`${pieces.pop() ?? ''}||${rest}`)
  }
  const parts: SpoilerPart[] = []
  for (const [index, content] of pieces.entries()) {
    const isSpoiler = index % 2 === 1
    if (isSpoiler && content.trim() !== '') parts.push({ isSpoiler, content })
    else {
      const typed = isSpoiler ? `||${content}||` : content
      const last = parts.at(-1)
      if (last && !last.isSpoiler) last.content += typed
      else parts.push({ isSpoiler: false, content: typed })
    }
  }
  for (let index = 1; index + 1 < parts.length; index++) {
    const [before, after] = [parts[index - 1], parts[index + 1]]
    const mark = /(?:\*{1,3}|_{1,3}|~~)$/.exec(before?.content ?? '')?.[0]
    if (!before || !after || !parts[index]?.isSpoiler || mark === undefined) continue
    if (!after.content.startsWith(mark)) continue
    before.content = before.content.slice(0, -mark.length)
    after.content = after.content.slice(mark.length)
  }
  return parts
}

/** A line, and the block that it belongs to. */
interface Line {
  kind: 'list' | 'text' | 'block'
  markdown: string
}

/** The lines of a text with their blocks apart. */
function arrange(text: string): string {
  const lines: Line[] = []
  let depth = -1
  for (const line of text.split('\n')) {
    const parts = splitAtBlocks(line)
    for (const [index, part] of parts.entries()) {
      if (isBlock(part)) lines.push({ kind: 'block', markdown: part })
      else if (parts.length === 1 || part.trim() !== '') {
        const item = index === 0 ? itemOf(part, depth) : undefined
        depth = item?.depth ?? -1
        lines.push(item ? { kind: 'list', markdown: item.markdown } : textLine(part))
      }
    }
  }
  return joinLines(lines)
}

/** An item of a list, at most one level below the one before it. */
function itemOf(line: string, above: number): { markdown: string; depth: number } | undefined {
  const [, blanks = '', mark, content = ''] =
    /^([ \t]*)([-\u0003]|\d{1,9}\.) +(\S.*)$/s.exec(line) ?? []
  if (mark === undefined) return undefined
  const depth = Math.min(Math.ceil(blanks.length / 2), above + 1, mostDepth)
  return { markdown: `${'  '.repeat(depth)}${mark === '\u0003' ? '*' : mark} ${content}`, depth }
}

const mostDepth = 8

function textLine(line: string): Line {
  const small = /^-# +(\S.*)$/s.exec(line)?.[1]
  if (small !== undefined) return { kind: 'text', markdown: guardBlock(small) }
  const heading = /^#{1,3} +\S/.test(line)
  return { kind: 'text', markdown: heading ? line : guardBlock(line) }
}

/** A line that begins a block in Parley's Markdown and none in Discord's. */
function guardBlock(line: string): string {
  const isRule = /^ {0,3}([-_\u0003*])(?:[ \t]*\1){2,}[ \t]*$/.test(line)
  const isTable = line.includes('-') && line.includes('|') && /^[\s|:-]+$/.test(line)
  const isQuote = /^ {0,3}>/.test(line)
  return isRule || isTable || isQuote ? `\u200b${line}` : guardLineStart(line)
}

/** A list would go on in the line below it without a blank line. */
function joinLines(lines: readonly Line[]): string {
  return lines
    .map(({ kind, markdown }, index) => {
      const above = lines[index - 1]
      const isApart = above?.kind === 'list' && kind !== 'list'
      return isApart && markdown !== '' && above.markdown !== '' ? `\n${markdown}` : markdown
    })
    .join('\n')
}
