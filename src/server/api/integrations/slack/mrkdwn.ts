import { codeBlock } from '../message/fences'
import { link } from '../message/inline'
import { startOf } from '../message/length'

const codeBlockPattern = /\n?```([\s\S]*?)```\n?/g
const codeSpan = /`[^`\n]+`/g
/** Links, mentions and dates; literal angle brackets arrive as entities. */
const angledPattern = /<([^<>\n]+)>/g
const bareUrl = /\bhttps?:\/\/[^\s<>|*\uE000]+/g
/** Private-use characters around the number of a held piece. */
const placeMarks = /[\uE000\uE001]/g

/** A pair of marks around text, not inside a word; the text has no blanks at its ends. */
const boldPattern = /(?<![\p{L}\p{N}_*])\*(?=\S)([^*\n]+)(?<=\S)\*(?![\p{L}\p{N}_*])/gu
const italicPattern = /(?<![\p{L}\p{N}_])_(?=\S)([^_\n]+)(?<=\S)_(?![\p{L}\p{N}_])/gu
const struckPattern = /(?<![\p{L}\p{N}~])~(?=\S)([^~\n]+)(?<=\S)~(?![\p{L}\p{N}~])/gu

/**
 * Converts Slack's markup to Markdown: `*bold*`, `_italic_`, `~struck~`,
 * `<https://example.com|label>` and mentions. The content of code is not changed.
 */
export function markdownOfMrkdwn(text: string): string {
  // Converted pieces are replaced by numbered placeholders until the end, so that no later step
  // takes an underscore of a URL for emphasis, while emphasis may enclose pieces.
  const pieces: string[] = []
  const hold = (markdown: string) => `\uE000${pieces.push(markdown) - 1}\uE001`
  const restore = (held: string) =>
    held.replace(/\uE000(\d+)\uE001/g, (mark, index: string) => pieces[Number(index)] ?? mark)

  const plain = startOf(text)
    // Placeholders in the input could repeat pieces recursively and blow up the text.
    .replace(placeMarks, '')
    .replace(codeBlockPattern, (_, code: string) =>
      hold(`\n${codeBlock(unescaped(trimLines(code)))}\n`),
    )
    .replace(codeSpan, (code) => hold(unescaped(code)))
    .replace(angledPattern, (_, inner: string) => hold(markdownOfAngled(restore(inner))))
    .replace(bareUrl, (url) => hold(unescaped(url)))
    .replace(boldPattern, '**$1**')
    .replace(italicPattern, '*$1*')
    .replace(struckPattern, '~~$1~~')
  return restore(unescaped(plain)).trim()
}

/** Markdown for the text between `<` and `>`: a target, optionally with a label after `|`. */
function markdownOfAngled(inner: string): string {
  const bar = inner.indexOf('|')
  const target = unescaped(bar < 0 ? inner : inner.slice(0, bar))
  const label = bar < 0 ? '' : unescaped(inner.slice(bar + 1))
  switch (target[0]) {
    case '@':
    case '#':
      return label ? target[0] + label.replace(/^[@#]/, '') : target
    case '!':
      return label || broadcast(target.slice(1))
    default:
      if (!/^[a-z][a-z0-9+.-]*:/i.test(target)) return `<${unescaped(inner)}>`
      return link(label || target.replace(/^mailto:/, ''), target)
  }
}

/** `here`, `channel` and `everyone` become a wildcard mention, as the sender intended. */
export function broadcast(range: string): string {
  return ['here', 'channel', 'everyone'].includes(range) ? '@**all**' : `@${range}`
}

/** Decodes the three entities that Slack requires senders to encode. */
function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

function trimLines(code: string): string {
  return code.replace(/^\r?\n/, '').trimEnd()
}
