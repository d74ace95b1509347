import { codeBlock, quoteBlock } from '../message/fences'
import { codeSpan, link } from '../message/inline'
import { joinUntilFull } from '../message/length'
import { broadcast } from './mrkdwn'
import type { Element } from './schema'

const list = 'rich_text_list'
const maxListIndent = 8

/** The parts of a `rich_text` block, the format of Slack's editor, as Markdown. */
export function markdownOfRichText(parts: readonly Element[]): string {
  let markdown = ''
  let previous: Element | undefined
  for (const part of parts) {
    const next = markdownOfPart(part)
    if (!next) continue
    // A nested list is a separate part; do not separate it from the outer list by a blank line.
    const continuesList = part.type === list && previous?.type === list
    markdown += (markdown && (continuesList ? '\n' : '\n\n')) + next
    previous = part
  }
  return markdown
}

function markdownOfPart(part: Element): string {
  const elements = part.elements ?? []
  switch (part.type) {
    case list: {
      const indent = '  '.repeat(Math.max(0, Math.min(part.indent ?? 0, maxListIndent)))
      return joinUntilFull(elements, '\n', (item) => `${indent}* ${inlineMarkdown(item.elements)}`)
    }
    case 'rich_text_preformatted':
      return codeBlock(joinUntilFull(elements, '', plainText).trimEnd())
    case 'rich_text_quote':
      return quoteBlock(inlineMarkdown(elements))
    default:
      return inlineMarkdown(elements).trim()
  }
}

function inlineMarkdown(elements: readonly Element[] | null | undefined): string {
  return joinUntilFull(elements, '', markdownOfWord)
}

function markdownOfWord(word: Element): string {
  if (word.type === 'text') return styled(word)
  if (word.type === 'link') return link(plainText(word), word.url)
  if (word.type === 'broadcast') return broadcast(word.range ?? 'channel')
  return plainText(word)
}

function plainText(word: Element): string {
  switch (word.type) {
    case 'emoji':
      return word.name ? `:${word.name}:` : ''
    case 'user':
    case 'usergroup':
      return `@${word.user_id ?? word.usergroup_id ?? ''}`
    case 'channel':
      return `#${word.channel_id ?? ''}`
    case 'link':
      return typeof word.text === 'string' && word.text ? word.text : (word.url ?? '')
    default:
      return typeof word.text === 'string' ? word.text : (word.fallback ?? word.value ?? '')
  }
}

/** Applies styles. Blanks at the ends stay outside the marks, because marks must adjoin the text. */
function styled(word: Element): string {
  const text = plainText(word)
  const style = typeof word.style === 'object' ? (word.style ?? {}) : {}
  const inner = text.trim()
  if (!inner || inner.includes('\n')) return text

  let marked = style['code'] ? codeSpan(inner) : inner
  if (style['strike']) marked = `~~${marked}~~`
  if (style['italic']) marked = `*${marked}*`
  if (style['bold']) marked = `**${marked}**`
  return text.replace(inner, () => marked)
}
