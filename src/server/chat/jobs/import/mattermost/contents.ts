import { basename } from 'node:path'
import { firstText, rowsOf, scalarOf, textOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import { finishLines, joinedLines, labelledLink, literal, referenceLink } from '../markup/literal'
import { reference } from '../markup/references'
import { markdownOfPost } from './markdown'
import type { MattermostNames } from './markdown'
import type { PostItem } from './posts'

/** The content of a post; '' if it has none. @param hasFile whether the archive has the file of a path */
export function contentOf(
  { text, team, isMe, files, attachments }: PostItem,
  names: MattermostNames,
  hasFile: (path: string) => boolean,
): string {
  const body = markdownOfPost(text, team, names)
  const links = files.map((path) => {
    const name = literal(basename(path))
    const target = reference('file', path, '#')
    return finishLines(hasFile(path) ? referenceLink(name, target) : `${name} (missing)`)
  })
  const parts = [
    isMe ? `/me ${joinedLines(body)}` : body.replace(command, '\u200b'),
    ...attachments.map((each) => attachmentOf(each, (value) => markdownOfPost(value, team, names))),
    links.join('\n'),
  ]
  return parts.filter(Boolean).join('\n\n')
}

/** Commands that a text must not begin with by chance. */
const command = /^(?=\/(?:me|poll|todo)(?!\S))/

/** An attachment of a bot, in Slack's form with Markdown in it. */
function attachmentOf(attachment: Row, convert: (text: string) => string): string {
  const linked = (field: string, url: string) => {
    const label = textOf(attachment, field)
    return label && finishLines(labelledLink(literal(label), textOf(attachment, url)))
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
    image && labelledLink('image', image),
    convert(textOf(attachment, 'footer')),
  ]
  return parts.filter(Boolean).join('\n\n') || convert(textOf(attachment, 'fallback'))
}
