import {
  findRecord,
  getRecord,
  withChanges,
  withoutRecord,
  withProperty,
  withRecord,
} from '../records'
import type { EventOf, State, Stream, Subscription } from '../state'
import { nothing } from './handlers'
import type { Handlers } from './handlers'

/*
 * Events of streams and of the user's subscriptions.
 * Sources: docs/protocol/events.md#stream, docs/protocol/events.md#subscription.
 */

/** Every visible stream is in exactly one of these lists. */
const ties = ['subscriptions', 'unsubscribed', 'never_subscribed'] as const
const lists = ['streams', ...ties] as const

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
    const known = getRecord(state.subscriptions, 'stream_id', event.stream_id)
    const changed = withProperty(known, event)
    state.subscriptions = withRecord(state.subscriptions, 'stream_id', changed)
  },
  // Screens with subscribers fetch them themselves.
  'subscription/peer_add': nothing,
  'subscription/peer_remove': nothing,
  'default_streams/': (state, event) => {
    state.realm_default_streams = event.default_streams
  },
}

function addStream(state: State, stream: Stream): void {
  state.streams = withRecord(state.streams, 'stream_id', stream)
  if (ties.some((list) => findRecord<Stream>(state[list], 'stream_id', stream.stream_id))) return
  state.never_subscribed = withRecord(state.never_subscribed, 'stream_id', stream)
}

function dropStream(state: State, id: number): void {
  getRecord(state.streams, 'stream_id', id)
  for (const list of lists) leave(state, list, id)
}

function updateStream(state: State, event: EventOf<'stream'> & { op: 'update' }): void {
  const { type: _type, op: _op, id: _id, name: _old, stream_id, property, value, ...more } = event
  const changes = withProperty<Partial<Stream>>(more, { property, value })
  getRecord(state.streams, 'stream_id', stream_id)
  for (const list of lists) {
    const streams: readonly Stream[] = state[list]
    if (!findRecord(streams, 'stream_id', stream_id)) continue
    Object.assign(state, { [list]: withChanges(streams, 'stream_id', stream_id, changes) })
  }
}

function subscribe(state: State, subscription: Subscription): void {
  getRecord(state.streams, 'stream_id', subscription.stream_id)
  for (const list of ties) leave(state, list, subscription.stream_id)
  state.subscriptions = [...state.subscriptions, subscription]
}

function unsubscribe(state: State, id: number): void {
  const left = getRecord(state.subscriptions, 'stream_id', id)
  for (const list of ties) leave(state, list, id)
  state.unsubscribed = [...state.unsubscribed, left]
}

function leave(state: State, list: (typeof lists)[number], id: number): void {
  const streams: readonly Stream[] = state[list]
  Object.assign(state, { [list]: withoutRecord(streams, 'stream_id', id) })
}
