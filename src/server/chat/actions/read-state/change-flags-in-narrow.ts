import type { AppContext } from '../../../context'
import { isSearch } from '../../../data/history/narrow-conditions'
import type { Queryable } from '../../../data/engine/database'
import type { Requester } from '../../rules/authentication'
import { checkRange, endsOf, listRange, resolveRange } from '../history/range'
import type { NarrowRange } from '../history/range'
import { resolveNarrow } from '../../access/narrow/resolve'
import { parseMessageNarrow } from '../../access/narrow/terms'
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
 * Changes a flag on a range of messages in a narrow. Ranges are bounded by message id, so the next range
 * is right even if the narrow filters by the flag that changes.
 *
 * @throws BadNarrowError; BadRequestError for a flag that users cannot set, and for too long a range
 * Source: docs/protocol/history.md#flags-narrow.
 */
export async function changeFlagsInNarrow(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  wanted: NarrowRange,
  change: FlagChange,
): Promise<ProcessedRange> {
  checkFlagChange(change)
  checkRange(wanted)
  const terms = parseMessageNarrow(wanted.narrow)
  const resolved = await resolveNarrow(ctx.db.dated(), requester, terms)
  const list = async (db: Queryable) => {
    const range = await resolveRange(db, requester, resolved, wanted)
    return { range, heads: await listRange(db, requester, range) }
  }
  const { range, heads } = isSearch(resolved)
    ? await ctx.db.search(requester.id, list)
    : await list(ctx.db.query)
  const ids = heads.map(({ id }) => id)
  const { changedIds, ignoredStreamIds } = await changeFlags(ctx, requester, ids, change)
  return {
    processedIds: ids,
    changedCount: changedIds.length,
    ...endsOf(range, heads),
    ignoredStreamIds,
  }
}
