import {
  dateOf,
  firstText,
  isTrue,
  numberOf,
  rowOf,
  rowsOf,
  scalarOf,
  textOf,
} from '../archive/fields'
import type { Row } from '../archive/fields'
import { finishLines, joinedLines, labeledLink, literal } from '../markup/literal'
import { decodeEntities } from './angled'
import { markdownOfControls } from './block-controls'
import { markdownOfBlocks } from './blocks'
import { markdownOfMrkdwn } from './mrkdwn'
import type { SlackNames, Tell } from './names'
import { markdownOfPlain } from './text-objects'

/**
 * The attachments of a message, which bots and shared messages have. Previews of links that the text has are left out,
 * since they are made anew.
 * @param tell receives the reasons why parts are changed or left out
 * Source: docs/protocol/import.md#mrkdwn-attachments.
 */
export function markdownOfAttachments(message: Row, names: SlackNames, tell: Tell): string {
  const text = textOf(message, 'text')
  const parts = rowsOf(message, 'attachments')
    .filter((attachment) => !isPreview(attachment, text))
    .map((attachment) => markdownOfAttachment(attachment, names, tell))
  return parts.filter((part) => part !== '').join('\n\n')
}

/** Whether a text is only the fallback for clients that cannot show attachments. */
export function isFallback(message: Row): boolean {
  const text = textOf(message, 'text')
  return rowsOf(message, 'attachments').some((each) => textOf(each, 'fallback') === text)
}

function isPreview(attachment: Row, text: string): boolean {
  const url = firstText(attachment, 'from_url', 'original_url', 'title_link')
  const isUnfurl =
    isTrue(attachment, 'is_msg_unfurl') ||
    firstText(attachment, 'from_url', 'original_url', 'service_name') !== ''
  return isUnfurl && url !== '' && decodeEntities(text).includes(decodeEntities(url))
}

function markdownOfAttachment(attachment: Row, names: SlackNames, tell: Tell): string {
  const mrkdwn = (field: string) => markdownOfMrkdwn(textOf(attachment, field), names)
  const linked = (field: string, url: string) => {
    const label = decodeEntities(textOf(attachment, field))
    if (!label) return ''
    return finishLines(labeledLink(literal(label), decodeEntities(textOf(attachment, url))))
  }
  const title = linked('title', 'title_link')
  const image = firstText(attachment, 'image_url', 'thumb_url')
  const parts = [
    mrkdwn('pretext'),
    linked('author_name', 'author_link'),
    title && `**${title}**`,
    mrkdwn('text'),
    fieldsOf(attachment, names),
    markdownOfBlocks(blocksOf(attachment), names, tell),
    markdownOfControls(rowsOf(attachment, 'actions'), { names, tell }),
    image && labeledLink('image', decodeEntities(image)),
    footerOf(attachment, names),
  ]
  return parts.filter(Boolean).join('\n\n') || mrkdwn('fallback')
}

/** The blocks of an attachment; those of a shared message are within it. */
function blocksOf(attachment: Row): Row[] {
  const blocks = rowsOf(attachment, 'blocks')
  if (blocks.length > 0 || textOf(attachment, 'text') !== '') return blocks
  return rowsOf(attachment, 'message_blocks').flatMap((each) =>
    rowsOf(rowOf(each, 'message'), 'blocks'),
  )
}

function fieldsOf(attachment: Row, names: SlackNames): string {
  return rowsOf(attachment, 'fields')
    .map((field) => {
      const title = joinedLines(markdownOfPlain(textOf(field, 'title')))
      const value = markdownOfMrkdwn(scalarOf(field, 'value'), names)
      return [title && `**${title}**:`, value].filter(Boolean).join(' ')
    })
    .filter((field) => field !== '')
    .join('\n')
}

function footerOf(attachment: Row, names: SlackNames): string {
  const date = dateOf(numberOf(attachment, 'ts'), 's')
  const time = date ? `<time:${date.toISOString().slice(0, 19)}Z>` : ''
  return [markdownOfMrkdwn(textOf(attachment, 'footer'), names), time].filter(Boolean).join(' | ')
}
