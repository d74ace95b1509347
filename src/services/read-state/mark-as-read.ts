import type { AppContext } from '../../context'
import type { BodyAroundIds } from '../../db/engine/outbox'
import { markAllRead, markStreamRead, markTopicRead } from '../../db/read-state/mark-all'
import { bodyAroundMessageIds, publish } from '../../events/publish'
import { allRead, flagAdded } from '../../wire/read-state'
import type { Requester } from '../authentication'
import { checkStreamAccess } from '../streams/access'

type Context = Pick<AppContext, 'db' | 'clock'>

/**
 * Marks all that the requester has received as read, at once.
 * Source: docs/protocol/history.md#mark-all.
 */
export async function markAllAsRead(ctx: Context, requester: Requester): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await markAllRead(tx, requester, ctx.clock.now())
    const audience = { userIds: [requester.id] }
    await publish(tx, requester.realm_id, [{ event: allRead(), audience }])
  })
}

/** Marks all of a stream as read. @throws InvalidStreamIdError */
export async function markStreamAsRead(
  ctx: Context,
  requester: Requester,
  streamId: number,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await checkStreamAccess(tx, requester, streamId)
    await markStreamRead(tx, requester, streamId, ctx.clock.now(), readByThem(requester))
  })
}

/** Marks a topic as read; one that does not exist is read as it is. @throws InvalidStreamIdError */
export async function markTopicAsRead(
  ctx: Context,
  requester: Requester,
  streamId: number,
  topic: string,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const place = { streamId, topic }
    // Only whoever is subscribed has anything unread, and knows the stream.
    if (await markTopicRead(tx, requester, place, ctx.clock.now(), readByThem(requester))) return
    await checkStreamAccess(tx, requester, streamId)
  })
}

/** Tells the requester's clients that messages are read, once it is known which. */
function readByThem({ id }: Requester): BodyAroundIds {
  return bodyAroundMessageIds({ event: flagAdded('read', []), audience: { userIds: [id] } })
}
