import { showEmoji } from './emoji'
import { parseServerHtml } from './parse'

const maxCharacters = 200

/** First line of a message as plain text; the hidden part of a spoiler stays hidden. Empty for a message without text. */
export function firstLineOf(html: string): string {
  const content = parseServerHtml(html)
  showEmoji(content)
  for (const hidden of content.querySelectorAll('.spoiler-content')) hidden.remove()
  for (const lineBreak of content.querySelectorAll('br')) lineBreak.replaceWith('\n')
  for (const { textContent } of content.children) {
    const [line = ''] = textContent.trim().split('\n')
    if (line !== '') return line.slice(0, maxCharacters)
  }
  return ''
}
