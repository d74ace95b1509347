import type { ArchiveFile, FileRecord } from '../records'
import { isPreview, picturesOf } from './embeds'
import type { Attachment, MessageItem } from './items'
import type { Media } from './media'

/** A downloaded file of a message. */
interface FoundFile {
  key: string
  name: string
  file: ArchiveFile
}

/** The file of an attachment; undefined if it was not downloaded. A forwarded message shares ids with its copies. */
export function fileOfAttachment(
  { key, file }: MessageItem,
  { id, name, url }: Attachment,
  media: Media,
): FoundFile | undefined {
  const found = media.find(url, file)
  return found && { key: `${key}/${id || name}`, name, file: found }
}

/** The picture of a sticker, which all messages share; undefined for animations of a format that browsers do not show. */
export function fileOfSticker(
  { file }: MessageItem,
  { id, name, url, format }: MessageItem['stickers'][number],
  media: Media,
): FoundFile | undefined {
  const found = format === 'Lottie' || id === '' ? undefined : media.find(url, file)
  const ending = /\.\w{1,5}$/.exec(found?.path ?? '')?.[0] ?? ''
  return found && { key: `sticker/${id}`, name: name + ending, file: found }
}

/** A picture of an embed, by its number in the message. */
export function fileOfPicture(
  { key, file }: MessageItem,
  number: number,
  url: string,
  media: Media,
): FoundFile | undefined {
  const found = media.find(url, file)
  const name = found?.path.split('/').at(-1) ?? ''
  return found && { key: `${key}/embed/${number}`, name, file: found }
}

/** The downloaded files of a message. Source: docs/protocol/import.md#discord-media. */
export function* fileRecordsOf(item: MessageItem, media: Media): Generator<FileRecord> {
  const bodies = [item, ...(item.forwarded ? [item.forwarded] : [])]
  const found = bodies.flatMap((body) => [
    ...body.attachments.map((each) => fileOfAttachment(item, each, media)),
    ...body.stickers.map((each) => fileOfSticker(item, each, media)),
  ])
  const pictures = bodies.flatMap((body) =>
    body.embeds.filter((embed) => !isPreview(embed, body, item)).flatMap(picturesOf),
  )
  found.push(...pictures.map(({ url }, number) => fileOfPicture(item, number, url, media)))
  for (const each of found) {
    if (each) yield { kind: 'file', ...each, ownerKey: item.sender, createdAt: new Date(item.at) }
  }
}
