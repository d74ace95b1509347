import { encloseMarkdown } from '../../../../shared/rules/fences'
import { fileLabel } from '../../../../shared/rules/file-label'
import { rowsOf, textOf } from '../archive/fields'
import { codeSpan, finishLines, labeledLink, literal, referenceLink } from '../markup/literal'
import { reference } from '../markup/references'
import { markdownOfEmbed, isPreview, picturesOf } from './embeds'
import { fileOfAttachment, fileOfPicture, fileOfSticker } from './files'
import type { Attachment, Body, MessageItem } from './items'
import { markdownOfText } from './markdown'
import type { Media } from './media'
import type { DiscordNames } from './names'
import { plainOfText } from './plain'

/** Sources of contents. */
export interface ContentSources {
  names: DiscordNames
  media: Media
  /** The first message of a thread that the archive has, and whether its root is in the channel. */
  thread: (id: string) => { name: string; firstKey: string; hasRoot: boolean } | undefined
}

/** Commands that a text must not begin with by chance. */
const command = /^(?=\/(?:me|poll|todo)(?!\S))/

/** The content of a message; '' if it has none. @param tell receives names of files that the archive lacks */
export function contentOf(
  item: MessageItem,
  sources: ContentSources,
  tell: (file: string) => void,
): string {
  switch (item.kind) {
    case 'call':
      return `/me started a call${item.minutes === undefined ? '' : ` of ${item.minutes} min`}`
    case 'thread':
      return threadLine(item, sources)
    case 'poll result':
      return pollLine(item)
    case 'message':
      return messageOf(item, sources, tell)
  }
}

function messageOf(
  item: MessageItem,
  sources: ContentSources,
  tell: (file: string) => void,
): string {
  const used = item.command && commandLine(item.command, sources)
  const forwarded = item.forwarded && forwardOf(item, item.forwarded, sources, tell)
  const links = item.links.map(({ label, url }) => finishLines(labeledLink(literal(label), url)))
  const body = bodyOf(item, item, sources, tell)
  const parts = [used, body.replace(command, '\u200b'), forwarded, links.join(' ')]
  return parts.filter(Boolean).join('\n\n')
}

/** The text of a message or a forwarded one with its stickers, embeds and files. */
function bodyOf(
  body: Body,
  item: MessageItem,
  sources: ContentSources,
  tell: (file: string) => void,
): string {
  const { names, media } = sources
  const convert = (text: string) => markdownOfText(text, names, item.mentions)
  // The numbers of pictures go on from those of the message itself.
  let number = body === item ? 0 : numberOfPictures(item, item)
  const embeds = body.embeds
    .filter((embed) => !isPreview(embed, body, item))
    .map((embed) => {
      const pictures = picturesOf(embed).map(({ url, address }) => {
        const file = fileOfPicture(item, number++, url, media)
        if (file) return referenceLink('picture', reference('file', file.key, address))
        return /^https?:/.test(address) ? labeledLink('picture', address) : ''
      })
      return [markdownOfEmbed(embed, convert), pictures.filter(Boolean).join('\n')]
        .filter(Boolean)
        .join('\n\n')
    })
  const stickers = body.stickers.map((sticker) => {
    const file = fileOfSticker(item, sticker, media)
    const label = fileLabel(`Sticker: ${sticker.name}`)
    return file ? referenceLink(label, reference('file', file.key, '#')) : `*${label}*`
  })
  const files = body.attachments.map((each) => fileLine(each, item, media, tell))
  return [convert(body.text), ...embeds, ...[stickers, files].map((lines) => lines.join('\n'))]
    .filter((each) => each !== '')
    .join('\n\n')
}

function numberOfPictures(body: Body, item: MessageItem): number {
  return body.embeds.filter((embed) => !isPreview(embed, body, item)).flatMap(picturesOf).length
}

const hidden = /^SPOILER_/

function fileLine(
  attachment: Attachment,
  item: MessageItem,
  media: Media,
  tell: (file: string) => void,
): string {
  const { name, url } = attachment
  const label = fileLabel(name.replace(hidden, '') || name)
  const file = fileOfAttachment(item, attachment, media)
  if (!file) tell(name)
  const line = file
    ? referenceLink(label, reference('file', file.key, '#'))
    : /^https?:/.test(url)
      ? labeledLink(label, url)
      : `${label} (missing)`
  return hidden.test(name) ? encloseMarkdown(line, 'spoiler') : line
}

function commandLine(
  { name, userKey }: NonNullable<MessageItem['command']>,
  { names }: ContentSources,
): string {
  const user = reference('silent', userKey, names.user(userKey)?.name ?? userKey)
  return `${user} used ${codeSpan(`/${name}`)}`
}

function forwardOf(
  item: MessageItem,
  forwarded: Body,
  sources: ContentSources,
  tell: (file: string) => void,
): string {
  const body = bodyOf(forwarded, item, sources, tell) || '…'
  const link = item.reference?.messageId ? linkTo(item.reference, 'message') : 'message'
  return `*Forwarded ${link}:*\n${encloseMarkdown(body, 'quote')}`
}

/** A link to a message of the archive, or to Discord. */
export function linkTo(
  { guildId, channelId, messageId }: NonNullable<MessageItem['reference']>,
  label: string,
): string {
  const address = `https://discord.com/channels/${guildId || '@me'}/${channelId}/${messageId}`
  return referenceLink(label, reference('message', messageId, address.replace(/[^\w:/@.-]/g, '')))
}

/** The line of a thread without a root; a root has a line of its own. */
function threadLine({ reference: target }: MessageItem, { thread }: ContentSources): string {
  const found = thread(target?.channelId ?? '')
  if (!found || found.hasRoot) return ''
  const link = referenceLink(literal(found.name), reference('message', found.firstKey, '#'))
  return finishLines(`*Thread: ${link}*`)
}

function pollLine({ embeds }: MessageItem): string {
  const fields = new Map(
    embeds
      .flatMap((embed) => rowsOf(embed, 'fields'))
      .map((each) => [textOf(each, 'name'), textOf(each, 'value')] as const),
  )
  const question = fields.get('poll_question_text')
  if (!question) return ''
  const answer = fields.get('victor_answer_text')
  const votes = `${fields.get('victor_answer_votes') ?? '0'} of ${fields.get('total_votes') ?? '0'} votes`
  const result = answer ? `: ${answer} (${votes})` : ''
  return finishLines(literal(`The poll “${question}” has ended${result}`))
}

/** The words of a message, for topics and quotes. */
export function wordsOf(item: MessageItem, names: DiscordNames): string {
  const { attachments, stickers, embeds, forwarded } = item
  return (
    plainOfText(item.text, names, item.mentions) ||
    (forwarded && plainOfText(forwarded.text, names, item.mentions)) ||
    [...attachments, ...stickers][0]?.name ||
    embeds
      .flatMap((each) => [textOf(each, 'title'), textOf(each, 'description')])
      .find((each) => each !== '') ||
    ''
  )
}
