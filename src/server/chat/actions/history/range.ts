import type { Queryable } from '../../../data/engine/database'
import { endOfHistory } from '../../../data/access/rule'
import type { Reader } from '../../../data/access/rule'
import type { ResolvedNarrow } from '../../../data/history/narrow-conditions'
import { listPage } from '../../../data/history/pages'
import type { MessageHead } from '../../../data/history/pages'
import { BadRequestError } from '../../rules/errors'
import { resolveAnchor } from '../../access/narrow/anchor'
import type { Anchor } from '../../access/narrow/anchor'

/** Max messages in one reply. */
export const maxMessagesPerReply = 5_000

/** A requested range of messages around an anchor. */
export interface HistoryRange {
  anchor: Anchor
  before: number
  after: number
  includeAnchor: boolean
}

/** A requested range, in a narrow as the client wrote it. */
export interface NarrowRange extends HistoryRange {
  narrow: readonly unknown[]
}

/** A range with names and anchor replaced by ids. */
export type ResolvedRange = Omit<HistoryRange, 'anchor'> & {
  narrow: ResolvedNarrow
  anchor: number
}

/** Refuses ranges that are too long or have a gap at the anchor. @throws BadRequestError */
export function checkRange({ before, after, includeAnchor }: HistoryRange): void {
  if (before + after > maxMessagesPerReply) {
    throw new BadRequestError(`Too many messages requested (maximum ${maxMessagesPerReply}).`)
  }
  if (!includeAnchor && before > 0 && after > 0) {
    throw new BadRequestError('The anchor can only be excluded at an end of the range')
  }
}

/** Replaces the anchor of a range by a message id. */
export async function resolveRange(
  db: Queryable,
  reader: Reader,
  narrow: ResolvedNarrow,
  range: HistoryRange,
): Promise<ResolvedRange> {
  return { ...range, narrow, anchor: await resolveAnchor(db, reader, narrow, range.anchor) }
}

/** The messages of a range, by ascending id. Source: docs/protocol/history.md#page. */
export async function listRange(
  db: Queryable,
  reader: Reader,
  { narrow, anchor, before, after, includeAnchor }: ResolvedRange,
): Promise<MessageHead[]> {
  const heads = await listPage(db, reader, narrow, {
    before: { id: anchor, count: before },
    // Ask for one more message, since the anchor may or may not be in the narrow.
    from: includeAnchor
      ? { id: anchor, count: after + 1 }
      : { id: anchor === endOfHistory ? anchor : anchor + 1, count: after },
  })
  const newer = heads.filter(({ id }) => id > anchor).length
  return newer > after ? heads.slice(0, -1) : heads
}

/** Whether a range reached the ends of its narrow. @param heads the whole range */
export function endsOf(
  { anchor, before, after }: ResolvedRange,
  heads: readonly Pick<MessageHead, 'id'>[],
): { foundOldest: boolean; foundNewest: boolean } {
  const older = heads.filter(({ id }) => id < anchor).length
  const newer = heads.filter(({ id }) => id > anchor).length
  return {
    foundOldest: anchor === 0 || older < before,
    foundNewest: anchor === endOfHistory || newer < after,
  }
}

/**
 * The anchor first, then its neighbors alternately from both sides, so that cutting off the end leaves no
 * gap.
 *
 * @param heads by ascending id
 */
export function nearestFirst<Head extends { id: number }>(
  heads: readonly Head[],
  anchor: number,
): Head[] {
  const start = heads.findIndex(({ id }) => id >= anchor)
  const older = (start === -1 ? [...heads] : heads.slice(0, start)).reverse()
  const newer = start === -1 ? [] : heads.slice(start)
  const nearest: Head[] = []
  for (let step = 0; step < Math.max(older.length, newer.length); step += 1) {
    nearest.push(...newer.slice(step, step + 1), ...older.slice(step, step + 1))
  }
  return nearest
}
