import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'

/** An upload, for its owner. */
export const attachmentSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  path_id: Type.String({ description: 'Its address after `/user_uploads/`' }),
  size: Type.Integer({ description: 'In bytes' }),
  create_time: Type.Integer({ description: 'Unix time in seconds' }),
  messages: Type.Array(
    Type.Object({
      id: Type.Integer(),
      date_sent: Type.Integer({ description: 'Unix time in seconds' }),
    }),
    { description: 'Messages that link to it' },
  ),
})

export type AttachmentRecord = Static<typeof attachmentSchema>

export type AttachmentEvent = { type: 'attachment'; upload_space_used: number } & (
  | { op: 'add' | 'update'; attachment: AttachmentRecord }
  | { op: 'remove'; attachment: Pick<AttachmentRecord, 'id'> }
)

export const thumbnailFormatSchema = Type.Object({
  name: Type.String(),
  max_width: Type.Integer(),
  max_height: Type.Integer(),
  format: Type.String(),
  animated: Type.Boolean(),
})
