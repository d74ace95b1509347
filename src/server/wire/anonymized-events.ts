import { hiddenAddress } from '../data/users/placeholder-addresses'
import { unknownAvatar, unknownName } from './addresses'
import { avatarUrl } from './avatars'
import type { RealmEvent } from '../../shared/events'

/** Realm and mail domain used for the placeholder address. */
interface PlaceholderOrigin {
  realmId: number
  /** Domain of placeholder addresses. */
  domain: string
}

/**
 * The copy of an event for limited guests who may not see a user: name, address and avatar are
 * replaced.
 * Source: docs/protocol/accounts.md#unknown-users.
 */
export function anonymized(
  event: RealmEvent,
  userId: number,
  { realmId, domain }: PlaceholderOrigin,
): RealmEvent {
  const email = hiddenAddress(userId, domain)
  if (event.type === 'message') {
    const avatar = { id: userId, realm_id: realmId, ...unknownAvatar }
    const { message } = event
    return {
      type: 'message',
      message: {
        ...message,
        sender_email: email,
        sender_full_name: unknownName,
        sender_short_name: unknownName,
        avatar_url: avatarUrl(avatar),
        avatar_is_gravatar: false,
      },
    }
  }
  if (event.type === 'reaction') {
    return { ...event, user: { ...event.user, email, full_name: unknownName } }
  }
  if (event.type === 'update_message' && event.sender !== undefined) {
    return { ...event, sender: email }
  }
  if (event.type === 'delete_message' && 'sender' in event) return { ...event, sender: email }
  return event
}
