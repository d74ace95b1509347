import type { Queryable } from '../../db/engine/database'
import { gatherReadTopics } from '../../db/read-state/gather'
import { listUnread } from '../../db/read-state/unread'
import type { UnreadOutline } from '../../db/read-state/unread'
import { maxUnreadTold } from '../../db/read-state/unread-gaps'
import { presentUnread } from '../../wire/read-state'
import type { UnreadMessages } from '../../wire/read-state'
import type { Requester } from '../authentication'

/** Messages looked at in vain in one stream from which on it is worth writing down. */
const muchLookedAtInVain = 500
/** Limit of what is put in order at a time. */
const mostGathered = 200_000

/**
 * The newest messages that the requester has not read. Source: docs/protocol/register.md#unread.
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
    // It only makes the next time cheaper, and also databases that take no writes are read.
    await gatherReadTopics(db, requester, streamIds, now).catch(() => undefined)
  }
  return presentUnread(requester.id, unread.conversations, unread.isCut)
}

/** The streams in which most was looked at in vain. */
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
