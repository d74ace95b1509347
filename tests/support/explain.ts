import { applyEvent } from './client-state'
import type { ClientState, SubscriberLists } from './client-state'
import type { Person, Queue, ReceivedEvent } from './person'

/** A client of somebody: a queue, and what was true when it was registered. */
interface Observer {
  who: string
  person: Person
  lists: SubscriberLists
  queue: Queue
}

/** Members of the initial state that no event could explain. */
const unexplained = ['queue_id', 'last_event_id', 'server_timestamp'] as const

/**
 * The law of events: what a client fetched before an action, brought up to date by the events it
 * received, equals what it would fetch after. Each observer watches with two clients, one that
 * lists the subscribers of streams and one that does not.
 *
 * @param observers by the part they play, which failures name; their queues must outlive the action
 */
export async function expectEventsToExplain(
  observers: Readonly<Record<string, Person>>,
  action: () => Promise<unknown>,
): Promise<void> {
  const watching = await Promise.all(
    Object.entries(observers).flatMap(([who, person]) => [
      observe(who, person, 'with subscribers'),
      observe(who, person, 'without subscribers'),
    ]),
  )
  await action()
  for (const person of Object.values(observers)) await person.sendPrivately([person.id], sentinel)

  const found: Record<string, unknown> = {}
  const expected: Record<string, unknown> = {}
  for (const observer of watching) {
    const events = await observer.person.pollUntil(observer.queue, isSentinel)
    const key = `${observer.who}, ${observer.lists}`
    found[key] = explainedState(observer, events)
    const now = (await observe(observer.who, observer.person, observer.lists)).queue
    expected[key] = comparable(now as unknown as ClientState)
  }
  expect(found).toEqual(expected)
}

/** What everybody says to themselves when the action is over. */
const sentinel = 'That is all.'

function isSentinel(event: ReceivedEvent): boolean {
  return (event['message'] as { content?: string } | undefined)?.content === sentinel
}

async function observe(who: string, person: Person, lists: SubscriberLists): Promise<Observer> {
  const queue = await person.register({
    fetch_event_types: undefined,
    include_subscribers: lists === 'with subscribers',
  })
  return { who, person, lists, queue }
}

function explainedState({ queue, lists }: Observer, events: readonly ReceivedEvent[]): unknown {
  const state = structuredClone(queue) as unknown as ClientState
  for (const event of events) {
    try {
      applyEvent(state, event, lists)
    } catch (error) {
      return `${(error as Error).message}: ${JSON.stringify(event)}`
    }
  }
  return comparable(state)
}

/** Lists of records become maps and subscribers are sorted: the order says nothing. */
function comparable(state: ClientState): Record<string, unknown> {
  const entries = Object.entries(state).filter(
    ([key]) => !(unexplained as readonly string[]).includes(key),
  )
  return Object.fromEntries(
    entries.map(([key, value]) => [key, Array.isArray(value) ? byId(value) : value]),
  )
}

function byId(list: readonly unknown[]): unknown {
  return Object.fromEntries(
    list.map((item, index) => {
      const { stream_id, user_id, subscribers } = (item ?? {}) as Record<string, unknown>
      const record = Array.isArray(subscribers)
        ? { ...(item as object), subscribers: [...(subscribers as number[])].sort((a, b) => a - b) }
        : item
      return [stream_id ?? user_id ?? index, record]
    }),
  )
}
