import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Named } from './named'
import { rowsAs } from './rows'
import { fixedStatement } from './fixed-statement'
import { commitMarkOf, rememberOutboxEntries } from './transaction-effects'
import type { BareTx, Queryable, Tx } from './database'
import type { OutboxEntry } from './transaction-effects'

export interface NewOutboxRow {
  /** Stored as JSON text, which the database does not parse. */
  body: unknown
  /** Whether the event is a state change, which must not overtake another one. */
  inOrder: boolean
  /**
   * For a message the ids of its streams, empty for a private one; for a state change the streams whose
   * messages must not overtake it. Absent: any message.
   */
  streamIds?: readonly number[] | undefined
  /** Number of events in the body, which get an id each; absent: one. */
  eventCount?: number
}

/**
 * Part of a statement that writes events (rows `written`): inserts the mark that later tells
 * whether their transaction has committed, see commit-marks.ts.
 */
const markCommit = (mark: Named<string>): RawBuilder<unknown> => sql`
  insert into commits (id) select ${mark} where exists (select from written) on conflict do nothing`

/** Writes the events of a transaction, in order. One statement. */
export async function insertOutboxRows(
  tx: Tx,
  realmId: number,
  rows: readonly NewOutboxRow[],
): Promise<void> {
  if (rows.length === 0) return
  const given = rows.map(({ body, inOrder, streamIds, eventCount = 1 }) => ({
    body: JSON.stringify(body),
    in_order: inOrder,
    streams: streamIds ? `{${streamIds.join()}}` : null,
    event_count: eventCount,
  }))
  // `behind`: committed state changes of other transactions that concern the row are not relayed yet.
  const inserted = await sql<{ id: number; behind: boolean }>`
    with written as (
      insert into outbox (realm_id, body, in_order, holds_streams, further_ids)
      select ${realmId}, body, in_order, streams::bigint[],
        array(select nextval('outbox_id_seq') from generate_series(2, event_count))
      from ${rowsAs('given', given, {
        body: 'text',
        in_order: 'boolean',
        streams: 'text',
        event_count: 'integer',
      })}
      order by position
      returning id, exists (
        select from outbox earlier where earlier.realm_id = ${realmId} and earlier.in_order
          and (earlier.holds_streams is null or outbox.holds_streams is null
            or earlier.holds_streams && outbox.holds_streams)
      ) as behind
    ), marked as (${markCommit(commitMarkOf(tx))})
    select id, behind from written`.execute(tx)
  const behind = inserted.rows.some((row) => row.behind)
  const ids = inserted.rows.map((row) => row.id).sort((a, b) => a - b)
  rememberOutboxEntries(
    tx,
    rows.map((row, index) => ({
      realmId,
      outboxId: ids[index] as number,
      body: row.body,
      inOrder: row.inOrder || behind,
    })),
  )
}

/** Writes an event for the clients of every active realm. One statement. */
export async function insertOutboxRowInEachRealm(
  tx: Tx,
  { body, inOrder }: NewOutboxRow,
): Promise<void> {
  const inserted = await sql<{ id: number; realm_id: number }>`
    with written as (
      insert into outbox (realm_id, body, in_order)
      select id, ${JSON.stringify(body)}, ${inOrder} from realms where deactivated_at is null
      returning id, realm_id
    ), marked as (${markCommit(commitMarkOf(tx))})
    select id, realm_id from written order by id`.execute(tx)
  rememberOutboxEntries(
    tx,
    inserted.rows.map(({ id, realm_id: realmId }) => ({
      realmId,
      outboxId: id,
      body,
      inOrder,
    })),
  )
}

/** The text of an event before and after its list of message ids. */
export interface BodyAroundIds {
  before: string
  after: string
}

/** An event to write: its text around the ids, its realm, and the mark of its transaction. */
export interface NamedEvent {
  realmId: Named<number>
  before: Named<string>
  after: Named<string>
  /** See {@link commitMarkOf}. */
  mark: Named<string>
}

/** Max message ids per event. */
const idsPerEvent = 10_000

/**
 * The last queries of a statement: they write events with the message ids that the statement finds,
 * so that the ids need not travel to the worker and back. The events are about these messages, so new messages
 * need not wait for them. See {@link rememberInsertedEvents}.
 * @param found has one row with the array `ids`
 */
export function insertEventsNaming(
  found: RawBuilder<unknown>,
  { realmId, before, after, mark }: NamedEvent,
): RawBuilder<unknown> {
  return sql`, written as (
      insert into outbox (realm_id, body, in_order, holds_streams)
      select ${realmId}::bigint, ${before}::text
        || array_to_json(ids[first : first + ${idsPerEvent} - 1])::text || ${after}::text, true, '{}'
      from ${found}, generate_series(1, cardinality(ids), ${idsPerEvent}) as first
      order by first
      returning id
    ), marked as (${markCommit(mark)})
    select id as outbox_id from written order by id`
}

/** Result row of {@link insertEventsNaming}, one per event. */
export interface InsertedEvent {
  outbox_id: number
}

export function rememberInsertedEvents(
  tx: Tx,
  realmId: number,
  inserted: readonly InsertedEvent[],
): void {
  rememberOutboxEntries(
    tx,
    inserted.map(({ outbox_id: outboxId }) => ({
      realmId,
      outboxId,
      body: undefined,
      inOrder: true,
    })),
  )
}

interface TakenRow {
  id: number
  body: string
  in_order: boolean
  further_ids: string
}

/*
 * The oldest rows are those up to the last of them, so the statement has no join. The table is nearly always empty, and
 * a plan made then would compare each of 500 rows with each of 10,000.
 */
const deleteOldestRows = fixedStatement<TakenRow, 'realmId' | 'atMost'>(
  ['realmId', 'atMost'],
  ({ realmId, atMost }) => sql<TakenRow>`
    delete from outbox
    where realm_id = ${realmId} and id <= (
      select max(id) from (
        select id from outbox where realm_id = ${realmId} order by id limit ${atMost} for update
      ) oldest
    )
    returning outbox.id, outbox.body, outbox.in_order, outbox.further_ids::text`,
)

/**
 * Deletes unrelayed rows of a realm and returns them, oldest first: the locks hide them from other
 * workers until the transaction ends, and a rollback restores them.
 */
export async function takeOutboxRows(
  tx: BareTx,
  realmId: number,
  atMost: number,
): Promise<OutboxEntry[]> {
  const rows = await deleteOldestRows(tx, { realmId, atMost })
  return rows
    .sort((a, b) => a.id - b.id)
    .map((row) => ({
      realmId,
      outboxId: row.id,
      body: JSON.parse(row.body) as unknown,
      inOrder: row.in_order,
      furtherIds: numbersIn(row.further_ids),
    }))
}

/** The numbers of an array in PostgreSQL's text form, which both databases return alike. */
function numbersIn(text: string): number[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)
}

export async function deleteOutboxRows(
  db: Queryable,
  realmId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`delete from outbox where realm_id = ${realmId} and id = any(${[...ids]}::bigint[])`.execute(
    db,
  )
}

/** Whether a row is so old that its worker has died, or that the queues were unreachable. */
export const isStaleRow = sql<boolean>`outbox.created_at < now() - interval '2 seconds'`

/** Realms with rows that their worker failed to relay. */
export async function listRealmsWithStaleRows(db: Queryable): Promise<number[]> {
  const rows = await db
    .selectFrom('outbox')
    .select('realm_id')
    .distinct()
    .where(isStaleRow)
    .execute()
  return rows.map((row) => row.realm_id)
}

/**
 * Advances the ids of future rows to the current time in microseconds, faster than rows can be
 * numbered. Queues ignore ids they have already seen; so a database that is new, or restored from a
 * backup, must not reuse ids.
 */
export async function advanceOutboxIds(db: Queryable): Promise<void> {
  await sql`
    select setval('outbox_id_seq', greatest(
      last_value, (extract(epoch from clock_timestamp()) * 1000000)::bigint))
    from outbox_id_seq`.execute(db)
}
