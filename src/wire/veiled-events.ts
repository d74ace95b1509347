import { hiddenAddress, unknownAvatar, unknownName } from './addresses'
import { avatarUrl } from './avatars'
import type { PlainEvent, RealmEvent } from './events'

/** Where an account is that somebody may not know of. */
interface Place {
  realmId: number
  /** Domain of addresses that stand for hidden ones. */
  domain: string
}

/**
 * An event as those are told it who may not know an account: its name, address and picture are those of everybody
 * unknown. Source: docs/protocol/accounts.md#unknown-users.
 */
export function veiled(event: RealmEvent, userId: number, { realmId, domain }: Place): RealmEvent {
  const email = hiddenAddress(userId, domain)
  if (event.type === 'message') {
    const avatar = { id: userId, realm_id: realmId, delivery_email: null, ...unknownAvatar }
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
  const plain: PlainEvent = { ...event }
  if (typeof plain['user'] === 'object') {
    plain['user'] = { ...plain['user'], email, full_name: unknownName }
  }
  if (typeof plain['sender'] === 'string') plain['sender'] = email
  return plain
}
