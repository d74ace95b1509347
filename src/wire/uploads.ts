import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import type { UploadRow } from '../db/schema'
import type { PlainEvent } from './events'

type Addressed = Pick<UploadRow, 'realm_id' | 'path_key' | 'file_name'>

/** `1/<random>/name`: what all addresses of an upload end with. */
function pathOf({ realm_id, path_key, file_name }: Addressed): string {
  return `${realm_id}/${path_key}/${encodeURIComponent(file_name)}`
}

/**
 * Address of an upload, relative to the organisation's.
 * Source: docs/protocol/uploads.md#upload-answer.
 */
export function uploadUrl(upload: Addressed): string {
  return `/user_uploads/${pathOf(upload)}`
}

/** Address of a small form of a picture. Source: docs/protocol/uploads.md#thumbnails. */
export function thumbnailUrl(upload: Addressed, { name }: ThumbnailFormat): string {
  return `/user_uploads/thumbnail/${pathOf(upload)}/${name}`
}

/** Address that needs no credentials; for a minute. */
export function temporaryUploadUrl(token: string, upload: Addressed): string {
  return `/user_uploads/temporary/${token}/${encodeURIComponent(upload.file_name)}`
}

/** An upload as its owner sees it. Times are in milliseconds here, as clients know them. */
export const attachmentSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  path_id: Type.String({ description: 'Its address after `/user_uploads/`' }),
  size: Type.Integer({ description: 'In bytes' }),
  create_time: Type.Integer({ description: 'Unix time in milliseconds' }),
  messages: Type.Array(
    Type.Object({
      id: Type.Integer(),
      date_sent: Type.Integer({ description: 'Unix time in milliseconds' }),
    }),
    { description: 'Messages that link to it' },
  ),
})

export type AttachmentRecord = Static<typeof attachmentSchema>

export function presentAttachment(
  upload: UploadRow,
  messages: readonly { id: number; sent_ms: number }[] = [],
): AttachmentRecord {
  return {
    id: upload.id,
    name: upload.file_name,
    path_id: pathOf(upload),
    size: upload.bytes,
    create_time: upload.created_at.getTime(),
    messages: messages.map(({ id, sent_ms }) => ({ id, date_sent: sent_ms })),
  }
}

export function attachmentAdded(upload: UploadRow, spaceUsed: number): PlainEvent {
  return {
    type: 'attachment',
    op: 'add',
    attachment: presentAttachment(upload),
    upload_space_used: spaceUsed,
  }
}

/** The messages that link to a file have become others. */
export function attachmentChanged(attachment: AttachmentRecord, spaceUsed: number): PlainEvent {
  return { type: 'attachment', op: 'update', attachment, upload_space_used: spaceUsed }
}

export function attachmentRemoved(upload: UploadRow, spaceUsed: number): PlainEvent {
  return {
    type: 'attachment',
    op: 'remove',
    attachment: { id: upload.id },
    upload_space_used: spaceUsed,
  }
}

/** A size in which the server shows pictures, and what it is called in their addresses. */
export interface ThumbnailFormat {
  name: string
  width: number
  height: number
  isAnimated: boolean
}

/**
 * Forms of thumbnails, of which messages show the first.
 * Source: docs/protocol/uploads.md#thumbnail-formats.
 */
export const thumbnailFormats = [
  { name: '840x560.webp', width: 840, height: 560, isAnimated: false },
  { name: '840x560-anim.webp', width: 840, height: 560, isAnimated: true },
  { name: '300x200.webp', width: 300, height: 200, isAnimated: false },
] as const satisfies readonly ThumbnailFormat[]

export const shownThumbnail: ThumbnailFormat = thumbnailFormats[0]

export const thumbnailFormatSchema = Type.Object({
  name: Type.String(),
  max_width: Type.Integer(),
  max_height: Type.Integer(),
  format: Type.String(),
  animated: Type.Boolean(),
})

export function presentThumbnailFormats() {
  return thumbnailFormats.map(({ name, width, height, isAnimated }) => ({
    name,
    max_width: width,
    max_height: height,
    format: 'webp',
    animated: isAnimated,
  }))
}
