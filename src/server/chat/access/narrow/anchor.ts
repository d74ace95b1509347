import type { Queryable } from '../../../data/engine/database'
import { endOfHistory } from '../../../data/access/rule'
import type { Reader } from '../../../data/access/rule'
import type { ResolvedNarrow } from '../../../data/history/narrow-conditions'
import { findFirstUnreadId, findFirstIdSince } from '../../../data/history/pages'

/** A position in a narrow around which to read. Source: docs/protocol/history.md#anchors. */
export type Anchor = number | 'newest' | 'oldest' | 'first_unread' | { since: Date }

/**
 * The message id of an anchor. It is {@link endOfHistory} for the newest message, for the first unread when
 * everything is read, and for a time after the last message.
 */
export async function resolveAnchor(
  db: Queryable,
  reader: Reader,
  narrow: ResolvedNarrow,
  anchor: Anchor,
): Promise<number> {
  if (typeof anchor === 'number') return Math.min(Math.max(anchor, 0), endOfHistory)
  if (anchor === 'oldest') return 0
  if (anchor === 'newest') return endOfHistory
  if (anchor !== 'first_unread') {
    return (await findFirstIdSince(db, reader, narrow, anchor.since)) ?? endOfHistory
  }
  const skipsMuted = narrow.base === 'history' && narrow.terms.length === 0
  return (await findFirstUnreadId(db, reader, narrow, skipsMuted)) ?? endOfHistory
}
