import { codeBlock } from '../message/fences'
import { link } from '../message/inline'

const CODE_BLOCK = /\n?```([\s\S]*?)```\n?/g
const CODE_SPAN = /`[^`\n]+`/g
/** Links, mentions and dates; literal angle brackets arrive as entities. */
const ANGLED = /<([^<>\n]+)>/g
const BARE_URL = /\bhttps?:\/\/[^\s<>|*\uE000]+/g

/** A pair of marks around text without blanks at its ends, not inside a word. */
const BOLD = /(?<![\p{L}\p{N}_*])\*(?=\S)([^*\n]+)(?<=\S)\*(?![\p{L}\p{N}_*])/gu
const ITALIC = /(?<![\p{L}\p{N}_])_(?=\S)([^_\n]+)(?<=\S)_(?![\p{L}\p{N}_])/gu
const STRUCK = /(?<![\p{L}\p{N}~])~(?=\S)([^~\n]+)(?<=\S)~(?![\p{L}\p{N}~])/gu

/**
 * The markup of Slack as Markdown: `*bold*`, `_italic_`, `~struck~`,
 * `<https://example.com|label>`, mentions, and code, which stays as it is.
 */
export function markdownOfMrkdwn(text: string): string {
  // Finished pieces wait behind private-use characters, so that no later step
  // takes an underscore of a URL for emphasis, while emphasis may span them.
  const pieces: string[] = []
  const hold = (markdown: string) => `\uE000${pieces.push(markdown) - 1}\uE001`
  const restore = (held: string) =>
    held.replace(/\uE000(\d+)\uE001/g, (mark, index: string) => pieces[Number(index)] ?? mark)

  const plain = text
    .replace(CODE_BLOCK, (_, code: string) => hold(`\n${codeBlock(unescaped(trimLines(code)))}\n`))
    .replace(CODE_SPAN, (code) => hold(unescaped(code)))
    .replace(ANGLED, (_, inner: string) => hold(markdownOfAngled(restore(inner))))
    .replace(BARE_URL, (url) => hold(unescaped(url)))
    .replace(BOLD, '**$1**')
    .replace(ITALIC, '*$1*')
    .replace(STRUCK, '~~$1~~')
  return restore(unescaped(plain)).trim()
}

/** Markdown for what stands between `<` and `>`: a target, and perhaps its label after a bar. */
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

/** `here`, `channel` and `everyone` call all readers, as their sender meant. */
export function broadcast(range: string): string {
  return ['here', 'channel', 'everyone'].includes(range) ? '@**all**' : `@${range}`
}

/** The three entities that Slack asks senders to write. */
export function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

function trimLines(code: string): string {
  return code.replace(/^\r?\n/, '').trimEnd()
}
