import { createHash } from 'node:crypto'
import type { ConcernRow } from '../../../data/notifications/concerns'
import type { Dated } from '../../../lib/clock'
import type { NewPushMessage } from '../../../data/notifications/push-messages'
import { quietUntil } from '../../../../shared/rules/do-not-disturb'
import { pushTrigger, concernOf } from '../notifications/triggers'
import { userSettingsOf } from '../settings/user-settings'

/** Conversation name of the one push about all messages that came during *do not disturb*. */
export const heldConversation = 'held'
/** Name of the conversation of test pushes. */
export const testConversation = 'test'

/** Conversation name of calls that only report devices to the bouncer. */
export const devicesConversation = 'devices'

/** Time after which a message to a present person is pushed, if it is still unread. */
const presentPauseMs = 300_000

/**
 * The push of a message to the devices of a person, if there is one: at once to people who are away or want pushes always,
 * otherwise later, in case they left the device that makes them present. At quiet times, pushes wait for the end.
 * Sources: docs/protocol/notifications.md#triggers, docs/protocol/notifications.md#idle-needed.
 */
export function pushOf({ now }: Dated, row: ConcernRow, isPresent: boolean): NewPushMessage[] {
  if (!row.has_device) return []
  const settings = userSettingsOf(row)
  const trigger = pushTrigger(concernOf(row), settings)
  if (trigger === undefined) return []
  const end = quietUntil(settings, now)
  const waits = isPresent && !settings.enable_online_push_notifications
  const { realm_id, user_id, message_id } = row
  return [
    {
      ...{ realm_id, user_id, message_id, trigger },
      conversation: end ? heldConversation : conversationDigest(row),
      due_at: end ?? new Date(now.getTime() + (waits ? presentPauseMs : 0)),
    },
  ]
}

type Place = Pick<ConcernRow, 'realm_id' | 'stream_id' | 'topic_key' | 'dm_group_id'>

/**
 * Name of a conversation for push services, which reveals nothing about it: 24 characters of base64url.
 * Source: docs/protocol/notifications.md#web-push-payload.
 */
function conversationDigest({ realm_id, stream_id, topic_key, dm_group_id }: Place): string {
  const place = stream_id === null ? `dm ${dm_group_id}` : `stream ${stream_id} ${topic_key}`
  return createHash('sha256').update(`${realm_id} ${place}`).digest('base64url').slice(0, 24)
}
