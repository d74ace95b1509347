import { batch, computed, signal } from '@preact/signals-core'
import type { ReadonlySignal, Signal } from '@preact/signals-core'
import { applyEvent } from './apply-event'
import { createMutes, mutedStreamsOf } from './mutes'
import { statusOf } from './presence'
import type { PresenceStatus } from './presence'
import { findRecord } from './records'
import type { Presence, ServerEvent, State, Stream, Subscription, TopicPolicy, User } from './state'
import { createUnreadCounts } from './unread-counts'
import type { UnreadCounts } from './unread-counts'

/**
 * What the app knows, and who is to be told when it changes. Whoever reads something of it inside a
 * component (or an effect) is run again after a batch of events that changed just that, once.
 * Nothing that is read ever changes itself: it is replaced.
 */
export interface Store {
  /** A collection as a whole. */
  read<K extends keyof State & string>(collection: K): State[K]
  /** All of it as it is now, for what runs once. */
  readonly state: Readonly<State>

  /** Anybody: a deactivated account or one of the server's own too. */
  user(id: number): User | undefined
  /** A stream that the user may know of, subscribed or not. */
  stream(id: number): Stream | undefined
  subscription(id: number): Subscription | undefined
  /** Of a topic itself. */
  topicPolicy(streamId: number, topic: string): TopicPolicy
  /** Whether a topic is muted, by itself or with its stream. */
  isTopicMuted(streamId: number, topic: string): boolean
  presenceOf(userId: number): PresenceStatus
  readonly unread: UnreadCounts

  /**
   * Takes a batch of events in.
   * @returns whether it could; an event that it could make nothing of is left out, and the state is not to be trusted
   */
  apply(events: readonly ServerEvent[]): boolean
  /** Takes in what the server says of presences in an answer. Source: docs/protocol/presence.md#presence-answer. */
  takePresences(answer: PresencesAnswer): void
  /** Puts a state from a new registration in place of the one there was. */
  replace(state: State): void
}

export interface PresencesAnswer {
  presences: Readonly<Record<string, Presence>>
  server_timestamp: number
  presence_last_update_id: number
}

/** @param initial the answer to `register`, which belongs to the store from now on */
export function createStore(initial: State): Store {
  let state = initial
  const collections = new Map<string, Signal<unknown>>()
  const unread = createUnreadCounts(state)

  /** A signal tells its readers only if it gets another value than it has. */
  const tell = () =>
    batch(() => {
      for (const [collection, known] of collections) known.value = state[collection]
      unread.update(state)
    })

  function read<K extends keyof State & string>(collection: K): State[K] {
    let known = collections.get(collection)
    if (!known) collections.set(collection, (known = signal(state[collection])))
    return known.value
  }

  // Of subscriptions it is only the muted streams that matter.
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
      (id) =>
        findRecord(read('realm_users'), 'user_id', id) ??
        findRecord(read('realm_non_active_users'), 'user_id', id) ??
        findRecord(read('cross_realm_bots'), 'user_id', id),
    ),
    stream: each(itself, (id) => findRecord(read('streams'), 'stream_id', id)),
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
          // Said to whoever looks for the reason; the person in front of it gets a fresh state.
          // eslint-disable-next-line no-console
          console.warn('An event does not fit what is known:', event, error)
        }
      }
      tell()
      return isWhole
    },

    takePresences({ presences, ...more }) {
      Object.assign(state, more, { presences: { ...state.presences, ...presences } })
      tell()
    },

    replace(fresh) {
      state = fresh
      tell()
    },
  }
}

type Topic = readonly [streamId: number, topic: string]

const keyOfTopic = ([streamId, topic]: Topic) => `${streamId}:${topic.toLowerCase()}`
const itself = (id: number) => id

/** A function that tells those who read it when its value for what they asked for changes. */
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
