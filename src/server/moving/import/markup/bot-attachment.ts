import { firstText, rowsOf, scalarOf, textOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import { finishLines, labeledLink, literal } from './literal'

/**
 * An attachment of a bot, in Slack's form.
 * @param convert the markup of the source to Markdown
 */
export function botAttachment(attachment: Row, convert: (text: string) => string): string {
  const linked = (field: string, url: string) => {
    const label = textOf(attachment, field)
    return label && finishLines(labeledLink(literal(label), textOf(attachment, url)))
  }
  const title = linked('title', 'title_link')
  const image = firstText(attachment, 'image_url', 'thumb_url')
  const fields = rowsOf(attachment, 'fields').map((field) => {
    const name = textOf(field, 'title')
    return [name && `**${name}**:`, convert(scalarOf(field, 'value'))].filter(Boolean).join(' ')
  })
  const parts = [
    convert(textOf(attachment, 'pretext')),
    linked('author_name', 'author_link'),
    title && `**${title}**`,
    convert(textOf(attachment, 'text')),
    fields.join('\n'),
    image && labeledLink('image', image),
    convert(textOf(attachment, 'footer')),
  ]
  return parts.filter(Boolean).join('\n\n') || convert(textOf(attachment, 'fallback'))
}
