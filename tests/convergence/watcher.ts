import type { ArgumentsOf } from '../../src/shared/calls'
import { foldCase } from '../../src/shared/rules/letter-case'
import { anyValue, asError, asRecord, mapOf, maybe, shapedLike } from '../support/checked'
import { comparableStates, observe, streamsOf } from '../support/explain'
import type { Observer } from '../support/explain'
import { applyAs } from '../support/older-clients'
import type { ClientKind } from '../support/older-clients'
import type { Person, ReceivedEvent } from '../support/person'
import { heldMessage, HeldMessages } from './held-messages'
import type { HeldMessage } from './held-messages'
import { differences } from './differences'
import type { Places } from './places'

/** Max messages of one call. */
const messagesPerCall = 500
/** Max edits in the answer of a call. Source: docs/protocol/messages.md#shown-edits. */
const shownEdits = 20

/**
 * A client that polls one queue through any worker: it keeps the state of its registration and its messages up to date
 * by events alone.
 */
export class Watcher {
  readonly complaints: string[] = []
  /** Number of the events that brought each text, by text. */
  readonly told = new Map<string, number>()
  readonly events: ReceivedEvent[] = []
  private readonly messages: HeldMessages

  private constructor(
    private observer: Observer,
    private readonly places: Places,
    /** Subscribed to all streams all the time, so that it holds every message there. */
    readonly isConstant: boolean,
    /** Registered during the calls: events may tell again of changes that its state has already, and are passed over. */
    private readonly isLate: boolean,
  ) {
    this.messages = new HeldMessages(observer.kind !== 'the web app', (id) =>
      this.observer.state.subscriptions.some(({ stream_id }) => stream_id === id),
    )
  }

  static async open(
    { name, person, kind }: { name: string; person: Person; kind: ClientKind },
    places: Places,
    { isConstant = false, isLate = false } = {},
  ): Promise<Watcher> {
    const observer = await places.ask(person, (at) => observe(`${name}, ${kind}`, at, kind))
    return new Watcher(observer, places, isConstant, isLate)
  }

  get name(): string {
    return this.observer.name
  }

  get person(): Person {
    return this.observer.person
  }

  /** Holds the messages that its person has received; for watchers that are opened before the first call. */
  async fetchHistory(): Promise<void> {
    if (!this.hearsAll) return
    for (const [id, message] of await this.#history()) this.messages.byId.set(id, message)
  }

  /** Polls until an event satisfies `isLast`. */
  async watch(isLast: (event: ReceivedEvent) => boolean): Promise<void> {
    const { person, queue } = this.observer
    for (let isOver = false; !isOver;) {
      const before = queue.last_event_id
      let events: ReceivedEvent[]
      try {
        events = await this.places.visit(person).poll(queue)
      } catch (error) {
        if (!this.places.mayFail || isRefusal(error)) throw error
        await this.places.untilReady()
        continue
      }
      this.#checkIds(before, events)
      for (const event of events) this.#take(event)
      const still = streamsOf(this.observer.state)
      const known = new Set([...this.observer.known].filter((id) => still.has(id)))
      this.observer = { ...this.observer, known }
      isOver = events.some(isLast)
    }
  }

  /** The differences between all that it holds and all that it would fetch now. */
  async compare(): Promise<string[]> {
    const { name, person, kind } = this.observer
    const after = await this.places.ask(person, (at) => observe(name, at, kind))
    const { explained, now } = comparableStates(this.observer, after)
    const found = differences(withFoldedTopics(explained), withFoldedTopics(now)).filter(
      (what) => !what.startsWith(ofWorker),
    )
    const complaints = [...this.complaints, ...found]
    if (this.hearsAll) complaints.push(...(await this.#compareMessages()))
    return complaints.map((what) => `${name}: ${what}`)
  }

  /** Whether its client asked for all types of events. */
  get hearsAll(): boolean {
    return this.observer.kind !== 'without subscribers'
  }

  /** Ids of a queue ascend without gaps, whichever worker answers. */
  #checkIds(before: number, events: readonly ReceivedEvent[]): void {
    let last = before
    for (const { id, type } of events) {
      if (id !== last + 1) this.complaints.push(`event ${id} (${type}) follows ${last}`)
      last = id
    }
  }

  #take(event: ReceivedEvent): void {
    this.events.push(event)
    const text = textOf(event)
    if (text !== undefined) this.told.set(text, (this.told.get(text) ?? 0) + 1)
    try {
      applyAs(this.observer.kind, this.observer.state, event)
      if (this.hearsAll) this.messages.apply(event)
    } catch (error) {
      if (this.isLate) return
      this.complaints.push(`${asError(error).message}: ${JSON.stringify(event)}`)
    }
  }

  async #compareMessages(): Promise<string[]> {
    const held = this.messages.byId
    const now = new Map<number, HeldMessage>()
    const ids = [...held.keys()]
    for (let first = 0; first < ids.length; first += messagesPerCall) {
      const message_ids = ids.slice(first, first + messagesPerCall)
      for (const [id, message] of await this.#fetch({ message_ids })) now.set(id, message)
    }
    const found = [...held].flatMap(([id, message]) => {
      const other = now.get(id)
      if (!other) return [`holds message ${id}, which it may not read: ${JSON.stringify(message)}`]
      return differences(comparable(message), comparable(other)).map(
        (what) => `message ${id}: ${what}`,
      )
    })
    if (!this.isConstant) return found
    const missing = [...(await this.#history()).keys()].filter((id) => !held.has(id))
    return [...found, ...missing.map((id) => `was not told of message ${id}`)]
  }

  /** The messages that its person has received, as far as one call tells. */
  #history(): Promise<Map<number, HeldMessage>> {
    return this.#fetch({ anchor: 'newest', num_before: 5_000, num_after: 0 })
  }

  async #fetch(range: ArgumentsOf<'GET /messages'>): Promise<Map<number, HeldMessage>> {
    const apply_markdown = this.observer.kind === 'the web app'
    const { messages } = await this.places.ask(this.person, (person) =>
      person.call('GET /messages', { ...range, apply_markdown }),
    )
    return new Map(messages.map((message) => [message.id, heldMessage({ ...message })]))
  }
}

/**
 * A client does not know how each unread message spells its topic, so its list keeps the spelling of a message that has been
 * read since.
 */
function withFoldedTopics(state: unknown): unknown {
  const { unread_msgs: unread, ...others } = shapedLike(state, {
    unread_msgs: maybe(mapOf(anyValue)),
  })
  if (!unread) return state
  const conversations = Object.entries(asRecord(unread['conversations']))
  const folded = conversations.map(([name, ids]) => [foldCase(name), ids] as const)
  return { ...others, unread_msgs: { ...unread, conversations: Object.fromEntries(folded) } }
}

/** The start of the worker that answers. */
const ofWorker = '.server_generation '

/** An answer, in contrast to a broken connection. */
function isRefusal(error: unknown): boolean {
  return asError(error).message.startsWith('poll: ')
}

/**
 * Without `read`, which is compared as the unread messages of the state: an edit that meets its reader may tell of it as
 * unread once more. Without `historical`: no event tells that a message was moved to a stream which its reader joined later.
 */
function comparable({ edits, flags, ...message }: HeldMessage): object {
  return {
    ...message,
    flags: flags.filter((flag) => flag !== 'read' && flag !== 'historical'),
    edits: edits.slice(-shownEdits),
  }
}

/** The unique text that an event brings; notices of the server quote texts, and begin otherwise. */
function textOf(event: ReceivedEvent): string | undefined {
  return /^(?:<p>)?(text \d+)\b/.exec(String(newsOf(event)))?.[1]
}

/** The value that a call has set, as the event of the call tells it. */
function newsOf(event: ReceivedEvent): unknown {
  const member = (name: string, key: string) => asRecord(event[name])[key]
  switch (event.type) {
    case 'message':
      return member('message', 'content')
    case 'update_message':
      return event['content']
    case 'stream':
      return ['name', 'description'].includes(String(event['property']))
        ? event['value']
        : undefined
    case 'realm_user':
      return event['op'] === 'update' ? member('person', 'full_name') : undefined
    case 'user_status':
      return event['status_text']
    case 'user_group':
      return event['op'] === 'update' ? member('data', 'name') : undefined
    default:
      return undefined
  }
}
