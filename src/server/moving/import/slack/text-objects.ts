import { firstText, rowOf, textOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import { finishLines, guardLineStart, labeledLink, literal } from '../markup/literal'
import { reference } from '../markup/references'
import { decodeEntities, emoji } from './angled'
import { markdownOfMrkdwn } from './mrkdwn'
import type { SlackNames, Tell } from './names'
import { markdownOfRichText } from './rich-text'

/** The names for references, and the receiver of remarks. */
export interface Reader {
  names: SlackNames
  tell: Tell
}

/**
 * The text in a field of a block as Markdown: an object with mrkdwn, plain text or rich text, or a string.
 * Source: docs/protocol/import.md#slack-blocks.
 */
export function textAt(block: Row, field: string, reader: Reader): string {
  const value = block[field]
  return typeof value === 'string'
    ? markdownOfPlain(textOf(block, field))
    : markdownOfObject(rowOf(block, field), reader)
}

export function markdownOfObject(object: Row, { names, tell }: Reader): string {
  switch (textOf(object, 'type')) {
    case 'mrkdwn':
      return markdownOfMrkdwn(textOf(object, 'text'), names)
    case 'rich_text':
      return markdownOfRichText(object, names, tell)
    default:
      return markdownOfPlain(textOf(object, 'text'))
  }
}

const emojiPattern = /:([\p{L}\p{M}\p{N}_+'-]+(?:::skin-tone-\d(?:-\d)?)?):/gu

/** Text without markup but emoji, as Markdown that shows it as it is. */
export function markdownOfPlain(text: string): string {
  const lines = text.split('\n').map((line) => {
    const [start = '', ...rest] = line.split(emojiPattern)
    const parts = rest.map((part, index) => (index % 2 === 0 ? emoji(part) : plain(part)))
    return guardLineStart([plain(start), ...parts].join(''))
  })
  return finishLines(lines.join('\n')).replace(/^\n+/, '').trimEnd()
}

function plain(text: string): string {
  return literal(decodeEntities(text))
}

/** The text in a field on one line without markup, for a label. */
export function labelAt(block: Row, field: string): string {
  const text = textOf(block, field) || textOf(rowOf(block, field), 'text')
  return markdownOfPlain(text.replace(/\s+/g, ' '))
}

/** An image of a block as a link: to the file if the archive has it, or to its address. */
export function markdownOfImage(image: Row): string {
  const label = labelAt(image, 'title') || labelAt(image, 'alt_text') || 'image'
  const file = rowOf(image, 'slack_file')
  const url = firstText(image, 'image_url') || firstText(file, 'url')
  const id = firstText(file, 'id')
  if (id !== '') return url ? linkToFile(label, id, url) : linkToFile(label, id, '#')
  return url ? labeledLink(label, decodeEntities(url)) : label
}

function linkToFile(label: string, id: string, otherwise: string): string {
  return `[${label}](${reference('file', id, otherwise)})`
}
