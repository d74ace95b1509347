import type {
  Dispatch,
  EventQueues,
  QueueOptions,
  QueueOwner,
  Registration,
} from '../../src/server/events/queues'
import type { Overlay, PlainEvent, PublishedMessage, RealmEvent } from '../../src/shared/events'
import type { SubscriptionRecord } from '../../src/shared/streams'
import { typingPrivately } from '../../src/server/wire/typing'
import type { TypingOp } from '../../src/shared/typing'
import { parsed, shapedLike } from '../support/checked'
import { partOf } from '../support/stand-ins'

/** Settings that these tests vary. */
export type StageOptions = Partial<
  Pick<
    QueueOptions,
    'heartbeatMs' | 'maxEventsPerQueue' | 'maxBytesPerQueue' | 'maxQueuesPerUser' | 'onQueueDropped'
  >
>

/** The event queues of one test. */
export interface Stage {
  readonly queues: EventQueues
  /** Opens more event queues, with other settings; closed after the test. */
  open: (options: StageOptions) => Promise<EventQueues>
}

/** The users of these tests. */
export const alice: QueueOwner = { realmId: 1, userId: 10 }
export const bob: QueueOwner = { realmId: 1, userId: 11 }
export const carol: QueueOwner = { realmId: 1, userId: 12 }
/** Has the same user id as Alice, in another realm. */
export const stranger: QueueOwner = { realmId: 2, userId: 10 }

/** A registration for all events of the owner's own conversations, without Markdown rendering. */
export function registrationOf(
  owner: QueueOwner,
  wishes: Partial<Registration> = {},
): Registration {
  return {
    ...owner,
    clientName: 'tests',
    eventTypes: null,
    spellsSubscriptions: false,
    narrow: [],
    applyMarkdown: false,
    clientGravatar: false,
    includeSubscribers: false,
    receivesPublicStreams: false,
    lifespanSeconds: 600,
    ...wishes,
  }
}

let latestOutboxId = Math.floor(Math.random() * 2 ** 40)

export function nextOutboxId(): number {
  latestOutboxId += 1
  return latestOutboxId
}

export interface DispatchDetails {
  to: readonly QueueOwner[]
  overlay?: Overlay
  isPublicStreamMessage?: boolean
  outboxId?: number
}

/** A dispatch of an event to some users, all of one realm. */
function dispatch(event: RealmEvent, details: DispatchDetails): Dispatch {
  const { to, overlay = {}, isPublicStreamMessage = false, outboxId = nextOutboxId() } = details
  const userIds = new Set(to.map((owner) => owner.userId))
  return {
    outboxId,
    realmId: to[0]?.realmId ?? alice.realmId,
    event,
    overlay,
    isPublicStreamMessage,
    selectUsers: async (online) => new Set(online.filter((id) => userIds.has(id))),
  }
}

/** A dispatch of a message, by default one from Bob to the stream "lunch". */
export function message(
  content: string,
  details: DispatchDetails & { fields?: Partial<PublishedMessage> },
): Dispatch {
  return dispatch({ type: 'message', message: messageRecord(content, details.fields) }, details)
}

/** A dispatch of an event that is not in the outbox. */
export function ephemeral(event: PlainEvent, details: DispatchDetails): Dispatch {
  const { outboxId: _none, ...rest } = dispatch(event, details)
  return rest
}

/** A dispatch of a presence event. */
export function presence(
  of: QueueOwner,
  status: 'active' | 'idle',
  details: DispatchDetails,
): Dispatch {
  const event: PlainEvent = {
    type: 'presence',
    user_id: of.userId,
    email: emailOf(of),
    server_timestamp: 0,
    presence: { website: { client: 'website', status, timestamp: 0, pushable: false } },
  }
  return ephemeral(event, details)
}

/** A subscription with only the fields that queues read. */
export function subscriptionTo(name: string, subscribers: number[]): SubscriptionRecord {
  return partOf<SubscriptionRecord>({ name, stream_id: 5, subscribers })
}

/** The event of a user who types, or stops typing, to nobody else. */
export function typingBy(of: QueueOwner, op: TypingOp): PlainEvent {
  const typist = { id: of.userId, email: emailOf(of) }
  return typingPrivately(op, typist, [typist])
}

function emailOf({ userId }: QueueOwner): string {
  return `${userId}@example.com`
}

export function pointer(position: number, details: DispatchDetails): Dispatch {
  return dispatch({ type: 'pointer', pointer: position }, details)
}

export function plain(event: PlainEvent, details: DispatchDetails): Dispatch {
  return dispatch(event, details)
}

export function messageRecord(
  content: string,
  fields: Partial<PublishedMessage> = {},
): PublishedMessage {
  return {
    id: 4711,
    type: 'stream',
    content,
    rendered_content: `<p>${content}</p>`,
    subject: 'pizza',
    subject_links: [],
    topic_links: [],
    display_recipient: 'lunch',
    stream_id: 5,
    recipient_id: 31,
    sender_id: bob.userId,
    sender_email: 'bob@example.com',
    sender_full_name: 'Bob',
    sender_short_name: 'bob',
    sender_realm_str: 'acme',
    avatar_url: 'https://gravatar.example/bob',
    avatar_is_gravatar: true,
    client: 'tests',
    timestamp: 1_544_180_400,
    is_me_message: false,
    reactions: [],
    submessages: [],
    ...fields,
  }
}

/** An event as a client reads it. */
export interface ReceivedEvent {
  id: number
  type: string
  message?: { content: string } & Record<string, unknown>
  [key: string]: unknown
}

/** Polls without parking. */
export async function read(
  queues: EventQueues,
  owner: QueueOwner,
  queueId: string,
  lastEventId = -1,
): Promise<ReceivedEvent[]> {
  return received(await queues.poll(queueId, owner, lastEventId, { park: false }))
}

/** Polls, parked until there is an event. */
export async function wait(
  queues: EventQueues,
  owner: QueueOwner,
  queueId: string,
  lastEventId = -1,
): Promise<ReceivedEvent[]> {
  return received(await queues.poll(queueId, owner, lastEventId, { park: true }))
}

/** Polls as a reader that has received more events than it has acknowledged. */
export async function readAfter(
  queues: EventQueues,
  owner: QueueOwner,
  queueId: string,
  cursors: { lastEventId: number; afterEventId: number },
): Promise<ReceivedEvent[]> {
  const { lastEventId, afterEventId } = cursors
  return received(await queues.poll(queueId, owner, lastEventId, { park: false, afterEventId }))
}

export function received(polled: { json: string }): ReceivedEvent[] {
  return shapedLike(parsed(polled.json), [{ id: 0, type: '' }])
}

/** The content of each event's message; undefined for other events. */
export function contents(events: readonly ReceivedEvent[]): (string | undefined)[] {
  return events.map((event) => event.message?.content)
}

/** Waits for a condition; checks it every millisecond. */
export async function until(condition: () => unknown): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 1))
}

/** Waits until a worker is connected to its stores. */
export async function untilReady(queues: EventQueues): Promise<void> {
  await until(() =>
    queues.ping().then(
      () => true,
      () => false,
    ),
  )
}
