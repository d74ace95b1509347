import type { Queryable } from '../../db/engine/database'
import type { StreamRow } from '../../db/schema'
import { listSubscribers } from '../../db/streams/subscriptions'
import type { PlainEvent } from '../../wire/events'
import { peerChanged, streamCreated } from '../../wire/stream-events'
import { groupBy } from '../../runtime/group-by'

/**
 * Events for users who may know of these streams from now on. To their clients the streams are
 * new, and new streams are empty: who is subscribed must be told as well.
 */
export async function explainAppearance(
  db: Queryable,
  realmId: number,
  streams: readonly StreamRow[],
): Promise<PlainEvent[]> {
  if (streams.length === 0) return []
  const streamIds = streams.map((stream) => stream.id)
  const subscribers = groupBy(
    await listSubscribers(db, realmId, streamIds),
    (subscriber) => subscriber.stream_id,
  )
  const peers = streams.flatMap((stream) => {
    const [first, ...others] = (subscribers.get(stream.id) ?? []).map(({ user_id }) => user_id)
    return first === undefined ? [] : [peerChanged('peer_add', stream, first, ...others)]
  })
  return [streamCreated(streams), ...peers]
}
