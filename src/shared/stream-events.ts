import type { Frozen } from './calls'
import type { ChangeOf } from './property-changes'
import type { StreamPermissionName } from './stream-permissions'
import type { StreamRecord, SubscriptionRecord } from './streams'

/*
 * Events about streams and subscriptions, with the fields of both old and new clients.
 * Sources: docs/protocol/events.md#stream, docs/protocol/events.md#subscription.
 */

export type StreamEvent =
  | { type: 'stream'; op: 'create'; streams: readonly StreamRecord[] }
  | {
      type: 'stream'
      op: 'delete'
      streams: readonly StreamRecord[]
      stream_ids: readonly number[]
    }
  | StreamUpdateEvent
  | { type: 'default_streams'; default_streams: readonly number[] }

/** A property of a stream and its new value. */
export type StreamChange = ChangeOf<
  Frozen<StreamRecord>,
  | 'description'
  | 'folder_id'
  | 'invite_only'
  | 'is_announcement_only'
  | 'is_archived'
  | 'message_retention_days'
  | 'name'
  | 'stream_post_policy'
  | 'topics_policy'
  | StreamPermissionName
>

type StreamUpdateEvent = FurtherChanges &
  StreamChange & {
    type: 'stream'
    op: 'update'
    /** Before the change. */
    name: string
    stream_id: number
  }

/** Properties that some changes contain beside the one that they name. */
export type FurtherChanges = Partial<
  Pick<StreamRecord, 'rendered_description' | 'history_public_to_subscribers' | 'is_web_public'>
>

/** A property of a subscription and its new value. */
export type SubscriptionChange = ChangeOf<
  Frozen<SubscriptionRecord>,
  | 'color'
  | 'in_home_view'
  | 'is_muted'
  | 'pin_to_top'
  | 'desktop_notifications'
  | 'audible_notifications'
  | 'push_notifications'
  | 'email_notifications'
  | 'wildcard_mentions_notify'
>

export type SubscriptionEvent =
  | { type: 'subscription'; op: 'add'; subscriptions: readonly SubscriptionRecord[] }
  | {
      type: 'subscription'
      op: 'remove'
      subscriptions: readonly Pick<SubscriptionRecord, 'name' | 'stream_id'>[]
    }
  | ({
      type: 'subscription'
      op: 'update'
      email: string
      name: string
      stream_id: number
    } & SubscriptionChange)
  | PeersEvent

interface PeersEvent {
  type: 'subscription'
  op: 'peer_add' | 'peer_remove'
  /** Names of the streams, for older clients. */
  subscriptions: readonly string[]
  stream_id: number | undefined
  stream_ids: readonly number[]
  user_id: number | undefined
  user_ids: readonly number[]
}
