import { listReadableStars } from '../../../data/access/readable-stars'
import type { Stars, StarFilter } from '../../../data/access/readable-stars'
import type { Tx } from '../../../data/engine/database'
import type { Publication } from '../../../events/publish'
import { flagAdded, flagRemoved } from '../../../wire/read-state'

/**
 * Call before a change of access, and call the result afterwards: it answers events for the owners of stars whose messages
 * became readable, or no longer are. The star stays, and shows again with its message.
 * Source: docs/protocol/history.md#stars-out-of-sight.
 */
export async function watchStars(
  tx: Tx,
  realmId: number,
  wanted: StarFilter,
): Promise<() => Promise<Publication[]>> {
  const list = () => listReadableStars(tx, realmId, wanted)
  const before = await list()
  return async () => {
    const after = await list()
    const tell = (stars: readonly Stars[], event: typeof flagAdded): Publication[] =>
      stars.map(({ user_id: id, message_ids: ids }) => {
        return { event: event('starred', ids), audience: { userIds: [id] } }
      })
    return [
      ...tell(without(before, after), flagRemoved),
      ...tell(without(after, before), flagAdded),
    ]
  }
}

function without(stars: readonly Stars[], others: readonly Stars[]): Stars[] {
  const known = new Map(others.map((other) => [other.user_id, new Set(other.message_ids)]))
  return stars.flatMap(({ user_id, message_ids }) => {
    const ids = message_ids.filter((id) => !known.get(user_id)?.has(id))
    return ids.length > 0 ? [{ user_id, message_ids: ids }] : []
  })
}
