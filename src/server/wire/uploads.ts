import type { AttachmentEvent, AttachmentRecord } from '../../shared/uploads'
import type { UploadRow } from '../data/schema'
import { unixSeconds } from './time'

type Addressed = Pick<UploadRow, 'realm_id' | 'path_key' | 'file_name'>

/** `1/<random>/name`: the common end of all addresses of an upload. */
function pathOf({ realm_id, path_key, file_name }: Addressed): string {
  return `${realm_id}/${path_key}/${encodeURIComponent(file_name)}`
}

/**
 * Address of an upload, relative to that of the realm.
 * Source: docs/protocol/uploads.md#upload-answer.
 */
export function uploadUrl(upload: Addressed): string {
  return `/user_uploads/${pathOf(upload)}`
}

/** Address of a thumbnail. Source: docs/protocol/uploads.md#thumbnails. */
export function thumbnailUrl(upload: Addressed, { name }: ThumbnailFormat): string {
  return `/user_uploads/thumbnail/${pathOf(upload)}/${name}`
}

/** Address that needs no credentials; valid for a minute. */
export function temporaryUploadUrl(token: string, upload: Addressed): string {
  return `/user_uploads/temporary/${token}/${encodeURIComponent(upload.file_name)}`
}

export function presentAttachment(
  upload: UploadRow,
  messages: readonly { id: number; sent_at: number }[] = [],
): AttachmentRecord {
  return {
    id: upload.id,
    name: upload.file_name,
    path_id: pathOf(upload),
    size: upload.bytes,
    create_time: unixSeconds(upload.created_at),
    messages: messages.map(({ id, sent_at }) => ({ id, date_sent: sent_at })),
  }
}

export function attachmentAdded(upload: UploadRow, spaceUsed: number): AttachmentEvent {
  return {
    type: 'attachment',
    op: 'add',
    attachment: presentAttachment(upload),
    upload_space_used: spaceUsed,
  }
}

/** The event of a change in the messages that link an upload. */
export function attachmentChanged(
  attachment: AttachmentRecord,
  spaceUsed: number,
): AttachmentEvent {
  return { type: 'attachment', op: 'update', attachment, upload_space_used: spaceUsed }
}

export function attachmentRemoved(upload: UploadRow, spaceUsed: number): AttachmentEvent {
  return {
    type: 'attachment',
    op: 'remove',
    attachment: { id: upload.id },
    upload_space_used: spaceUsed,
  }
}

/** A format of thumbnails, and its name in their addresses. */
export interface ThumbnailFormat {
  name: string
  width: number
  height: number
  isAnimated: boolean
}

/**
 * Formats of thumbnails; messages show the first.
 * Source: docs/protocol/uploads.md#thumbnail-formats.
 */
export const thumbnailFormats = [
  { name: '840x560.webp', width: 840, height: 560, isAnimated: false },
  { name: '840x560-anim.webp', width: 840, height: 560, isAnimated: true },
  { name: '300x200.webp', width: 300, height: 200, isAnimated: false },
] as const satisfies readonly ThumbnailFormat[]

export const shownThumbnail: ThumbnailFormat = thumbnailFormats[0]

export function presentThumbnailFormats() {
  return thumbnailFormats.map(({ name, width, height, isAnimated }) => ({
    name,
    max_width: width,
    max_height: height,
    format: 'webp',
    animated: isAnimated,
  }))
}
