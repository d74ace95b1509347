import type { StreamRow } from '../server/data/schema'
import type { PlainEvent } from './events'
import { presentStream } from './streams'
import type { SubscriptionRecord } from './streams'

/*
 * Events about streams and subscriptions, with the fields of both old and new clients.
 * Sources: docs/protocol/events.md#stream, docs/protocol/events.md#subscription.
 */

export function streamCreated(streams: readonly StreamRow[]): PlainEvent {
  return { type: 'stream', op: 'create', streams: streams.map(presentStream) }
}

export function streamDeleted(streams: readonly StreamRow[]): PlainEvent {
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
  property: string,
  value: unknown,
  further: Record<string, unknown> = {},
): PlainEvent {
  return {
    type: 'stream',
    op: 'update',
    name: stream.name,
    stream_id: stream.id,
    property,
    value,
    ...further,
  }
}

/** @param streams all default streams of the realm */
export function defaultStreamsChanged(streams: readonly StreamRow[]): PlainEvent {
  return { type: 'default_streams', default_streams: presentDefaultStreams(streams) }
}

/** Ids, ascending. Source: docs/protocol/channel-settings.md#default-streams. */
export function presentDefaultStreams(streams: readonly Pick<StreamRow, 'id'>[]): number[] {
  return streams.map(({ id }) => id).sort((a, b) => a - b)
}

export function subscriptionAdded(subscriptions: readonly SubscriptionRecord[]): PlainEvent {
  return { type: 'subscription', op: 'add', subscriptions }
}

export function subscriptionRemoved(streams: readonly StreamRow[]): PlainEvent {
  return {
    type: 'subscription',
    op: 'remove',
    subscriptions: streams.map((stream) => ({ name: stream.name, stream_id: stream.id })),
  }
}

export function subscriptionUpdated(
  stream: Pick<StreamRow, 'id' | 'name'>,
  email: string,
  property: string,
  value: unknown,
): PlainEvent {
  return {
    type: 'subscription',
    op: 'update',
    email,
    name: stream.name,
    stream_id: stream.id,
    property,
    value,
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
): PlainEvent {
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
