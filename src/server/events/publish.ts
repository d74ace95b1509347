import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import type { Database, Tx } from '../data/engine/database'
import { insertOutboxRowInEachRealm, insertOutboxRows } from '../data/engine/outbox'
import type { NewOutboxRow } from '../data/engine/outbox'
import type { Metrics } from '../lib/metrics'
import { slicesOf } from '../lib/turns'
import type { MessageEvent, Overlay, QueueCondition, RealmEvent } from '../../shared/events'
import { isMessageEvent } from '../wire/renderings'
import type { Audience, AudienceResolver, SelectAudience } from './audience'
import type { Dispatch, EventQueues } from './queues'

/** One event and its audience. */
export interface Publication {
  event: RealmEvent
  audience: Audience
  overlay?: Overlay
  /** Condition that a queue must meet; absent: none. */
  condition?: QueueCondition
  /**
   * Whether the event is a message to a public stream, which queues that opted in get without a
   * subscription of their owner.
   */
  isPublicStreamMessage?: boolean
  /**
   * Id of an account whose name or address the event contains, if the realm limits guests: guests
   * who may not see the account get the event without them.
   */
  identityOf?: number | undefined
}

/** The part of a publication that several events can share. */
interface Shared extends Omit<Publication, 'event'> {
  /**
   * Id of a user whose name, address and avatar are replaced: the copy for guests who may not see
   * the user.
   */
  veils?: number
}

/** Events that share everything but their content: one outbox row. */
interface EventSeries extends Shared {
  events: readonly RealmEvent[]
}

/** Max events per outbox row, which bounds its size. */
const maxEventsPerRow = 1_000

/**
 * The only way to clients: writes events into the outbox, in the transaction of the change they
 * report. They are delivered after its commit, in this order, and never without it. Successive events
 * with the same audience share a row.
 */
export async function publish(
  tx: Tx,
  realmId: number,
  publications: readonly Publication[],
): Promise<void> {
  const rows = inSeries(publications.filter(isForSomebody)).flatMap(splitForLimitedGuests)
  for (const slice of slicesOf(rows)) await insertOutboxRows(tx, realmId, slice.map(outboxRowOf))
}

function outboxRowOf({ events, ...shared }: EventSeries): NewOutboxRow {
  const [event] = events as [RealmEvent]
  return {
    body: events.length === 1 ? { event, ...shared } : { events, ...shared },
    // State changes must stay in order, or clients would stay wrong; messages have ids.
    inOrder: event.type !== 'message',
    streamIds: streamsOf(events),
    eventCount: events.length,
  }
}

function isForSomebody({ audience, isPublicStreamMessage }: Publication): boolean {
  const { userIds, ...further } = audience
  return (
    isPublicStreamMessage === true ||
    userIds === undefined ||
    userIds.length > 0 ||
    Object.keys(further).length > 0
  )
}

function inSeries(publications: readonly Publication[]): EventSeries[] {
  const series: { first: Publication; events: RealmEvent[] }[] = []
  for (const publication of publications) {
    const last = series.at(-1)
    if (last && last.events.length < maxEventsPerRow && areAlike(last.first, publication)) {
      last.events.push(publication.event)
    } else {
      series.push({ first: publication, events: [publication.event] })
    }
  }
  return series.map(({ first: { event: _, ...shared }, events }) => ({ ...shared, events }))
}

/** Whether the same queues get both events. Messages have a row each, since they are relayed in another way. */
function areAlike(one: Publication, other: Publication): boolean {
  return (
    one.event.type !== 'message' &&
    one.event.type === other.event.type &&
    !one.overlay &&
    !other.overlay &&
    one.identityOf === other.identityOf &&
    isDeepStrictEqual(one.condition, other.condition) &&
    (one.audience === other.audience || isDeepStrictEqual(one.audience, other.audience))
  )
}

/**
 * The streams that events concern; undefined: maybe all. No new message depends on changes of other
 * messages, so these concern none.
 */
function streamsOf(events: readonly RealmEvent[]): readonly number[] | undefined {
  const streamIds = new Set<number>()
  for (const event of events) {
    const concerned = streamsOfEvent(event)
    if (!concerned) return undefined
    for (const id of concerned) streamIds.add(id)
  }
  return [...streamIds]
}

const eventsOfStoredMessages: ReadonlySet<RealmEvent['type']> = new Set([
  'delete_message',
  'reaction',
  'submessage',
  'update_message',
  'update_message_flags',
])

function streamsOfEvent(event: RealmEvent): readonly number[] | undefined {
  if (isMessageEvent(event)) {
    const { stream_id: streamId } = event.message
    return streamId === undefined ? [] : [streamId]
  }
  // "Mark all as read" must stay before later messages, which are unread.
  if (event.type === 'update_message_flags' && event.all) return undefined
  if (eventsOfStoredMessages.has(event.type)) return []
  if (event.type !== 'stream' && event.type !== 'subscription') return undefined
  if ('stream_ids' in event) return event.stream_ids
  if ('stream_id' in event) return [event.stream_id]
  const records = event.type === 'stream' ? event.streams : event.subscriptions
  return records.map(({ stream_id: id }) => id)
}

/**
 * Splits a publication with `identityOf`: one copy for users who may see the account, one for
 * guests who may not.
 */
function splitForLimitedGuests(series: EventSeries): readonly EventSeries[] {
  const { identityOf: to, audience, ...rest } = series
  if (to === undefined) return [series]
  return [
    { ...rest, audience: { ...audience, about: to } },
    // Guests cannot opt in to public streams.
    {
      ...{ ...rest, isPublicStreamMessage: false, veils: to },
      audience: { strangers: { to, among: audience } },
    },
  ]
}

/** {@link publish} to the clients of every realm; for changes of the server. */
export async function publishToEveryRealm(tx: Tx, publication: Publication): Promise<void> {
  await insertOutboxRowInEachRealm(tx, { body: publication, inOrder: true })
}

/** Start of a message's publication; the id follows, once it is known. */
const beforeMessageId = '{"event":{"type":"message","message":{"id":'

/**
 * The outbox body of a message whose id is assigned by the statement that stores it: the text
 * before and after that id.
 */
export function bodyAroundMessageId({ event, ...rest }: Publication & { event: MessageEvent }): {
  before: string
  after: string
} {
  const { id: _id, ...message } = event.message
  const after = `,${JSON.stringify(message).slice(1)}},${JSON.stringify(rest).slice(1)}`
  return { before: beforeMessageId, after }
}

/**
 * The outbox body of an event with message ids that the statement finds: the text before and after
 * the list of ids.
 * @param publication an event with an empty `messages` list
 */
export function bodyAroundMessageIds(publication: Publication): { before: string; after: string } {
  const [before, after] = cutAt(JSON.stringify(publication), '"messages":[]')
  return { before: `${before}"messages":`, after }
}

function cutAt(text: string, mark: string): [before: string, after: string] {
  const start = text.indexOf(mark)
  if (start === -1) throw new Error('The event has no empty list of messages.')
  return [text.slice(0, start), text.slice(start + mark.length)]
}

/** Body of an outbox row: events for clients, or the removal of queues. */
export type OutboxBody =
  (Shared & { event: RealmEvent }) | EventSeries | { dropQueuesOf: readonly number[] }

/**
 * Deletes all event queues of users who lose access, and fails their parked polls, after the
 * commit. The order goes through the outbox, so it survives crashes and outages.
 */
export async function publishQueueRemoval(
  tx: Tx,
  realmId: number,
  userIds: readonly number[],
): Promise<void> {
  const body: OutboxBody = { dropQueuesOf: userIds }
  await insertOutboxRows(tx, realmId, [{ body, inOrder: true }])
}

/** Dependencies of {@link publishEphemeral}. */
interface EphemeralContext {
  audiences: AudienceResolver
  db: Pick<Database, 'query'>
  events: Pick<EventQueues, 'publish'>
  log: Logger
  metrics: Pick<Metrics, 'eventsPublished'>
}

/**
 * The second way to clients, for momentary facts that are stored nowhere, such as typing and
 * presence. It bypasses the outbox, goes straight to the queues, and never fails: while a store is
 * down such events are lost, and would soon be outdated anyway. Everything that clients must learn
 * goes through `publish`.
 *
 * Returns when the queues have the events, so that a caller who awaits each call keeps its order.
 * There is no order with respect to events from the outbox.
 */
export async function publishEphemeral(
  ctx: EphemeralContext,
  realmId: number,
  publications: readonly Omit<Publication, 'identityOf'>[],
): Promise<void> {
  const { audiences, db, events, log, metrics } = ctx
  try {
    const select = audiences.forBatch(db.query)
    await events.publish(
      publications.map((publication) => toDispatch(select, realmId, publication)),
    )
    metrics.eventsPublished.inc(publications.length)
  } catch (error) {
    log.warn({ err: error, events: publications.length }, 'events of the moment are lost')
  }
}

/**
 * A publication in the form that the queues take.
 * @param select resolves the audience when the queues ask for it
 */
export function toDispatch(
  select: SelectAudience,
  realmId: number,
  { event, audience, overlay, condition, isPublicStreamMessage }: Publication,
): Omit<Dispatch, 'outboxId'> {
  const messageId = event.type === 'message' ? event.message.id : undefined
  return {
    realmId,
    event,
    overlay: overlay ?? {},
    condition,
    isPublicStreamMessage: isPublicStreamMessage ?? false,
    selectUsers: (online) => select(realmId, audience, online, messageId),
  }
}
