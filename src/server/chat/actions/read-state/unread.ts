import type { DatedQueryable } from '../../../data/engine/database'
import { gatherReadTopics } from '../../../data/read-state/gather'
import type { Unread } from '../../../data/read-state/unread'
import { presentUnread } from '../../../wire/read-state'
import type { UnreadMessages } from '../../../../shared/read-state'
import type { Requester } from '../../rules/authentication'

/** Read messages scanned in one stream, from which on gathering its read topics pays off. */
const muchLookedAtInVain = 500
/** Max scanned messages of the streams gathered in one call. */
const mostGathered = 200_000

/**
 * The requester's newest unread messages as clients get them; makes the next reading of them cheaper.
 * Source: docs/protocol/register.md#unread.
 */
export async function presentOwnUnread(
  db: DatedQueryable,
  requester: Requester,
  unread: Unread,
): Promise<UnreadMessages> {
  const streamIds = streamsToGather(unread.lookedAtInVain)
  if (streamIds.length > 0) {
    // Gathering is an optimization of the next call, and `db` may be read-only: ignore errors.
    await gatherReadTopics(db, requester, streamIds).catch(() => undefined)
  }
  return presentUnread(requester.id, unread.conversations, unread.isCut)
}

/** Streams with the most read messages scanned, within the limits above. */
function streamsToGather(lookedAtInVain: ReadonlyMap<number, number>): number[] {
  const chosen: number[] = []
  let gathered = 0
  for (const [streamId, count] of [...lookedAtInVain].sort(([, a], [, b]) => b - a)) {
    if (count < muchLookedAtInVain || (gathered > 0 && gathered + count > mostGathered)) break
    gathered += count
    chosen.push(streamId)
  }
  return chosen
}
