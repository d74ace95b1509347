import type { Logger } from 'pino'
import type { Database, Queryable, Tx } from '../data/engine/database'
import { insertOutboxRowInEachRealm, insertOutboxRows } from '../data/engine/outbox'
import type { Metrics } from '../lib/metrics'
import type { MessageEvent, Overlay, QueueCondition, RealmEvent } from '../../shared/events'
import type { Audience, AudienceResolver } from './audience'
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

/**
 * The only way to clients: writes events into the outbox, in the transaction of the change they
 * report. They are delivered after its commit, in this order, and never without it.
 */
export async function publish(
  tx: Tx,
  realmId: number,
  publications: readonly Publication[],
): Promise<void> {
  await insertOutboxRows(
    tx,
    realmId,
    publications.flatMap(splitForLimitedGuests).map((publication) => ({
      body: publication,
      // State changes must stay in order, or clients would stay wrong; messages have ids.
      inOrder: publication.event.type !== 'message',
    })),
  )
}

/** The copy for guests who may not see the user: name, address and avatar are replaced. */
export interface AnonymizedPublication extends Publication {
  /** Id of that user. */
  veils: number
}

/**
 * Splits a publication with `identityOf`: one copy for users who may see the account, one for
 * guests who may not.
 */
function splitForLimitedGuests(
  publication: Publication,
): readonly (Publication | AnonymizedPublication)[] {
  const { identityOf: to, audience, ...rest } = publication
  if (to === undefined) return [publication]
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

/** Body of an outbox row: an event for clients, or the removal of queues. */
export type OutboxBody = Publication | AnonymizedPublication | { dropQueuesOf: readonly number[] }

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
    await events.publish(
      publications.map((publication) => toDispatch(db.query, audiences, realmId, publication)),
    )
    metrics.eventsPublished.inc(publications.length)
  } catch (error) {
    log.warn({ err: error, events: publications.length }, 'events of the moment are lost')
  }
}

/**
 * A publication in the form that the queues take.
 * @param db connection for resolving the audience when the queues ask for it
 */
export function toDispatch(
  db: Queryable,
  audiences: AudienceResolver,
  realmId: number,
  { event, audience, overlay, condition, isPublicStreamMessage }: Publication,
): Omit<Dispatch, 'outboxId'> {
  return {
    realmId,
    event,
    overlay: overlay ?? {},
    condition,
    isPublicStreamMessage: isPublicStreamMessage ?? false,
    selectUsers: (online) => audiences.select(db, realmId, audience, online),
  }
}
