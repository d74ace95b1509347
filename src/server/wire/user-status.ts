import type { UserStatusEvent, UserStatusRecord } from '../../shared/user-status'
import type { StatusParts } from '../data/users/statuses'
import { unixSeconds } from './time'

export function presentUserStatus(status: StatusParts): UserStatusRecord {
  const { status_text, emoji_name, emoji_code, reaction_type, ends_at } = status
  return {
    ...(status_text === '' ? {} : { status_text }),
    ...(emoji_name === '' || reaction_type === '' ? {} : { emoji_name, emoji_code, reaction_type }),
    ...(ends_at ? { ends_at: unixSeconds(ends_at) } : {}),
  }
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
