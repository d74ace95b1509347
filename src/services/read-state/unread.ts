import type { Queryable } from '../../db/engine/database'
import { gatherReadTopics } from '../../db/read-state/gather'
import { listUnread } from '../../db/read-state/unread'
import type { UnreadOutline } from '../../db/read-state/unread'
import { maxUnreadTold } from '../../db/read-state/unread-gaps'
import { presentUnread } from '../../wire/read-state'
import type { UnreadMessages } from '../../wire/read-state'
import type { Requester } from '../authentication'

/** Read messages scanned in one stream, from which on gathering its read topics pays off. */
const muchLookedAtInVain = 500
/** Max scanned messages of the streams gathered in one call. */
const mostGathered = 200_000

/**
 * The requester's newest unread messages. Source: docs/protocol/register.md#unread.
 */
export async function readUnread(
  db: Queryable,
  now: Date,
  requester: Requester,
  outline: UnreadOutline,
): Promise<UnreadMessages> {
  const unread = await listUnread(db, requester, outline, maxUnreadTold)
  const streamIds = streamsToGather(unread.lookedAtInVain)
  if (streamIds.length > 0) {
    // Gathering is an optimization of the next call, and `db` may be read-only: ignore errors.
    await gatherReadTopics(db, requester, streamIds, now).catch(() => undefined)
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
