import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isMarkedRead, joinReadableStream } from '../access/message-conditions'
import { endOfHistory, isInPeriod } from '../access/rule'
import type { Reader } from '../access/rule'
import { roughLimit } from '../engine/planning'
import { messageColumns } from '../engine/row-columns'
import { conditionOf, termsOf } from './narrow-conditions'
import type { NarrowCondition, ResolvedNarrow } from './narrow-conditions'

/*
 * A part of a narrow in one direction from an id, as SQL that reads in the order of ids and stops
 * at its limit.
 */

/** Number of newest messages scanned for the ones a reader received. */
const feedWindow = 4_000

/** Part of a narrow in one direction from an id; `older` excludes the id, `newer` includes it. */
export interface Stretch {
  direction: 'older' | 'newer'
  id: number
  count: number
}

/** A query with the {@link headColumns}, ordered by id. */
export type HeadQuery = RawBuilder<unknown>

/** The columns of a MessageHead, from the rows of `m`. */
export const headColumns = sql`m.id, m.xmin::text as version`

/** Columns that the terms of a narrow may refer to. */
const columnsOfM = sql.join(messageColumns.map((column) => sql.ref(`m.${column}`)))

/** Query for one direction; the planner chooses the index. */
export function indexedStretch(
  reader: Reader,
  narrow: ResolvedNarrow,
  stretch: Stretch,
): HeadQuery {
  const candidates = (limit: RawBuilder<unknown>) => sql`
    select ${headColumns} from messages m where ${conditionOf(reader, narrow, 'm')}
    ${inStretch(stretch, limit)}`
  return namesPlace(narrow) ? soonPlanned(stretch, candidates) : candidates(sql`${stretch.count}`)
}

/** Whether one index alone can serve the narrow, so that the plan never changes. */
function namesPlace(narrow: ResolvedNarrow): boolean {
  return (
    narrow.base === 'named' &&
    narrow.terms.every(
      ({ condition, negated }) =>
        !negated && ['stream', 'conversation', 'topic'].includes(condition.kind),
    )
  )
}

/**
 * Query with a rounded LIMIT inside the exact one, so that PostgreSQL reuses the prepared plan.
 * @param candidates builds the inner query, in the order of the stretch, for a given limit
 */
function soonPlanned(
  { direction, count }: Stretch,
  candidates: (limit: RawBuilder<unknown>) => HeadQuery,
): HeadQuery {
  return sql`
    select id, version from (${candidates(roughLimit(count))}) candidates
    order by ${direction === 'older' ? sql`id desc` : sql`id`} limit ${count}`
}

/** Bounds, order and limit of a stretch of the rows of `m`. */
function inStretch(
  { direction, id, count }: Stretch,
  limit: RawBuilder<unknown> = sql`${count}`,
): RawBuilder<unknown> {
  return direction === 'older'
    ? sql`and m.id < ${id} order by m.id desc limit ${limit}`
    : sql`and m.id >= ${id} order by m.id limit ${limit}`
}

export function saysUnread(narrow: ResolvedNarrow): boolean {
  return narrow.terms.some(({ condition, negated }) => condition.kind === 'unread' && !negated)
}

/** The part of a stretch found among the {@link feedWindow} nearest messages of the realm. */
export function nearStretch(reader: Reader, narrow: ResolvedNarrow, stretch: Stretch): HeadQuery {
  const { direction, id } = stretch
  const isNewer = direction === 'newer'
  // Begins at the first unread message, since the first messages of the window are usually read.
  const firstUnread = sql`coalesce((
    select id from (
      ${mergedStretch(reader, narrow, { direction: 'newer', id, count: 1 })}) first_unread
  ), ${endOfHistory})`
  const start = isNewer && saysUnread(narrow) ? firstUnread : sql`${id}`
  const order = isNewer ? sql`order by m.id` : sql`order by m.id desc`
  return soonPlanned(
    stretch,
    (limit) => sql`
      select m.id, m.version from (
        select m.xmin::text as version, m.search_vector, ${columnsOfM}
        from messages m
        where m.realm_id = ${reader.realm_id} and m.id ${isNewer ? sql`>=` : sql`<`} ${start}
        ${order} limit ${sql.lit(feedWindow)}
      ) m where ${conditionOf(reader, narrow, 'm')} ${order} limit ${limit}`,
  )
}

/**
 * Messages that a reader received, found per stream and per conversation: each source reads in the
 * order of its index and stops at the limit.
 */
export function mergedStretch(reader: Reader, narrow: ResolvedNarrow, stretch: Stretch): HeadQuery {
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
    select piece.id, piece.version from subscription_periods period
    ${joinReadableStream(reader)}
    cross join lateral (
      select ${headColumns} from messages m
      where m.realm_id = ${reader.realm_id} and m.stream_id = period.stream_id
        and ${isInPeriod(sql`m.id`)}
        ${unreadOf(sql`subscriptions.read`, sql`period.from_message_id`)} ${holds}
    ) piece
    where period.realm_id = ${reader.realm_id} and period.user_id = ${reader.id}
      ${streamId === undefined ? sql`` : sql`and period.stream_id = ${streamId}`}`

  const dmGroupId = positive(narrow, 'conversation')?.dmGroupId
  const inConversations = sql`
    select piece.id, piece.version from dm_group_members member
    cross join lateral (
      select ${headColumns} from messages m
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
    select id, version from (${sql.join(sources, sql` union all `)}) pieces
    order by ${order} limit ${stretch.count}`
}

/**
 * The first unread id above `from`: skips the range that was read without a gap.
 * @param from exclusive lower bound
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
