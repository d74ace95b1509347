import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import type { StatusParts } from '../server/data/users/statuses'
import { unixSeconds } from './time'
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

export function presentUserStatus(status: StatusParts): UserStatusRecord {
  const { status_text, emoji_name, emoji_code, reaction_type, ends_at } = status
  return {
    ...(status_text === '' ? {} : { status_text }),
    ...(emoji_name === '' || reaction_type === '' ? {} : { emoji_name, emoji_code, reaction_type }),
    ...(ends_at ? { ends_at: unixSeconds(ends_at) } : {}),
  }
}

/** The changed parts of a status: '' for a removed part, null for a removed end. */
export interface UserStatusEvent extends Partial<Omit<StatusParts, 'ends_at'>> {
  type: 'user_status'
  user_id: number
  ends_at?: number | null
}

/**
 * @param changes '' for a removed part, null for a removed end.
 * Source: docs/protocol/events.md#user-status.
 */
export function userStatusChanged(
  userId: number,
  { ends_at, ...changes }: Partial<StatusParts>,
): UserStatusEvent {
  const end = ends_at === undefined ? {} : { ends_at: ends_at && unixSeconds(ends_at) }
  return { type: 'user_status', user_id: userId, ...changes, ...end }
}
