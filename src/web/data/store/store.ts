import { foldCase } from '../../../shared/rules/letter-case'
import { batch, computed, signal } from '@preact/signals-core'
import type { ReadonlySignal, Signal } from '@preact/signals-core'
import type { AnswerOf, Frozen } from '../../../shared/calls'
import { applyEvent } from './apply-event'
import { separateArchived } from './events/streams'
import { createMutes, mutedStreamsOf } from './mutes'
import { newerForms, statusOf } from './presence'
import type { PresenceStatus } from './presence'
import { findRecord, findStream } from '../records/records'
import type { ServerEvent, State, Stream, Subscription, TopicPolicy, User } from '../records/state'
import { createUnreadCounts } from './unread-counts'
import type { UnreadCounts } from './unread-counts'

/**
 * The state as signals. Components and effects that read a value run again, once per batch of events, when that
 * value changes. Values are immutable: a change replaces them.
 */
export interface Store {
  /** One collection of the state, tracked as a signal. */
  read<K extends keyof State>(collection: K): State[K]
  /** The whole state, without tracking. */
  readonly state: Readonly<State>

  /** A user of any kind, including deactivated accounts and system bots. */
  user(id: number): User | undefined
  /** A stream visible to the user, subscribed or not, archived or not. */
  stream(id: number): Stream | undefined
  /** A subscription to a stream that is not archived. */
  subscription(id: number): Subscription | undefined
  /** The policy set for the topic itself. */
  topicPolicy(streamId: number, topic: string): TopicPolicy
  /** Whether the topic is muted, directly or through its stream. */
  isTopicMuted(streamId: number, topic: string): boolean
  presenceOf(userId: number): PresenceStatus
  readonly unread: UnreadCounts

  /**
   * Applies a batch of events.
   * @returns false if an event was skipped because it did not fit; the state must be fetched again then
   */
  apply(events: readonly ServerEvent[]): boolean
  /** Merges the presences of an answer into the state. Source: docs/protocol/presence.md#presence-answer. */
  takePresences(answer: PresencesAnswer): void
  /** Replaces the state by one from a new registration. */
  replace(state: State): void
}

/** Presences as an endpoint answers them. */
export type PresencesAnswer = Frozen<AnswerOf<'POST /users/me/presence'>>

/** @param initial the answer to `register`, owned by the store from now on */
export function createStore(initial: State): Store {
  separateArchived(initial)
  let state = initial
  const collections: { [K in keyof State]?: Signal<State[K]> } = {}
  const updates: (() => void)[] = []
  const unread = createUnreadCounts(state)

  /** Updates all signals; only those with a new value notify their readers. */
  const tell = () =>
    batch(() => {
      for (const update of updates) update()
      unread.update(state)
    })

  function read<K extends keyof State>(collection: K): State[K] {
    const known = collections[collection]
    if (known) return known.value
    const added: Signal<State[K]> = signal(state[collection])
    Object.assign(collections, { [collection]: added })
    updates.push(() => {
      added.value = state[collection]
    })
    return added.value
  }

  // Recompute mutes only when the set of muted streams changes, not on every change of a subscription.
  const mutedStreams = computed(() => mutedStreamsOf(read('subscriptions')).join())
  const mutes = computed(() => {
    void mutedStreams.value
    return createMutes({ subscriptions: state.subscriptions, user_topics: read('user_topics') })
  })
  const topicPolicy = each(keyOfTopic, (topic) => mutes.value.policyOf(...topic))
  const isTopicMuted = each(keyOfTopic, (topic) => mutes.value.isMuted(...topic))

  return {
    read,
    get state() {
      return state
    },

    user: each(
      itself,
      (id): User | undefined =>
        findRecord(read('realm_users'), 'user_id', id) ??
        findRecord(read('realm_non_active_users'), 'user_id', id) ??
        findRecord(read('cross_realm_bots'), 'user_id', id),
    ),
    stream: each(itself, (id) =>
      findStream({ streams: read('streams'), archived: read('archived') }, id),
    ),
    subscription: each(itself, (id) => findRecord(read('subscriptions'), 'stream_id', id)),
    topicPolicy: (...topic) => topicPolicy(topic),
    isTopicMuted: (...topic) => isTopicMuted(topic),
    presenceOf: each(itself, (id) =>
      statusOf(
        read('presences')[id],
        read('server_timestamp'),
        read('server_presence_offline_threshold_seconds'),
      ),
    ),
    unread,

    apply(events) {
      let isWhole = true
      for (const event of events) {
        try {
          applyEvent(state, event)
        } catch (error) {
          isWhole = false
          state.last_event_id = event.id
          // For developers; the user gets a fresh state.
          // eslint-disable-next-line no-console
          console.warn('An event does not fit what is known:', event, error)
        }
      }
      tell()
      return isWhole
    },

    takePresences({ presences = {}, ...more }) {
      Object.assign(state, more, { presences: { ...state.presences, ...newerForms(presences) } })
      tell()
    },

    replace(fresh) {
      separateArchived(fresh)
      state = fresh
      tell()
    },
  }
}

type Topic = readonly [streamId: number, topic: string]

const keyOfTopic = ([streamId, topic]: Topic) => `${streamId}:${foldCase(topic)}`
const itself = (id: number) => id

/** Caches one computed signal per key, so that readers run again only when their own value changes. */
function each<Asked, Key, T>(
  keyOf: (asked: Asked) => Key,
  find: (asked: Asked) => T,
): (asked: Asked) => T {
  const known = new Map<Key, ReadonlySignal<T>>()
  return (asked) => {
    const key = keyOf(asked)
    let value = known.get(key)
    if (!value) known.set(key, (value = computed(() => find(asked))))
    return value.value
  }
}
