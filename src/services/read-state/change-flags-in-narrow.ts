import type { AppContext } from '../../context'
import { listPageIds } from '../../db/history/pages'
import { endOfHistory } from '../../db/access/rule'
import type { Requester } from '../authentication'
import { BadRequestError } from '../errors'
import { maxMessagesPerReply } from '../messages/history/history'
import type { HistoryRange } from '../messages/history/history'
import { resolveAnchor } from '../narrow/anchor'
import { resolveNarrow } from '../narrow/resolve'
import { parseMessageNarrow } from '../narrow/terms'
import { changeFlags, checkFlagChange } from './change-flags'
import type { FlagChange } from './change-flags'

export interface ProcessedRange {
  processedIds: number[]
  changedCount: number
  foundOldest: boolean
  foundNewest: boolean
  ignoredStreamIds: number[]
}

/**
 * Changes a flag of a range of the messages of a narrow. It goes by ids, so the next range is right
 * also when the narrow asks for the very flag that changes.
 *
 * @param narrow as the client wrote it
 * @throws BadNarrowError; BadRequestError for flags that nobody can set, and for too long a range
 * Source: docs/protocol/history.md#flags-narrow.
 */
export async function changeFlagsInNarrow(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  requester: Requester,
  narrow: readonly unknown[],
  range: HistoryRange,
  change: FlagChange,
): Promise<ProcessedRange> {
  checkFlagChange(change)
  const { before, after, includeAnchor } = range
  if (before + after > maxMessagesPerReply) {
    throw new BadRequestError(`Too many messages requested (maximum ${maxMessagesPerReply}).`)
  }
  if (!includeAnchor && before > 0 && after > 0) {
    throw new BadRequestError('The anchor can only be excluded at an end of the range')
  }
  const db = ctx.db.query
  const resolved = await resolveNarrow(db, requester, parseMessageNarrow(narrow))
  const anchor = await resolveAnchor(db, requester, resolved, range.anchor)
  const isAtEnd = anchor === endOfHistory

  const ids = await listPageIds(db, requester, resolved, {
    before: { id: anchor, count: before },
    // Whether the anchor is there is not known before: so room is left for it.
    from: includeAnchor
      ? { id: anchor, count: after + 1 }
      : { id: isAtEnd ? anchor : anchor + 1, count: after },
  })
  const beforeCount = ids.filter((id) => id < anchor).length
  let afterCount = ids.filter((id) => id > anchor).length
  if (afterCount > after) {
    ids.pop()
    afterCount -= 1
  }
  const { changedIds, ignoredStreamIds } = await changeFlags(ctx, requester, ids, change)
  return {
    processedIds: ids,
    changedCount: changedIds.length,
    foundOldest: anchor === 0 || beforeCount < before,
    foundNewest: isAtEnd || afterCount < after,
    ignoredStreamIds,
  }
}
