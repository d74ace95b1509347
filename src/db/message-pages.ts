import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from './database'
import { isMarkedRead, joinReadableStream } from './message-access'
import type { Reader } from './message-access'
import { conditionOf, termsOf } from './message-narrow'
import type { NarrowCondition, ResolvedNarrow, ResolvedTerm } from './message-narrow'

/*
 * Which messages of a narrow are around an id: as SQL that reads in the order of ids and stops when
 * it has enough, however many there are.
 */

/** A stretch of a narrow. */
export interface PageRange {
  /** At most so many, the newest of those below this id. */
  before: { id: number; count: number }
  /** At most so many, the oldest of those from this id on. */
  from: { id: number; count: number }
}

/** Larger than any id of a message: nothing is searched from there on. Source: client notes 8.1. */
export const endOfHistory = 10_000_000_000_000_000

/** How much of the end of the history is looked through for what somebody received. */
const feedWindow = 4_000

type Direction = 'older' | 'newer'

/** Part of a narrow in one direction from an id, excluded when older and included when newer. */
interface Stretch {
  direction: Direction
  id: number
  count: number
}

/** Ids of a page, ascending. */
export async function listPageIds(
  db: Queryable,
  reader: Reader,
  narrow: ResolvedNarrow,
  range: PageRange,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (${pageOf(reader, narrow, range)}) page order by id`.execute(db)
  return rows.map((row) => row.id)
}

/** A query with a column `id`, to read messages with; in no order. */
export type MessagePage = RawBuilder<unknown>

/** The same as a query. */
export function pageOf(
  reader: Reader,
  narrow: ResolvedNarrow,
  { before, from }: PageRange,
): MessagePage {
  const stretches: Stretch[] = []
  if (before.count > 0 && before.id > 0) stretches.push({ direction: 'older', ...before })
  if (from.count > 0 && from.id < endOfHistory) stretches.push({ direction: 'newer', ...from })
  if (stretches.length === 0) return sql`select 0::bigint as id where false`
  return sql.join(
    stretches.map((stretch) => sql`(${stretchOf(reader, narrow, stretch)})`),
    sql` union all `,
  )
}

/** Those of the messages that are in a narrow. */
export function pageOfIds(
  reader: Reader,
  narrow: ResolvedNarrow,
  messageIds: readonly number[],
): MessagePage {
  return sql`
    select m.id from messages m
    where ${conditionOf(reader, narrow, 'm')} and m.id = any(${[...messageIds]}::bigint[])`
}

function stretchOf(reader: Reader, narrow: ResolvedNarrow, stretch: Stretch): RawBuilder<unknown> {
  if (narrow.base === 'history' && narrow.terms.every(isOftenTrue)) {
    return feedStretch(reader, narrow, stretch)
  }
  if (narrow.base === 'private' || saysUnread(narrow)) {
    return mergedStretch(reader, narrow, stretch)
  }
  return sql`
    select m.id from messages m where ${conditionOf(reader, narrow, 'm')}
    ${inStretch(stretch)}`
}

/** Bounds, order and limit of a stretch of the rows of `m`. */
function inStretch({ direction, id, count }: Stretch): RawBuilder<unknown> {
  return direction === 'older'
    ? sql`and m.id < ${id} order by m.id desc limit ${count}`
    : sql`and m.id >= ${id} order by m.id limit ${count}`
}

function saysUnread(narrow: ResolvedNarrow): boolean {
  return narrow.terms.some(({ condition, negated }) => condition.kind === 'unread' && !negated)
}

/**
 * Terms that take little away, or nothing of what is new: what they let through is found by looking
 * at one message after the other.
 */
function isOftenTrue({ condition, negated }: ResolvedTerm): boolean {
  return negated ? condition.kind !== 'private' : condition.kind === 'unread'
}

/**
 * Everything somebody received. Who reads much finds it among the nearest messages of all. Where
 * that is not enough, each of their streams and conversations is asked for its own.
 */
function feedStretch(
  reader: Reader,
  narrow: ResolvedNarrow,
  stretch: Stretch,
): RawBuilder<unknown> {
  const { direction, id, count } = stretch
  const isNewer = direction === 'newer'
  // Whoever is behind has read what comes first.
  const firstUnread = sql`coalesce((
    ${mergedStretch(reader, narrow, { direction: 'newer', id, count: 1 })}), ${endOfHistory})`
  const start = isNewer && saysUnread(narrow) ? firstUnread : sql`${id}`
  const order = isNewer ? sql`order by m.id` : sql`order by m.id desc`
  return sql`
    with near as materialized (
      select m.id from (
        select m.realm_id, m.id, m.stream_id, m.dm_group_id, m.sender_id, m.topic,
          m.has_attachment, m.has_image, m.has_link, m.search_vector, m.read_by_sender
        from messages m
        where m.realm_id = ${reader.realm_id} and m.id ${isNewer ? sql`>=` : sql`<`} ${start}
        ${order} limit ${sql.lit(feedWindow)}
      ) m where ${conditionOf(reader, narrow, 'm')} ${order} limit ${count}
    )
    select id from near where (select count(*) from near) >= ${count}
    union all
    select id from (${mergedStretch(reader, narrow, stretch)}) far
    where (select count(*) from near) < ${count}`
}

/**
 * What somebody received, stream by stream and conversation by conversation, each in the order of
 * its index and no further than needed.
 */
function mergedStretch(
  reader: Reader,
  narrow: ResolvedNarrow,
  stretch: Stretch,
): RawBuilder<unknown> {
  const unread = saysUnread(narrow)
  const terms = narrow.terms.filter(
    ({ condition, negated }) => negated || condition.kind !== 'unread',
  )
  const holds = sql`${termsOf(reader, { terms }, 'm')}
    ${unread ? sql`and not ${isMarkedRead(reader, 'm')}` : sql``} ${inStretch(stretch)}`
  const unreadOf = (read: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
    unread ? sql`and m.id >= ${firstGap(read, from)}` : sql``

  const streamId = positive(narrow, 'stream')?.streamId
  const inStreams = sql`
    select piece.id from subscription_periods period
    ${joinReadableStream(reader)}
    cross join lateral (
      select m.id from messages m
      where m.realm_id = ${reader.realm_id} and m.stream_id = period.stream_id
        and m.id > period.from_message_id
        and m.id <= coalesce(period.to_message_id, ${endOfHistory})
        ${unreadOf(sql`subscriptions.read`, sql`period.from_message_id`)} ${holds}
    ) piece
    where period.realm_id = ${reader.realm_id} and period.user_id = ${reader.id}
      ${streamId === undefined ? sql`` : sql`and period.stream_id = ${streamId}`}`

  const dmGroupId = positive(narrow, 'conversation')?.dmGroupId
  const inConversations = sql`
    select piece.id from dm_group_members member
    cross join lateral (
      select m.id from messages m
      where m.realm_id = ${reader.realm_id} and m.dm_group_id = member.dm_group_id
        ${unreadOf(sql`member.read`, sql`0`)} ${holds}
    ) piece
    where member.realm_id = ${reader.realm_id} and member.user_id = ${reader.id}
      ${dmGroupId === undefined ? sql`` : sql`and member.dm_group_id = ${dmGroupId}`}`

  const isPrivate = narrow.base === 'private' || dmGroupId !== undefined
  const sources = isPrivate
    ? [inConversations]
    : streamId === undefined
      ? [inStreams, inConversations]
      : [inStreams]
  const order = stretch.direction === 'older' ? sql`id desc` : sql`id`
  return sql`
    select id from (${sql.join(sources, sql` union all `)}) pieces
    order by ${order} limit ${stretch.count}`
}

/**
 * The first id that is not read: what was read up to a point need not be looked at message by
 * message.
 *
 * @param from nothing below it, nor itself, is asked for
 */
function firstGap(read: RawBuilder<unknown>, from: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce((
    select case when lower(part) <= ${from} + 1 then upper(part) end
    from unnest(${read}) part limit 1), 0)`
}

type ConditionOf<Kind> = Extract<NarrowCondition, { kind: Kind }>

function positive<Kind extends 'stream' | 'conversation'>(
  narrow: ResolvedNarrow,
  kind: Kind,
): ConditionOf<Kind> | undefined {
  const term = narrow.terms.find(({ condition, negated }) => !negated && condition.kind === kind)
  return term?.condition as ConditionOf<Kind> | undefined
}

/**
 * The first unread message of a narrow; undefined when all is read.
 *
 * @param skipsMuted leave out what the reader has muted
 */
export async function findFirstUnreadId(
  db: Queryable,
  reader: Reader,
  narrow: ResolvedNarrow,
  skipsMuted: boolean,
): Promise<number | undefined> {
  const unread = { condition: { kind: 'unread' }, negated: false } as const
  const notMuted = { condition: { kind: 'muted' }, negated: true } as const
  const terms = [...narrow.terms, unread, ...(skipsMuted ? [notMuted] : [])]
  const [id] = await listPageIds(
    db,
    reader,
    { ...narrow, terms },
    { before: { id: 0, count: 0 }, from: { id: 1, count: 1 } },
  )
  return id
}
