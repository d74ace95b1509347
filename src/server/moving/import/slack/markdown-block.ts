import { readFence } from '../../../../shared/rules/fences'
import { finishLines, literal } from '../markup/literal'
import { emoji, markdownOfAngled } from './angled'
import type { SlackNames } from './names'

/** Code and links are left alone. */
const pieces =
  /`+(?:[^`\n]+`+)?|\]\([^()\s]*\)|https?:\/\/[^\s<>]+|\\([!-/:-@[-`{-~])|<([@#!][^<>\n]+|https?:[^<>\n]+)>|:([\p{L}\p{N}_+-]+):|(?<![\p{L}\p{N}_])(__?)(?=[^\s_])([^_\n]*[^\s_])\4(?![\p{L}\p{N}_])/gu

/**
 * Markdown as Slack's apps write it, as Parley's: `_i_` and `__b__` get asterisks, what a backslash escapes becomes text, and
 * mentions become references.
 * Source: docs/protocol/import.md#slack-blocks.
 */
export function markdownOfMarkdownBlock(text: string, names: SlackNames): string {
  let open: string | undefined
  const lines = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => {
      const content = line.trim()
      if (open !== undefined) {
        if (content === open) open = undefined
        return line
      }
      open = readFence(content)?.markup
      return open === undefined ? markdownOfLine(line, names) : line
    })
  return finishLines(lines.join('\n')).trim()
}

function markdownOfLine(line: string, names: SlackNames): string {
  return line.replace(pieces, (...match: (string | undefined)[]) => {
    const [all = '', escaped, angled, emojiName, underscores, emphasized] = match
    if (escaped !== undefined) return literal(escaped)
    if (angled !== undefined) return markdownOfAngled(angled, names, { before: '', after: '' })
    if (emojiName !== undefined) return emoji(emojiName)
    if (emphasized === undefined) return all
    const mark = underscores === '__' ? '**' : '*'
    return mark + markdownOfLine(emphasized, names) + mark
  })
}
