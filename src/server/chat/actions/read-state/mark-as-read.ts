import type { AppContext } from '../../../context'
import type { BodyAroundIds } from '../../../data/engine/outbox'
import { markAllRead, markStreamRead, markTopicRead } from '../../../data/read-state/mark-all'
import { recheckPushesOf } from '../../../data/notifications/push-messages'
import { bodyAroundMessageIds, publish } from '../../../events/publish'
import { allRead, flagAdded } from '../../../wire/read-state'
import type { Requester } from '../../rules/authentication'
import { checkStreamAccess } from '../../access/streams/access-stream'

type Context = Pick<AppContext, 'db'>

/**
 * Marks all messages that the requester received as read.
 * Source: docs/protocol/history.md#mark-all.
 */
export async function markAllAsRead(ctx: Context, requester: Requester): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await markAllRead(tx, requester)
    await recheckPushesOf(tx, requester)
    const audience = { userIds: [requester.id] }
    await publish(tx, requester.realm_id, [{ event: allRead(), audience }])
  })
}

/** Marks all messages of a stream as read. @throws InvalidStreamIdError */
export async function markStreamAsRead(
  ctx: Context,
  requester: Requester,
  streamId: number,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await checkStreamAccess(tx, requester, streamId)
    await markStreamRead(tx, requester, streamId, readByThem(requester))
    await recheckPushesOf(tx, requester)
  })
}

/** Marks a topic as read; an unknown topic is no error. @throws InvalidStreamIdError */
export async function markTopicAsRead(
  ctx: Context,
  requester: Requester,
  streamId: number,
  topic: string,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const place = { streamId, topic }
    // Messages were marked only if the requester is subscribed, and subscribers may know the stream.
    if (await markTopicRead(tx, requester, place, readByThem(requester))) {
      return recheckPushesOf(tx, requester)
    }
    await checkStreamAccess(tx, requester, streamId)
  })
}

/** Body of the `read` event for the requester's clients; the query that marks messages fills in the ids. */
function readByThem({ id }: Requester): BodyAroundIds {
  return bodyAroundMessageIds({ event: flagAdded('read', []), audience: { userIds: [id] } })
}
