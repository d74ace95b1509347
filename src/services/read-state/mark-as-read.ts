import type { AppContext } from '../../context'
import type { Tx } from '../../db/database'
import { markAllRead, markStreamRead, markTopicRead } from '../../db/read-state-wholesale'
import { listUnreadIdsIn } from '../../db/unread'
import { publish } from '../../events/publish'
import type { Publication } from '../../events/publish'
import { allRead, flagAdded } from '../../wire/flag-events'
import type { Requester } from '../authentication'
import { accessStreamById } from '../stream-access'

type Context = Pick<AppContext, 'db' | 'clock'>

/** As many messages are named in one event. */
const idsPerEvent = 10_000
/** Nobody has been told of older unread messages than the newest so many. */
export const maxUnreadTold = 50_000

/** Marks all that the requester has received as read, at once. Source: client notes 8.6. */
export async function markAllAsRead(ctx: Context, requester: Requester): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await markAllRead(tx, requester, ctx.clock.now())
    const audience = { userIds: [requester.id] }
    await publish(tx, requester.realm_id, [{ event: allRead(), audience }])
  })
}

/** @throws InvalidStreamIdError */
export async function markStreamAsRead(
  ctx: Context,
  requester: Requester,
  streamId: number,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await accessStreamById(tx, requester, streamId)
    const unread = await listUnreadIdsIn(tx, requester, streamId, undefined, maxUnreadTold)
    await markStreamRead(tx, requester, streamId, ctx.clock.now())
    await tellRead(tx, requester, unread)
  })
}

/** @throws InvalidStreamIdError. A topic that does not exist is read as it is. */
export async function markTopicAsRead(
  ctx: Context,
  requester: Requester,
  streamId: number,
  topic: string,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await accessStreamById(tx, requester, streamId)
    const unread = await listUnreadIdsIn(tx, requester, streamId, topic, maxUnreadTold)
    if (unread.length === 0) return
    await markTopicRead(tx, requester, streamId, topic, ctx.clock.now())
    await tellRead(tx, requester, unread)
  })
}

async function tellRead(tx: Tx, requester: Requester, ids: readonly number[]): Promise<void> {
  const publications: Publication[] = []
  for (let start = 0; start < ids.length; start += idsPerEvent) {
    const event = flagAdded('read', ids.slice(start, start + idsPerEvent))
    publications.push({ event, audience: { userIds: [requester.id] } })
  }
  if (publications.length > 0) await publish(tx, requester.realm_id, publications)
}
