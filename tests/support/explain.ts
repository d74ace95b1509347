import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { clientCapabilities } from '../../src/shared/events'
import { registration } from '../../src/web/data/connection/registration'
import { separateArchived } from '../../src/web/data/store/events/streams'
import type { Stream, StreamLists, UnreadMessages } from '../../src/web/data/records/state'
import { asError, asNumbers, asRecord, namesIn, present, shapedLike } from './checked'
import { applyAs } from './older-clients'
import type { ClientKind, ClientState } from './older-clients'
import type { Arguments, Person, Queue, ReceivedEvent } from './person'
import { howToRepeat, isSecondRun, sampleOf } from './sample'
import { isMark, sendSentinel } from './sentinels'
import type { TestServer } from './test-server'

/** A client of a person: a queue, and the state at its registration, updated by the events since. */
export interface Observer {
  /** Its person and kind, which failures name. */
  name: string
  person: Person
  kind: ClientKind
  queue: Queue
  state: ClientState
  /** Ids of the streams that the client has known all the time. */
  known: ReadonlySet<number>
}

/**
 * The web app; a client that asks for everything, a lean one without lists of subscribers, and one with all
 * capabilities.
 */
const clients: Readonly<Record<ClientKind, Arguments>> = {
  'the web app': registration,
  'with subscribers': { fetch_event_types: undefined, include_subscribers: true },
  'without subscribers': {
    fetch_event_types: undefined,
    event_types: ['message', 'stream', 'subscription', 'web_reload_client'],
  },
  'with capabilities': {
    fetch_event_types: undefined,
    include_subscribers: true,
    client_capabilities: Object.fromEntries(clientCapabilities.map((name) => [name, true])),
  },
}

/** Members of the initial state that events do not update. */
const unexplained = ['queue_id', 'last_event_id', 'server_timestamp', 'presence_last_update_id']

/**
 * Share of the kinds of clients that a person has in a run: one kind in a file of tests, so that every person
 * observes every action. All kinds with TEST_ALL=1. `TEST_SEED=… npx jest law-of-events` repeats a run's
 * kinds, with the seed that a failure names.
 */
const share = 1 / 3

/**
 * The law of events: the state that clients fetched before an action, updated by the events they received,
 * equals the state that they would fetch after it.
 *
 * @param observers by their role in the test, which failures name; their queues must outlive the action
 */
export async function expectEventsToExplain(
  server: TestServer,
  observers: Readonly<Record<string, Person>>,
  action: () => Promise<unknown>,
): Promise<void> {
  const watching = await Promise.all(
    Object.entries(observers).flatMap(([who, person]) =>
      clientsOf(who).map((kind) => observeFurther(`${who}, ${kind}`, person, kind)),
    ),
  )
  await action()
  const isLast = await sendSentinel(server, Object.values(observers))

  const compared = await Promise.all(
    watching.map(async (observer) => [observer.name, await compare(observer, isLast)] as const),
  )
  // Jest compares far more slowly, and should print only the states that differ.
  const differing = compared.filter(([, { explained, now }]) => !isDeepStrictEqual(explained, now))
  if (differing.length === 0) return
  const found = Object.fromEntries(differing.map(([name, states]) => [name, states.explained]))
  const expected = Object.fromEntries(differing.map(([name, states]) => [name, states.now]))
  try {
    expect(found).toEqual(expected)
  } catch (error) {
    // Jest prints the stack, which begins with the message.
    const failure = asError(error)
    const message = `${failure.message}\n\nRepeat it with ${howToRepeat}.`
    failure.stack = String(failure.stack).replace(failure.message, () => message)
    throw failure
  }
}

/** Forms of events differ by client, not by person: only one person uses the newest form. */
function clientsOf(who: string): readonly ClientKind[] {
  // Few observe there, and one of them looks at everything.
  if (isSecondRun && who === 'subscriber') return ['with capabilities']
  const all = namesIn(clients)
  const theirs = who === 'subscriber' ? all : all.filter((kind) => kind !== 'with capabilities')
  const file = basename(expect.getState().testPath ?? '')
  return sampleOf(theirs, { share, name: `${who} in ${file}` })
}

/** Registers a client of a kind. */
export async function observe(name: string, person: Person, kind: ClientKind): Promise<Observer> {
  const queue = await person.register(clients[kind])
  const state = queue as unknown as ClientState
  separateArchived(state)
  return { name, person, kind, queue, state, known: streamsOf(state) }
}

/** Ids of the streams that a client knows. */
export const streamsOf = ({ streams, archived }: ClientState) =>
  new Set([...streams, ...(archived?.streams ?? [])].map(({ stream_id: id }) => id))

/** The observers registered after the last action. */
const latest = new WeakMap<Person, Partial<Record<ClientKind, Observer>>>()

/**
 * The observer of the last action, unless its queue has ended: registering is most of the work. So the events since then,
 * of calls that prepare the next action, are explained as well.
 */
async function observeFurther(name: string, person: Person, kind: ClientKind): Promise<Observer> {
  const last = latest.get(person)?.[kind]
  return (last && (await catchUp({ ...last, name }))) ?? observe(name, person, kind)
}

/** Applies the events up to now; undefined when the queue has ended. */
async function catchUp(observer: Observer): Promise<Observer | undefined> {
  const { person, queue, state } = observer
  const { queue_id, last_event_id } = queue
  const response = await person.get('/events', { queue_id, last_event_id, dont_block: true })
  if (response.status !== 200) return undefined
  const { events } = shapedLike(response.body, { events: [{ id: 0, type: '' }] })
  for (const event of events) queue.last_event_id = event.id
  apply(observer, events)
  const still = streamsOf(state)
  return { ...observer, known: new Set([...observer.known].filter((id) => still.has(id))) }
}

function apply({ name, kind, state }: Observer, events: readonly ReceivedEvent[]): void {
  for (const event of events) {
    if (isMark(event)) continue
    try {
      applyAs(kind, state, event)
    } catch (error) {
      throw new Error(`${name}: a client cannot apply ${JSON.stringify(event)} (${howToRepeat})`, {
        cause: error,
      })
    }
  }
}

/** The state derived from events, and the current one. */
async function compare(
  observer: Observer,
  isLast: (event: ReceivedEvent) => boolean,
): Promise<{ explained: unknown; now: unknown }> {
  const { name, person, kind, queue } = observer
  apply(observer, await person.pollUntil(queue, isLast))
  const after = await observe(name, person, kind)
  latest.set(person, { ...latest.get(person), [kind]: after })
  return comparableStates(observer, after)
}

/** The state that a client derived from events, and the one that it would fetch now, in comparable forms. */
export function comparableStates(
  { known, state: explained }: Observer,
  { state }: Observer,
): { explained: unknown; now: unknown } {
  const now = { ...state }
  forgetLostTies(now, known, explained)
  return { explained: comparable(explained), now: comparable(now) }
}

/**
 * A stream that becomes visible is new to a client, which cannot know that its user was subscribed long ago.
 * This does not matter, because a restored subscription is sent whole.
 */
function forgetLostTies(
  now: ClientState,
  known: ReadonlySet<number>,
  explained: ClientState,
): void {
  const asNew = new Map(explained.never_subscribed.map((entry) => [entry.stream_id, entry]))
  const isLost = ({ stream_id: id }: Stream) => !known.has(id) && asNew.has(id)
  const again = now.unsubscribed.filter(isLost).map((stream) => {
    const shown = present(asNew.get(stream.stream_id))
    return Object.fromEntries(Object.entries(stream).filter(([key]) => key in shown))
  })
  now.never_subscribed = [...now.never_subscribed, ...(again as unknown as Stream[])]
  now.unsubscribed = now.unsubscribed.filter((stream) => !isLost(stream))
}

/** Turns lists of records into maps and sorts subscribers: their order has no meaning. */
function comparable(state: object): unknown {
  const entries = Object.entries(state as Record<string, unknown>).filter(
    ([key]) => !unexplained.includes(key),
  )
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (key === 'unread_msgs') return [key, comparableUnread(value as UnreadMessages)]
      if (key === 'archived') return [key, comparable(value as StreamLists)]
      return [key, Array.isArray(value) ? byId(value) : value]
    }),
  )
}

/** Independent of the order of conversations; senders are known for new messages only. */
function comparableUnread({ pms, streams, huddles, ...rest }: UnreadMessages): unknown {
  const conversations = [
    ...pms.map(({ other_user_id, sender_id, unread_message_ids: ids }) => [
      `with ${other_user_id} alias ${sender_id}`,
      ids,
    ]),
    ...huddles.map(({ user_ids_string, unread_message_ids: ids }) => [user_ids_string, ids]),
    ...streams.map(({ stream_id, topic, unread_message_ids: ids }) => [
      `${stream_id} ${topic}`,
      ids,
    ]),
  ]
  return { ...rest, conversations: Object.fromEntries(conversations) }
}

function byId(list: readonly unknown[]): unknown {
  return Object.fromEntries(
    list.map((item, index) => {
      const { stream_id, user_id, id, topic_name, subscribers } = (item ?? {}) as Record<
        string,
        unknown
      >
      const record = Array.isArray(subscribers)
        ? { ...asRecord(item), subscribers: asNumbers(subscribers).sort((a, b) => a - b) }
        : item
      const key = stream_id ?? user_id ?? id ?? index
      return [topic_name === undefined ? key : JSON.stringify([key, topic_name]), record]
    }),
  )
}
