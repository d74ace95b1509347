import type { Emoji } from '../../data/messages/reactions'

/** A user's status. Source: docs/protocol/register.md#user-status. */
export interface Status extends Emoji {
  status_text: string
}

/** @param statuses the collection `user_status`, which omits users without a status */
export function statusOf(statuses: unknown, userId: number): Status | undefined {
  const found = (statuses as Readonly<Record<string, Partial<Status>>> | undefined)?.[userId]
  if (!found) return undefined
  return {
    status_text: '',
    emoji_name: '',
    emoji_code: '',
    reaction_type: 'unicode_emoji',
    ...found,
  }
}
