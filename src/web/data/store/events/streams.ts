import {
  findRecord,
  getRecord,
  withChanges,
  withoutRecord,
  withProperty,
  withRecord,
} from '../../records/records'
import type { EventOf, State, Stream, StreamLists, Subscription } from '../../records/state'
import { nothing } from './handlers'
import type { Handlers } from './handlers'

/*
 * Events of streams and of the user's subscriptions.
 * Sources: docs/protocol/events.md#stream, docs/protocol/events.md#subscription.
 */

/** Every visible stream is in exactly one of these lists. */
const ties = ['subscriptions', 'unsubscribed', 'never_subscribed'] as const
const lists = ['streams', ...ties] as const

/**
 * Moves archived streams out of the lists of the state, so that only code that asks for them meets them, and streams
 * that are archived no longer back. Source: docs/protocol/streams.md#archived.
 */
export function separateArchived(state: State): void {
  const archived = {}
  for (const list of lists) {
    const all: Stream[] = [...state[list], ...(state.archived?.[list] ?? [])]
    const isArchived = (stream: Stream) => stream.is_archived
    Object.assign(archived, { [list]: all.filter(isArchived) })
    Object.assign(state, { [list]: all.filter((stream) => !isArchived(stream)) })
  }
  state.archived = archived as StreamLists
}

/** The lists with a stream: those of archived streams, or of all others. */
function listsWith(state: State, id: number): StreamLists {
  if (!state.archived || !findRecord(state.archived.streams, 'stream_id', id)) return state
  return (state.archived = { ...state.archived })
}

export const streamEvents: Handlers = {
  'stream/create': (state, event) => {
    for (const stream of event.streams) addStream(state, stream)
  },
  'stream/delete': (state, event) => {
    for (const { stream_id: id } of event.streams) dropStream(state, id)
  },
  'stream/update': updateStream,
  'subscription/add': (state, event) => {
    for (const added of event.subscriptions) subscribe(state, added)
  },
  'subscription/remove': (state, event) => {
    for (const { stream_id: id } of event.subscriptions) unsubscribe(state, id)
  },
  'subscription/update': (state, event) => {
    const all = listsWith(state, event.stream_id)
    const known = getRecord(all.subscriptions, 'stream_id', event.stream_id)
    all.subscriptions = withRecord(all.subscriptions, 'stream_id', withProperty(known, event))
  },
  // Screens with subscribers fetch them themselves.
  'subscription/peer_add': nothing,
  'subscription/peer_remove': nothing,
  'default_streams/': (state, event) => {
    state.realm_default_streams = event.default_streams
  },
}

function addStream(state: State, stream: Stream): void {
  const all = listsWith(state, stream.stream_id)
  all.streams = withRecord(all.streams, 'stream_id', stream)
  if (!ties.some((list) => findRecord<Stream>(all[list], 'stream_id', stream.stream_id))) {
    all.never_subscribed = withRecord(all.never_subscribed, 'stream_id', stream)
  }
  if (stream.is_archived) separateArchived(state)
}

function dropStream(state: State, id: number): void {
  const all = listsWith(state, id)
  getRecord(all.streams, 'stream_id', id)
  for (const list of lists) leave(all, list, id)
}

function updateStream(state: State, event: EventOf<'stream'> & { op: 'update' }): void {
  const { type: _type, op: _op, id: _id, name: _old, stream_id, property, value, ...more } = event
  const changes = withProperty<Partial<Stream>>(more, { property, value })
  const all = listsWith(state, stream_id)
  getRecord(all.streams, 'stream_id', stream_id)
  for (const list of lists) {
    const streams: readonly Stream[] = all[list]
    if (!findRecord(streams, 'stream_id', stream_id)) continue
    Object.assign(all, { [list]: withChanges(streams, 'stream_id', stream_id, changes) })
  }
  if (property === 'is_archived') separateArchived(state)
}

function subscribe(state: State, subscription: Subscription): void {
  const all = listsWith(state, subscription.stream_id)
  getRecord(all.streams, 'stream_id', subscription.stream_id)
  for (const list of ties) leave(all, list, subscription.stream_id)
  all.subscriptions = [...all.subscriptions, subscription]
}

function unsubscribe(state: State, id: number): void {
  const all = listsWith(state, id)
  const left = getRecord(all.subscriptions, 'stream_id', id)
  for (const list of ties) leave(all, list, id)
  all.unsubscribed = [...all.unsubscribed, left]
}

function leave(all: StreamLists, list: (typeof lists)[number], id: number): void {
  const streams: readonly Stream[] = all[list]
  Object.assign(all, { [list]: withoutRecord(streams, 'stream_id', id) })
}
