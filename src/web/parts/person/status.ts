import type { State, UserStatus } from '../../data/records/state'

/** A user's status. Source: docs/protocol/register.md#user-status. */
export type Status = Required<Omit<UserStatus, 'ends_at'>> & Pick<UserStatus, 'ends_at'>

/** @param statuses the collection `user_status`, which omits users without a status */
export function statusOf(statuses: State['user_status'], userId: number): Status | undefined {
  const found = statuses[userId]
  if (!found) return undefined
  return {
    status_text: '',
    emoji_name: '',
    emoji_code: '',
    reaction_type: 'unicode_emoji',
    ...found,
  }
}
