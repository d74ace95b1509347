import { isDeepStrictEqual } from 'node:util'
import { clientCapabilities } from '../../src/wire/events'
import { applyEvent } from './client-state'
import type { ClientState, StreamState, SubscriberLists } from './client-state'
import { comparableUnread } from './client-unread'
import type { Arguments, Person, Queue, ReceivedEvent } from './person'

/** A client of somebody: a queue, and what was true when it was registered. */
interface Observer {
  person: Person
  lists: SubscriberLists
  queue: Queue
}

/**
 * One client that asks for everything there is, a lean one that lists no subscribers, and one that
 * reads the newest form of everything.
 */
const clients: Readonly<Record<SubscriberLists, Arguments>> = {
  'with subscribers': { fetch_event_types: undefined, include_subscribers: true },
  'without subscribers': {
    fetch_event_types: undefined,
    event_types: ['message', 'stream', 'subscription'],
  },
  'with capabilities': {
    fetch_event_types: undefined,
    include_subscribers: true,
    client_capabilities: Object.fromEntries(clientCapabilities.map((name) => [name, true])),
  },
}

/** Members of the initial state that no event could explain. */
const unexplained = ['queue_id', 'last_event_id', 'server_timestamp', 'presence_last_update_id']

/**
 * The law of events: what clients fetched before an action, brought up to date by the events they
 * received, equals what they would fetch after it.
 *
 * @param observers by the part they play, which failures name; their queues must outlive the action
 */
export async function expectEventsToExplain(
  observers: Readonly<Record<string, Person>>,
  action: () => Promise<unknown>,
): Promise<void> {
  const watching = await Promise.all(
    Object.entries(observers).flatMap(([who, person]) =>
      clientsOf(who).map(
        async (lists) => [`${who}, ${lists}`, await observeFurther(person, lists)] as const,
      ),
    ),
  )
  await action()
  for (const person of Object.values(observers)) await person.sendPrivately([person.id], sentinel)

  const compared = await Promise.all(
    watching.map(async ([name, observer]) => [name, await compare(name, observer)] as const),
  )
  const found = Object.fromEntries(compared.map(([name, states]) => [name, states.explained]))
  const expected = Object.fromEntries(compared.map(([name, states]) => [name, states.now]))
  expect(found).toEqual(expected)
}

/** Forms of events differ by client, not by person: one person tries the newest. */
function clientsOf(who: string): SubscriberLists[] {
  const all = Object.keys(clients) as SubscriberLists[]
  return who === 'subscriber' ? all : all.filter((lists) => lists !== 'with capabilities')
}

/** What everybody says to themselves when the action is over. */
const sentinel = 'That is all.'

function isSentinel(event: ReceivedEvent): boolean {
  return (event['message'] as { content?: string } | undefined)?.content === sentinel
}

async function observe(person: Person, lists: SubscriberLists): Promise<Observer> {
  return { person, lists, queue: await person.register(clients[lists]) }
}

/** What was registered after the last action. */
const latest = new WeakMap<Person, Partial<Record<SubscriberLists, Observer>>>()

/** Goes on from the last action while nothing was told since: registering is most of the work. */
async function observeFurther(person: Person, lists: SubscriberLists): Promise<Observer> {
  const last = latest.get(person)?.[lists]
  return last && (await isQuiet(last)) ? last : observe(person, lists)
}

async function isQuiet({ person, queue }: Observer): Promise<boolean> {
  const { queue_id, last_event_id } = queue
  const response = await person.get('/events', { queue_id, last_event_id, dont_block: true })
  return isDeepStrictEqual((response.body as { events?: unknown }).events, [])
}

/** The state that events explain, and the one that there is. */
async function compare(
  name: string,
  { person, lists, queue }: Observer,
): Promise<{ explained: unknown; now: unknown }> {
  const before = queue as unknown as ClientState
  const explained = structuredClone(before)
  for (const event of await person.pollUntil(queue, isSentinel)) {
    try {
      applyEvent(explained, event, lists)
    } catch (error) {
      throw new Error(`${name}: a client is lost at ${JSON.stringify(event)}`, { cause: error })
    }
  }
  const after = await observe(person, lists)
  latest.set(person, { ...latest.get(person), [lists]: after })
  const now = structuredClone(after.queue) as unknown as ClientState
  forgetLostTies(now, before, explained)
  return { explained: comparable(explained), now: comparable(now) }
}

/**
 * A stream that comes into sight is new to a client: it cannot know that its user was subscribed
 * long ago. Nothing depends on it, since a subscription that comes back is told whole.
 */
function forgetLostTies(now: ClientState, before: ClientState, explained: ClientState): void {
  const isNew = ({ stream_id: id }: StreamState) =>
    !before.streams.some((stream) => stream.stream_id === id)
  for (const stream of now.unsubscribed.filter(isNew)) {
    const asNew = explained.never_subscribed.find((entry) => entry.stream_id === stream.stream_id)
    const known = Object.entries(stream).filter(([key]) => asNew && key in asNew)
    now.never_subscribed.push(Object.fromEntries(known) as StreamState)
  }
  now.unsubscribed = now.unsubscribed.filter((stream) => !isNew(stream))
}

/** Lists of records become maps and subscribers are sorted: their order says nothing. */
function comparable(state: ClientState): unknown {
  const entries = Object.entries(state).filter(([key]) => !unexplained.includes(key))
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (key === 'unread_msgs') return [key, comparableUnread(value)]
      return [key, Array.isArray(value) ? byId(value) : value]
    }),
  )
}

function byId(list: readonly unknown[]): unknown {
  return Object.fromEntries(
    list.map((item, index) => {
      const { stream_id, user_id, id, subscribers } = (item ?? {}) as Record<string, unknown>
      const record = Array.isArray(subscribers)
        ? { ...(item as object), subscribers: [...(subscribers as number[])].sort((a, b) => a - b) }
        : item
      return [stream_id ?? user_id ?? id ?? index, record]
    }),
  )
}
