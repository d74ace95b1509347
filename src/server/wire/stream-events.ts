import type {
  FurtherChanges,
  StreamChange,
  StreamEvent,
  SubscriptionChange,
  SubscriptionEvent,
} from '../../shared/stream-events'
import type { SubscriptionRecord } from '../../shared/streams'
import type { StreamRow } from '../data/schema'
import { presentStream } from './streams'

export function streamCreated(streams: readonly StreamRow[]): StreamEvent {
  return { type: 'stream', op: 'create', streams: streams.map(presentStream) }
}

export function streamDeleted(streams: readonly StreamRow[]): StreamEvent {
  return {
    type: 'stream',
    op: 'delete',
    streams: streams.map(presentStream),
    stream_ids: streams.map((stream) => stream.id),
  }
}

/** @param stream before the change: events contain the old name */
export function streamUpdated(
  stream: StreamRow,
  change: StreamChange,
  further: FurtherChanges = {},
): StreamEvent {
  return {
    type: 'stream',
    op: 'update',
    name: stream.name,
    stream_id: stream.id,
    ...change,
    ...further,
  }
}

/** @param streams all default streams of the realm */
export function defaultStreamsChanged(streams: readonly StreamRow[]): StreamEvent {
  return { type: 'default_streams', default_streams: presentDefaultStreams(streams) }
}

/** Ids, ascending. Source: docs/protocol/channel-settings.md#default-streams. */
export function presentDefaultStreams(streams: readonly Pick<StreamRow, 'id'>[]): number[] {
  return streams.map(({ id }) => id).sort((a, b) => a - b)
}

export function subscriptionAdded(subscriptions: readonly SubscriptionRecord[]): SubscriptionEvent {
  return { type: 'subscription', op: 'add', subscriptions }
}

export function subscriptionRemoved(streams: readonly StreamRow[]): SubscriptionEvent {
  return {
    type: 'subscription',
    op: 'remove',
    subscriptions: streams.map((stream) => ({ name: stream.name, stream_id: stream.id })),
  }
}

export function subscriptionUpdated(
  stream: Pick<StreamRow, 'id' | 'name'>,
  email: string,
  change: SubscriptionChange,
): SubscriptionEvent {
  return {
    type: 'subscription',
    op: 'update',
    email,
    name: stream.name,
    stream_id: stream.id,
    ...change,
  }
}

/**
 * The event of other users who subscribe to streams, or unsubscribe; all users for all streams.
 * Older clients read all stream names, but only the first user.
 */
export function peersChanged(
  op: 'peer_add' | 'peer_remove',
  streams: readonly StreamRow[],
  userIds: readonly number[],
): SubscriptionEvent {
  return {
    type: 'subscription',
    op,
    subscriptions: streams.map((stream) => stream.name),
    stream_id: streams[0]?.id,
    stream_ids: streams.map((stream) => stream.id),
    user_id: userIds[0],
    user_ids: userIds,
  }
}
