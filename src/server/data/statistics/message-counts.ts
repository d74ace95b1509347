import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { notPrepared } from '../engine/planning'

/** Values of `stream_id` that mean private conversations: of up to two users, and of more. */
const privatePlaces = { pair: 0, group: -1 } as const

/** Number of messages by day, sender, stream and client. */
function selectPlain(conditions: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select (messages.sent_at at time zone 'utc')::date as day, messages.sender_id,
      coalesce(messages.stream_id,
        case when cardinality(string_to_array(dm_groups.member_key, ',')) > 2
          then ${privatePlaces.group}::bigint else ${privatePlaces.pair}::bigint end) as stream_id,
      messages.client, count(*) as messages
    from messages
    left join dm_groups on dm_groups.realm_id = messages.realm_id
      and dm_groups.id = messages.dm_group_id
    where ${conditions}
    group by 1, 2, 3, 4`
}

/** Realms, and the id of the last counted message of each. */
export async function listCountProgress(
  db: Queryable,
): Promise<{ realmId: number; countedId: number }[]> {
  return db
    .selectFrom('realms')
    .leftJoin('message_count_progress', 'message_count_progress.realm_id', 'realms.id')
    .select([
      'realms.id as realmId',
      sql<number>`coalesce(message_count_progress.counted_id, 0)`.as('countedId'),
    ])
    .orderBy('realms.id')
    .execute()
}

/**
 * The id up to which a realm may be counted next: that of a message sent before a time, among the
 * first `atMost` uncounted ones; undefined if there is none.
 */
export async function findCountableId(
  db: Queryable,
  realmId: number,
  countedId: number,
  { before, atMost }: { before: Date; atMost: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number | null }>`
    select max(id) filter (where sent_at < ${before.toISOString()}::timestamptz) as id
    from (select id, sent_at from messages
      where realm_id = ${realmId} and id > ${countedId}
      order by id limit ${atMost}) as next`.execute(db)
  return rows[0]?.id ?? undefined
}

/**
 * Counts the messages of a realm after one id up to another, unless another worker did so
 * meanwhile. The first statement locks the progress row.
 */
export async function countMessages(
  tx: Tx,
  realmId: number,
  { after, upTo }: { after: number; upTo: number },
): Promise<void> {
  const { rows } = await sql`
    insert into message_count_progress (realm_id, counted_id) values (${realmId}, ${upTo})
    on conflict (realm_id) do update set counted_id = excluded.counted_id
      where message_count_progress.counted_id = ${after}
    returning realm_id`.execute(tx)
  if (rows.length === 0) return
  const conditions = sql`messages.realm_id = ${realmId}
    and messages.id > ${after} and messages.id <= ${upTo}`
  await sql`
    insert into message_counts (realm_id, day, sender_id, stream_id, client, messages)
    select ${realmId}::bigint, counted.* from (${selectPlain(conditions)}) as counted
    on conflict (realm_id, day, sender_id, stream_id, client)
      do update set messages = message_counts.messages + excluded.messages`.execute(tx)
}

/** Selects counts. Days are texts, `2026-01-05`, in UTC. */
export interface CountFilter {
  realmId: number
  /** User whose messages are also counted separately. */
  userId: number
  from: string
  to: string
  /** Only messages of this stream. */
  streamId?: number | undefined
}

export type CountKind = 'client' | 'sender' | 'place'

export interface DayCount {
  day: string
  label: string
  everyone: number
  /** Messages of the user of the filter. */
  own: number
}

const labels: Readonly<Record<CountKind, RawBuilder<string>>> = {
  client: sql`counted.client`,
  sender: sql`case when users.is_bot then 'bot' else 'human' end`,
  place: sql`case
    when counted.stream_id = ${privatePlaces.pair} then 'pair'
    when counted.stream_id = ${privatePlaces.group} then 'group'
    when streams.invite_only then 'private' else 'public' end`,
}

/** The id of the last counted message of a realm. */
async function readCountedId(db: Queryable, realmId: number): Promise<number> {
  const row = await db
    .selectFrom('message_count_progress')
    .select('counted_id')
    .where('realm_id', '=', realmId)
    .executeTakeFirst()
  return row?.counted_id ?? 0
}

/** Counted days, plus the messages sent since the last count. */
function selectCounted(
  { realmId, from, to, streamId }: CountFilter,
  countedId: number,
): RawBuilder<unknown> {
  const counted = sql`realm_id = ${realmId} and day between ${from}::date and ${to}::date`
  // The id as a value shows the planner how few messages are new; more may have been counted since
  // it was read.
  const since = sql`messages.realm_id = ${realmId} and messages.id > ${countedId}
    and messages.id > coalesce(
      (select counted_id from message_count_progress where realm_id = ${realmId}), 0)`
  const ofStream = (table: string) =>
    streamId === undefined ? sql`` : sql`and ${sql.ref(`${table}.stream_id`)} = ${streamId}`
  return sql`
    select day, sender_id, stream_id, client, messages from message_counts
    where ${counted} ${ofStream('message_counts')}
    union all
    select * from (${selectPlain(sql`${since} ${ofStream('messages')}`)}) as fresh
    where day between ${from}::date and ${to}::date`
}

/** Number of messages per day and label. One statement; see docs/queries.md#statistics. */
export async function listDayCounts(
  db: Queryable,
  filter: CountFilter,
  kind: CountKind,
): Promise<DayCount[]> {
  const countedId = await readCountedId(db, filter.realmId)
  const { rows } = await sql<DayCount>`
    ${notPrepared} select to_char(counted.day, 'YYYY-MM-DD') as day, ${labels[kind]} as label,
      sum(counted.messages)::int as everyone,
      coalesce(sum(counted.messages) filter (where counted.sender_id = ${filter.userId}), 0)::int as own
    from (${selectCounted(filter, countedId)}) as counted
    join users on users.realm_id = ${filter.realmId} and users.id = counted.sender_id
    left join streams on streams.realm_id = ${filter.realmId} and streams.id = counted.stream_id
    where not users.is_system_bot
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

export interface PeopleCount {
  day: string
  /** People who sent a message on the day, and on it or in the 14 days before. */
  ofDay: number
  ofFortnight: number
  /** Existing active accounts. */
  all: number
}

/** Number of people per day. One statement; see docs/queries.md#statistics. */
export async function listPeopleCounts(db: Queryable, filter: CountFilter): Promise<PeopleCount[]> {
  const earlier = new Date(Date.parse(filter.from) - 14 * 86_400_000).toISOString().slice(0, 10)
  const countedId = await readCountedId(db, filter.realmId)
  const { rows } = await sql<PeopleCount>`
    ${notPrepared} with people as materialized (
      select id, (date_joined at time zone 'utc')::date as joined,
        (deactivated_at at time zone 'utc')::date as ended
      from users where realm_id = ${filter.realmId} and not is_bot
    ), active as materialized (
      select distinct counted.day, counted.sender_id
      from (${selectCounted({ ...filter, from: earlier }, countedId)}) as counted
      join people on people.id = counted.sender_id
    ), days as (
      select day::date from generate_series(${filter.from}::date, ${filter.to}::date,
        interval '1 day') as day
    )
    select to_char(days.day, 'YYYY-MM-DD') as day,
      (select count(*)::int from active where active.day = days.day) as "ofDay",
      (select count(distinct sender_id)::int from active
        where active.day between days.day - 14 and days.day) as "ofFortnight",
      (select count(*)::int from people
        where joined <= days.day and (ended is null or ended > days.day)) as "all"
    from days order by days.day`.execute(db)
  return rows
}
