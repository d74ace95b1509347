import type { Logger } from 'pino'
import type { Database, Queryable, Tx } from '../db/engine/database'
import { insertOutboxRowInEachRealm, insertOutboxRows } from '../db/engine/outbox'
import type { Metrics } from '../runtime/metrics'
import type { MessageEvent, Overlay, QueueCondition, RealmEvent } from '../wire/events'
import type { Audience, AudienceResolver } from './audience'
import type { Dispatch, EventQueues } from './queues'

/** One event and whom it is for. */
export interface Publication {
  event: RealmEvent
  audience: Audience
  overlay?: Overlay
  /** Condition that queues must meet to get it; absent: all of them do. */
  condition?: QueueCondition
  /**
   * Whether it is a message to a public stream: queues that opted in get it although their owner is
   * not subscribed.
   */
  isPublicStreamMessage?: boolean
  /**
   * Account whose name or address the event has, where the realm keeps guests from knowing everybody:
   * those who may not know of it get the event without them.
   */
  identityOf?: number | undefined
}

/**
 * The one door to clients: writes events into the outbox of the transaction that makes the
 * change they tell of. They leave after its commit, in this order, and never without it.
 */
export async function publish(
  tx: Tx,
  realmId: number,
  publications: readonly Publication[],
): Promise<void> {
  await insertOutboxRows(
    tx,
    realmId,
    publications.flatMap(apartForStrangers).map((publication) => ({
      body: publication,
      // A client that missed the order of two changes of state would stay wrong for ever;
      // messages carry their own ids.
      inOrder: publication.event.type !== 'message',
    })),
  )
}

/** A publication to those alone who may not know an account that its event is to be veiled from. */
export interface VeiledPublication extends Publication {
  /** The account. */
  veils: number
}

/** Two publications in place of one whose event has what some may not know. */
function apartForStrangers(publication: Publication): readonly (Publication | VeiledPublication)[] {
  const { identityOf: to, audience, ...rest } = publication
  if (to === undefined) return [publication]
  return [
    { ...rest, audience: { ...audience, about: to } },
    // Whoever opts in to public streams is no guest.
    {
      ...{ ...rest, isPublicStreamMessage: false, veils: to },
      audience: { strangers: { to, among: audience } },
    },
  ]
}

/** {@link publish}, to the clients of every organisation; for changes of the server. */
export async function publishToEveryRealm(tx: Tx, publication: Publication): Promise<void> {
  await insertOutboxRowInEachRealm(tx, { body: publication, inOrder: true })
}

/** Beginning of a message's publication, after which comes the id that the message gets last. */
const beforeMessageId = '{"event":{"type":"message","message":{"id":'

/**
 * The body of the outbox row of a message that gets its id in the statement that stores it: as
 * text before and after that id.
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
 * The body of the outbox row of an event that names messages whose ids the statement finds: as text
 * before and after the list of them.
 *
 * @param publication of an event whose list is empty
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

/** Content of an outbox row: an event for clients, or the end of what clients hold open. */
export type OutboxBody = Publication | VeiledPublication | { dropQueuesOf: readonly number[] }

/**
 * Deletes all event queues of users who lose access, and fails their parked polls, once the
 * transaction commits. It goes through the outbox, so no crash and no outage can forget it.
 */
export async function publishQueueRemoval(
  tx: Tx,
  realmId: number,
  userIds: readonly number[],
): Promise<void> {
  const body: OutboxBody = { dropQueuesOf: userIds }
  await insertOutboxRows(tx, realmId, [{ body, inOrder: true }])
}

/** Things needed to publish events that go past the outbox. */
interface EphemeralContext {
  audiences: AudienceResolver
  db: Pick<Database, 'query'>
  events: Pick<EventQueues, 'publish'>
  log: Logger
  metrics: Pick<Metrics, 'eventsPublished'>
}

/**
 * The second door to clients, for what is true for a moment and stored nowhere: that somebody
 * types, or is there. It goes past the outbox, straight to the queues, and never fails: while a
 * store is away such events are lost, and a while later they would be wrong anyway. Whatever has
 * to be known goes through `publish`.
 *
 * Returns when the queues have the events, so that those of one caller who waits for each arrive
 * in their order. They have no order with what leaves the outbox meanwhile.
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
 * A publication as the queues take it.
 * @param db what the audience is looked up with when the queues ask for it
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
