import { lockSight } from '../../../data/access/order-of-sight'
import type { Tx } from '../../../data/engine/database'
import { listKnowersThrough } from '../../../data/streams/knowers'
import type { Knower } from '../../../data/streams/knowers'
import { listStreamsWithIds } from '../../../data/streams/streams'
import type { Publication } from '../../../events/publish'
import { groupBy } from '../../../lib/group-by'
import { streamDeleted } from '../../../wire/stream-events'
import { streamAppearanceEventsByAudience } from './peers'

/**
 * Call before changing a group's members, and call the result afterwards: it answers the `create` and
 * `delete` events of private streams for users who gained or lost sight of them through the group.
 * Source: docs/protocol/permissions.md#sight-events.
 */
export async function watchVisibilityViaGroup(
  tx: Tx,
  realmId: number,
  groupId: number,
): Promise<() => Promise<Publication[]>> {
  await lockSight(tx, realmId)
  const list = () => listKnowersThrough(tx, realmId, groupId)
  const before = await list()
  return async () => {
    const after = await list()
    const [gained, lost] = [without(after, before), without(before, after)]
    if (gained.length + lost.length === 0) return []
    const ids = [...gained, ...lost].map((knower) => knower.stream_id)
    const streams = await listStreamsWithIds(tx, realmId, [...new Set(ids)])
    const gainedIds = new Set(gained.map((knower) => knower.stream_id))
    const appeared = streams.filter((stream) => gainedIds.has(stream.id))
    const eventsOf = await streamAppearanceEventsByAudience(tx, realmId, appeared)
    const told: Publication[] = []
    for (const stream of streams) {
      const losers = usersOf(lost, stream.id)
      if (losers.length > 0) {
        told.push({ event: streamDeleted([stream]), audience: { userIds: losers } })
      }
      const winners = usersOf(gained, stream.id)
      if (winners.length === 0) continue
      for (const event of eventsOf(stream)) {
        told.push({ event, audience: { userIds: winners } })
      }
    }
    return told
  }
}

function without(knowers: readonly Knower[], others: readonly Knower[]): Knower[] {
  const known = groupBy(others, (knower) => knower.stream_id)
  return knowers.filter(
    ({ stream_id, user_id }) => !known.get(stream_id)?.some((other) => other.user_id === user_id),
  )
}

function usersOf(knowers: readonly Knower[], streamId: number): number[] {
  return knowers.filter((knower) => knower.stream_id === streamId).map(({ user_id: id }) => id)
}
