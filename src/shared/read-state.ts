import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'

const ids = Type.Array(Type.Integer(), { description: 'Ascending' })

/** The unread messages of a user, by conversation. Source: docs/protocol/register.md#unread. */
export const unreadMessagesSchema = Type.Object({
  count: Type.Integer(),
  pms: Type.Array(
    Type.Object({
      other_user_id: Type.Integer(),
      sender_id: Type.Integer({ description: 'The same, for older clients' }),
      unread_message_ids: ids,
    }),
  ),
  streams: Type.Array(
    Type.Object({
      stream_id: Type.Integer(),
      topic: Type.String(),
      unread_message_ids: ids,
      sender_ids: ids,
    }),
  ),
  huddles: Type.Array(
    Type.Object({
      user_ids_string: Type.String({ description: 'Ids of all participants, ascending' }),
      unread_message_ids: ids,
    }),
  ),
  mentions: ids,
  old_unreads_missing: Type.Boolean({ description: 'Only the newest ones are here' }),
})

export type UnreadMessages = Static<typeof unreadMessagesSchema>

/*
 * Events about message flags, for the clients of their user.
 * Source: docs/protocol/events.md#flags.
 */

/** The place of a message that was marked as unread. */
export type UnreadDetails =
  | { type: 'private'; user_ids: number[]; mentioned?: true }
  | { type: 'stream'; stream_id: number; topic: string; mentioned?: true }

/** The event of changed flags; older clients know `op` as `operation`. */
export interface FlagsEvent {
  type: 'update_message_flags'
  op: 'add' | 'remove'
  operation: 'add' | 'remove'
  flag: string
  messages: readonly number[]
  /** Whether all received messages are read. */
  all: boolean
  /** By message id; only of messages that are now unread. */
  message_details?: Readonly<Record<number, UnreadDetails>>
}
