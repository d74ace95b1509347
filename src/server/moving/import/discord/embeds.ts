import { rowOf, rowsOf, textOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import { botAttachment } from '../markup/bot-attachment'
import { labeledLink } from '../markup/literal'
import type { Body, MessageItem } from './items'

/**
 * Whether Discord made the embed from a link of the text. Only bots write embeds of their own; previews of links are made
 * anew here. Source: docs/protocol/import.md#discord-embeds.
 */
export function isPreview(embed: Row, { text }: Body, { isBot, forwarded }: MessageItem): boolean {
  if (!/https?:\/\//.test(text)) return false
  // Nothing tells whether the author of a forwarded message is a bot.
  if (!isBot && !forwarded) return true
  const url = textOf(embed, 'url')
  return url !== '' && text.includes(url) && !isWritten(embed)
}

/** Whether an embed has parts that previews of links seldom have. */
function isWritten(embed: Row): boolean {
  return rowsOf(embed, 'fields').length > 0 || textOf(rowOf(embed, 'footer'), 'text') !== ''
}

/** A picture of an embed; its address on the net is kept beside the path of a downloaded one. */
interface Picture {
  url: string
  address: string
}

export function picturesOf(embed: Row): Picture[] {
  const rows = [rowOf(embed, 'image'), ...rowsOf(embed, 'images'), rowOf(embed, 'thumbnail')]
  const pictures = new Map<string, Picture>()
  for (const row of rows) {
    const url = textOf(row, 'url')
    if (url) pictures.set(url, { url, address: textOf(row, 'canonicalUrl') || url })
  }
  return [...pictures.values()]
}

/**
 * The text of an embed without its pictures.
 * @param convert Discord's markup to Markdown
 */
export function markdownOfEmbed(embed: Row, convert: (text: string) => string): string {
  const [author, footer] = [rowOf(embed, 'author'), rowOf(embed, 'footer')]
  const video = textOf(rowOf(embed, 'video'), 'canonicalUrl')
  const moment = Date.parse(textOf(embed, 'timestamp'))
  const time = Number.isNaN(moment) ? '' : timeMark(moment / 1000)
  const text = botAttachment(
    {
      ...{ author_name: textOf(author, 'name'), author_link: textOf(author, 'url') },
      ...{ title: textOf(embed, 'title'), title_link: textOf(embed, 'url') },
      text: textOf(embed, 'description'),
      fields: rowsOf(embed, 'fields').map((each) => ({
        title: textOf(each, 'name'),
        value: textOf(each, 'value'),
      })),
    },
    convert,
  )
  const last = [convert(textOf(footer, 'text')), time].filter(Boolean).join(' | ')
  return [text, video && labeledLink('video', video), last].filter(Boolean).join('\n\n')
}

/** A time that each reader sees in their own zone; '' for one outside of the calendar. */
export function timeMark(seconds: number): string {
  const date = new Date(seconds * 1000)
  const isTime = seconds > 0 && Number.isFinite(date.getTime()) && date.getUTCFullYear() < 10_000
  return isTime ? `<time:${date.toISOString().slice(0, 19)}Z>` : ''
}
