import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import type { ImportScope } from '../import/keys'

/** A bridge as its process finds it. */
export interface BridgeRow {
  bot_id: number
  queue_id: string | null
  last_event_id: number | null
}

/** A channel of the other side and its stream here. */
export interface BridgeChannelRow {
  channel: string
  name: string
  stream_id: number
  /** Both are private, or neither is. */
  is_private: boolean
  after_message_id: number
  after_ts: string
  read_ts: string
}

/** Makes the row of a bridge whose process begins, or gives it another bot. */
export async function ensureBridge(
  db: Queryable,
  { realmId, source }: ImportScope,
  botId: number,
): Promise<BridgeRow> {
  const { rows } = await sql<BridgeRow>`
    insert into bridges (realm_id, source, bot_id) values (${realmId}, ${source}, ${botId})
    on conflict (realm_id, source) do update set bot_id = excluded.bot_id, ended_at = null,
      queue_id = case when bridges.bot_id = excluded.bot_id then bridges.queue_id end
    returning bot_id, queue_id, last_event_id`.execute(db)
  return rows[0] as BridgeRow
}

export async function findBridge(
  db: Queryable,
  { realmId, source }: ImportScope,
): Promise<BridgeRow | undefined> {
  const { rows } = await sql<BridgeRow>`
    select bot_id, queue_id, last_event_id from bridges
    where realm_id = ${realmId} and source = ${source}`.execute(db)
  return rows[0]
}

/** Remembers the event queue of a bridge, and the last of its events that the outbox has. */
export async function setBridgeQueue(
  db: Queryable,
  { realmId, source }: ImportScope,
  queueId: string,
  lastEventId: number,
): Promise<void> {
  await sql`
    update bridges set queue_id = ${queueId}, last_event_id = ${lastEventId}
    where realm_id = ${realmId} and source = ${source}`.execute(db)
}

/** Notes that the process of a bridge lives. @param error undefined: the last error stays */
export async function noteBridge(
  db: Queryable,
  { realmId, source }: ImportScope,
  { isConnected, error }: { isConnected: boolean; error?: string | null },
): Promise<void> {
  await sql`
    update bridges set alive_at = now(),
      connected_at = case when ${isConnected}::boolean then now() else connected_at end
      ${error === undefined ? sql`` : sql`, error = ${error}`}
    where realm_id = ${realmId} and source = ${source}`.execute(db)
}

/** Notes that an operator ended a bridge. */
export async function noteBridgeEnd(
  db: Queryable,
  { realmId, source }: ImportScope,
): Promise<void> {
  await sql`
    update bridges set ended_at = now() where realm_id = ${realmId} and source = ${source}`.execute(
    db,
  )
}

/**
 * Adds a channel to a bridge. Only messages from now on are carried: the newest of the stream, and those on the other side
 * before `ts`, stay where they are. A channel that is known keeps its row. @returns whether the channel is new
 */
export async function addBridgeChannel(
  tx: Tx,
  { realmId, source }: ImportScope,
  channel: Pick<BridgeChannelRow, 'channel' | 'name' | 'stream_id' | 'is_private'>,
  ts: string,
): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into bridge_channels (realm_id, source, channel, name, stream_id, is_private,
      after_message_id, after_ts, read_ts)
    select ${realmId}, ${source}, ${channel.channel}, ${channel.name}, ${channel.stream_id},
      ${channel.is_private}, coalesce((
        select max(id) from messages
        where realm_id = ${realmId} and stream_id = ${channel.stream_id}), 0), ${ts}, ${ts}
    on conflict (realm_id, source, channel) do update set name = excluded.name
    returning xmax = 0 as is_new`.execute(tx)
  return rows[0]?.is_new === true
}

/** The channels of a bridge, by their names. */
export async function listBridgeChannels(
  db: Queryable,
  { realmId, source }: ImportScope,
): Promise<BridgeChannelRow[]> {
  const { rows } = await sql<BridgeChannelRow>`
    select channel, name, stream_id, is_private, after_message_id, after_ts, read_ts from bridge_channels
    where realm_id = ${realmId} and source = ${source} order by name, channel`.execute(db)
  return rows
}

/** Notes that everything of a channel up to a time is in the inbox. */
export async function setReadTs(
  db: Queryable,
  { realmId, source }: ImportScope,
  channels: readonly string[],
  ts: string,
): Promise<void> {
  await sql`
    update bridge_channels set read_ts = ${ts}
    where realm_id = ${realmId} and source = ${source} and channel = any(${[...channels]}::text[])
      and read_ts < ${ts}`.execute(db)
}

/** Seconds without a sign of life after which a bridge counts as away; a process gives one every five. */
const awaySeconds = 30

const isConnected = sql<boolean>`
  coalesce(connected_at > now() - make_interval(secs => ${awaySeconds}), false)`

/** The state of a bridge, for operators. */
export interface BridgeState {
  source: string
  /** Without a sign of life or a connection for half a minute a bridge is away, unless an operator ended it. */
  state: 'connected' | 'away' | 'ended'
  bot_id: number
  alive_at: Date | null
  connected_at: Date | null
  /** An operator ended the process in order, and no other one has begun. */
  ended_at: Date | null
  error: string | null
  waiting_in: number
  waiting_out: number
  failed_in: number
  failed_out: number
}

/** The bridges of an organization, with the lengths of their journals. */
export async function listBridgeStates(db: Queryable, realmId: number): Promise<BridgeState[]> {
  const count = (table: string, failed: boolean) => sql`(
    select count(*)::int from ${sql.table(table)} waiting
    where waiting.realm_id = bridge.realm_id and waiting.source = bridge.source
      and ${failed ? sql`failed` : sql`not failed`})`
  const { rows } = await sql<BridgeState>`
    select source, case when ended_at is not null then 'ended'
        when ${isConnected} then 'connected' else 'away' end as state, bot_id, alive_at, connected_at, ended_at, error,
      ${count('bridge_inbox', false)} as waiting_in, ${count('bridge_inbox', true)} as failed_in,
      ${count('bridge_outbox', false)} as waiting_out, ${count('bridge_outbox', true)} as failed_out
    from bridges bridge where realm_id = ${realmId} order by source`.execute(db)
  return rows
}

/** The bridges of all organizations, for the metrics. Ages and numbers leave out bridges that have ended. */
export interface BridgeFigures {
  connected: number
  away: number
  ended: number
  /** Seconds for which the oldest change waits, by its way; 0 if none waits. */
  age_in: number
  age_out: number
  failed_in: number
  failed_out: number
}

export async function measureBridges(db: Queryable): Promise<BridgeFigures> {
  const waiting = (table: string, failed: boolean) => sql`
    ${sql.table(table)} waiting join bridges bridge
      on bridge.realm_id = waiting.realm_id and bridge.source = waiting.source
    where ended_at is null and ${failed ? sql`failed` : sql`not failed`}`
  const age = (since: string) =>
    sql`coalesce(extract(epoch from now() - min(${sql.ref(since)})), 0)::float8`
  const { rows } = await sql<BridgeFigures>`
    select count(*) filter (where ended_at is null and ${isConnected})::int as connected,
      count(*) filter (where ended_at is null and not ${isConnected})::int as away,
      count(*) filter (where ended_at is not null)::int as ended,
      (select ${age('received_at')} from ${waiting('bridge_inbox', false)}) as age_in,
      (select ${age('waits_since')} from ${waiting('bridge_outbox', false)}) as age_out,
      (select count(*)::int from ${waiting('bridge_inbox', true)}) as failed_in,
      (select count(*)::int from ${waiting('bridge_outbox', true)}) as failed_out
    from bridges`.execute(db)
  return rows[0] as BridgeFigures
}

/** Lets everything that was set aside be tried again. @returns the number of changes */
export async function retrySetAside(db: Queryable, realmId: number): Promise<number> {
  const again = (table: string, since: string) => sql`
    update ${sql.table(table)} set failed = false, attempts = 0, ${sql.ref(since)} = now()
    where realm_id = ${realmId} and failed returning 1`
  const { rows } = await sql<{ changes: number }>`
    with inward as (${again('bridge_inbox', 'received_at')}),
      outward as (${again('bridge_outbox', 'waits_since')})
    select ((select count(*) from inward) + (select count(*) from outward))::int as changes`.execute(
    db,
  )
  return rows[0]?.changes ?? 0
}

/**
 * Checks in a transaction that its process still has the lease of a bridge, and keeps others from taking it until the
 * end of the transaction.
 */
export async function holdBridge(
  tx: Tx,
  { duty, holder }: { duty: string; holder: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from leases where duty = ${duty} and holder = ${holder} and held_until > now()
    for share`.execute(tx)
  return rows.length > 0
}
