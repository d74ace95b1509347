import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import type { ReactionType } from './rules/reaction-types'

/**
 * The status of a user; empty parts are left out.
 * Source: docs/protocol/register.md#user-status.
 */
export const userStatusSchema = Type.Partial(
  Type.Object({
    status_text: Type.String(),
    emoji_name: Type.String(),
    emoji_code: Type.String(),
    reaction_type: Type.Unsafe<ReactionType>(Type.String()),
    ends_at: Type.Integer({ description: 'Unix time at which the server clears it; Parley alone' }),
  }),
)

export type UserStatusRecord = Static<typeof userStatusSchema>

/** The changed parts of a status: '' for a removed part, null for a removed end. */
export interface UserStatusEvent {
  type: 'user_status'
  user_id: number
  status_text?: string
  emoji_name?: string
  emoji_code?: string
  reaction_type?: ReactionType | ''
  ends_at?: number | null
}
