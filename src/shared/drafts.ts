import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'

/*
 * Drafts of users, visible to their own clients only.
 * Sources: docs/protocol/drafts-and-schedule.md#draft-object,
 * docs/protocol/drafts-and-schedule.md#draft-events.
 */

const fields = {
  type: Type.Union([Type.Literal('stream'), Type.Literal('private'), Type.Literal('')]),
  to: Type.Array(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), {
    description: 'The id of one stream, ids of users, or nothing',
  }),
  topic: Type.String(),
  content: Type.String({ description: 'Markdown' }),
}

/** The last second of the year 9999. */
const latest = 253_402_300_799

/** A draft as sent by clients. */
export const writtenDraftSchema = Type.Object(
  {
    ...fields,
    timestamp: Type.Optional(
      Type.Number({ maximum: latest, description: 'Unix time in seconds; absent: now' }),
    ),
  },
  { additionalProperties: false },
)

export const draftSchema = Type.Object({
  id: Type.Integer(),
  ...fields,
  timestamp: Type.Integer({ description: 'When it was last edited, as Unix time in seconds' }),
})

export type WrittenDraft = Static<typeof writtenDraftSchema>
export type DraftRecord = Static<typeof draftSchema>

export type DraftEvent =
  | { type: 'drafts'; op: 'add'; drafts: readonly DraftRecord[] }
  | { type: 'drafts'; op: 'update'; draft: DraftRecord }
  | { type: 'drafts'; op: 'remove'; draft_id: number }
