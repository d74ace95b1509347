import { sql } from 'kysely'
import type { Queryable } from '../engine/database'
import { endOfHistory } from '../access/rule'
import type { Reader } from '../access/rule'
import { conditionOf } from './narrow-conditions'
import type { ResolvedNarrow, ResolvedTerm } from './narrow-conditions'
import { headColumns, indexedStretch, mergedStretch, nearStretch, saysUnread } from './page-queries'
import type { HeadQuery, Stretch } from './page-queries'

/* Finds the messages of a narrow around an id; see docs/queries.md. */

/** The part of a narrow around an id. */
export interface PageRange {
  /** The newest `count` messages below this id. */
  before: { id: number; count: number }
  /** The oldest `count` messages from this id on. */
  from: { id: number; count: number }
}

/** A message of a page. */
export interface MessageHead {
  id: number
  /**
   * Changes with the row of the message: the id of the PostgreSQL transaction that wrote it
   * (`xmin`).
   */
  version: string
}

/** The messages of a narrow around an id, ascending. */
export async function listPage(
  db: Queryable,
  reader: Reader,
  narrow: ResolvedNarrow,
  range: PageRange,
): Promise<MessageHead[]> {
  const stretches = stretchesOf(range, narrow)
  if (isFeed(narrow)) return listFeedPage(db, reader, narrow, stretches)
  const queryOf = narrow.base === 'private' || saysUnread(narrow) ? mergedStretch : indexedStretch
  return listHeads(
    db,
    stretches.map((stretch) => queryOf(reader, narrow, stretch)),
  )
}

/** Ids of the messages of a narrow around an id, ascending. */
export async function listPageIds(
  db: Queryable,
  reader: Reader,
  narrow: ResolvedNarrow,
  range: PageRange,
): Promise<number[]> {
  const heads = await listPage(db, reader, narrow, range)
  return heads.map(({ id }) => id)
}

/** The messages with these ids that are in a narrow, ascending. */
export async function listPageOfIds(
  db: Queryable,
  reader: Reader,
  narrow: ResolvedNarrow,
  messageIds: readonly number[],
): Promise<MessageHead[]> {
  const query = sql`
    select ${headColumns} from messages m
    where ${conditionOf(reader, narrow, 'm')} and m.id = any(${[...messageIds]}::bigint[])`
  return listHeads(db, [query])
}

/** The two directions of a range, each from the first id that the bounds of the narrow admit. */
function stretchesOf({ before, from }: PageRange, narrow: ResolvedNarrow): Stretch[] {
  const stretches: Stretch[] = []
  if (before.count > 0 && before.id > 0) {
    const id = Math.min(before.id, ...boundsIn(narrow, 'below'))
    stretches.push({ direction: 'older', ...before, id })
  }
  if (from.count > 0 && from.id < endOfHistory) {
    const id = Math.max(from.id, ...boundsIn(narrow, 'from'))
    stretches.push({ direction: 'newer', ...from, id })
  }
  return stretches
}

function boundsIn({ terms }: ResolvedNarrow, kind: 'from' | 'below'): number[] {
  return terms.flatMap(({ condition }) => (condition.kind === kind ? condition.id : []))
}

async function listHeads(db: Queryable, parts: readonly HeadQuery[]): Promise<MessageHead[]> {
  if (parts.length === 0) return []
  const { rows } = await sql<MessageHead>`
    ${sql.join(
      parts.map((part) => sql`(${part})`),
      sql` union all `,
    )}`.execute(db)
  return rows.sort((a, b) => a.id - b.id)
}

/** Whether a narrow contains most received messages, or most of the unread ones. */
function isFeed(narrow: ResolvedNarrow): boolean {
  return narrow.base === 'history' && narrow.terms.every(isOftenTrue)
}

/**
 * Whether a term excludes few messages, or few unread ones. A scan of the nearest messages then
 * finds enough.
 */
function isOftenTrue({ condition, negated }: ResolvedTerm): boolean {
  if (negated) return condition.kind !== 'private'
  return ['unread', 'from', 'below'].includes(condition.kind)
}

/**
 * All messages that the reader received. A scan of the nearest messages fills the page for most
 * readers; stretches it leaves short are queried per stream and conversation.
 */
async function listFeedPage(
  db: Queryable,
  reader: Reader,
  narrow: ResolvedNarrow,
  stretches: readonly Stretch[],
): Promise<MessageHead[]> {
  const queriesOf = (query: typeof nearStretch, some: readonly Stretch[]) =>
    some.map((stretch) => query(reader, narrow, stretch))
  const near = await listHeads(db, queriesOf(nearStretch, stretches))
  const headsIn = ({ direction, id }: Stretch) =>
    near.filter((head) => (direction === 'older' ? head.id < id : head.id >= id))
  const isFull = (stretch: Stretch) => headsIn(stretch).length >= stretch.count
  const short = stretches.filter((stretch) => !isFull(stretch))
  if (short.length === 0) return near
  const far = await listHeads(db, queriesOf(mergedStretch, short))
  return [...stretches.filter(isFull).flatMap(headsIn), ...far].sort((a, b) => a.id - b.id)
}

/**
 * The first unread message of a narrow; undefined if all are read.
 * @param skipsMuted leave out messages the reader has muted
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

/** The first message of a narrow sent at or after a time. */
export async function findFirstIdSince(
  db: Queryable,
  reader: Reader,
  narrow: ResolvedNarrow,
  time: Date,
): Promise<number | undefined> {
  const from = await findIdAtTime(db, reader.realm_id, time)
  const [id] = await listPageIds(db, reader, narrow, {
    before: { id: 0, count: 0 },
    from: { id: from, count: 1 },
  })
  return id
}

/**
 * The id from which on all messages were sent at or after a time. Times rise with ids, so a binary
 * search finds it in a few dozen steps without an index on times.
 */
export async function findIdAtTime(db: Queryable, realmId: number, time: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with recursive halves (low, high) as (
      select 0::bigint, coalesce(max(id), 0) + 1 from messages where realm_id = ${realmId}
      union all
      select
        case when probe.is_late then halves.low else probe.id + 1 end,
        case when probe.is_late then (halves.low + halves.high) / 2 else halves.high end
      from halves, lateral (
        select coalesce(min(nearest.id), halves.high - 1) as id,
          coalesce(bool_and(nearest.is_late), true) as is_late
        from (
          select id, sent_at >= ${time.toISOString()}::timestamptz as is_late from messages
          where realm_id = ${realmId} and id >= (halves.low + halves.high) / 2
            and id < halves.high
          order by id limit 1
        ) nearest
      ) probe
      where halves.low < halves.high
    )
    select max(low) as id from halves where low >= high`.execute(db)
  return rows[0]?.id ?? 0
}
