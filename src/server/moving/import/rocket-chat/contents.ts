import { encloseMarkdown } from '../../../../shared/rules/fences'
import { fileLabel } from '../../../../shared/rules/file-label'
import { firstText, textOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import { botAttachment } from '../markup/bot-attachment'
import { finishLines, labeledLink, literal, referenceLink } from '../markup/literal'
import { reference } from '../markup/references'
import { markdownOfText, withoutQuoteLinks } from './markdown'
import type { RocketChatNames } from './names'
import type { MessageItem } from './items'

/** Commands that a text must not begin with by chance. */
const command = /^(?=\/(?:me|poll|todo)(?!\S))/

/** The content of a message; '' if it has none. */
export function contentOf(item: MessageItem, names: RocketChatNames): string {
  if (item.isEncrypted) return '*[encrypted message]*'
  const body = markdownOfText(withoutQuoteLinks(item.text), names)
  const attached = item.attachments.map((each) => attachmentOf(each, names))
  const files = item.files.map(({ id, name }) => {
    const label = fileLabel(name || id)
    const target = reference('file', id, '#')
    return finishLines(names.hasFile(id) ? referenceLink(label, target) : `${label} (missing)`)
  })
  const quotes = attached.filter(({ isQuote }) => isQuote).map(({ text }) => text)
  const others = attached.filter(({ isQuote }) => !isQuote).map(({ text }) => text)
  const parts = [quotes.join('\n'), body.replace(command, '\u200b'), ...others, files.join('\n')]
  return parts.filter(Boolean).join('\n\n')
}

/** An attachment: a quoted message, the description of a file, or one of an integration. */
function attachmentOf(attachment: Row, names: RocketChatNames): { text: string; isQuote: boolean } {
  const convert = (text: string) => markdownOfText(text, names)
  const quoted = firstText(attachment, 'message_link')
  if (quoted) return { text: quote(attachment, quoted, names), isQuote: true }
  const isFile =
    textOf(attachment, 'type') === 'file' ||
    /^\/file-upload\//.test(textOf(attachment, 'title_link'))
  const text = isFile
    ? convert(textOf(attachment, 'description'))
    : botAttachment(attachment, convert)
  return { text, isQuote: false }
}

function quote(attachment: Row, url: string, names: RocketChatNames): string {
  const author = firstText(attachment, 'author_name')
  const user = names.user(author)
  const sender = user ? reference('silent', user.key, user.name) : literal(author)
  const id = /[?&]msg=([A-Za-z0-9]+)/.exec(url)?.[1]
  const said =
    id === undefined
      ? labeledLink('said', url)
      : referenceLink('said', reference('message', id, url))
  const text = markdownOfText(withoutQuoteLinks(textOf(attachment, 'text')), names)
  return `${finishLines(sender)} ${said}:\n${encloseMarkdown(text || '…', 'quote')}`
}
