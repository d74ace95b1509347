import type { Tx } from '../../db/engine/database'
import {
  listCompanionsIn,
  listGuestIds,
  listLimitedGuestsIn,
  listStrangers,
} from '../../db/access/sight'
import type { StoredSettings, UserRow } from '../../db/schema'
import { publishQueueRemoval } from '../../events/publish'
import type { Publication } from '../../events/publish'
import { groupBy } from '../../runtime/group-by'
import { userAdded } from '../../wire/user-events'
import { isGuest } from '../permissions'
import { limitsGuests } from './sight'

/*
 * What guests who do not know everybody are told when they come to know somebody: of a new account.
 * When they know somebody no more, or come to know many at once, their queues end, and their clients
 * register again. Source: docs/protocol/accounts.md#unknown-users.
 */

/** With more than that many at once it costs less to register again. */
const mostTold = 50

/** A new tie of a user to a stream, or one that ended. */
interface Tie {
  user_id: number
  stream_id: number
}

/**
 * Tells those whom new subscriptions bring together. One statement where the realm lets guests know
 * everybody, or the streams have none.
 */
export async function explainMeetings(
  tx: Tx,
  realmId: number,
  users: readonly UserRow[],
  added: readonly Tie[],
): Promise<Publication[]> {
  const guests = await listLimitedGuestsIn(tx, realmId, streamIdsOf(added))
  if (guests.length === 0) return []
  const joined = groupBy(added, (tie) => tie.user_id)
  const newcomers = guests.filter(({ user_id: id, stream_id: streamId }) =>
    joined.get(id)?.some((tie) => tie.stream_id === streamId),
  )
  return [
    ...explainNewcomers(users, joined, guests),
    ...(await explainToGuests(
      tx,
      realmId,
      groupBy(newcomers, (tie) => tie.user_id),
    )),
  ]
}

/** Each person is told of once, to all guests whom they meet. */
function explainNewcomers(
  users: readonly UserRow[],
  joined: ReadonlyMap<number, readonly Tie[]>,
  guests: readonly Tie[],
): Publication[] {
  const inStream = groupBy(guests, (guest) => guest.stream_id)
  return users.flatMap((user): Publication[] => {
    if (user.is_bot) return []
    const met = (joined.get(user.id) ?? []).flatMap((tie) => inStream.get(tie.stream_id) ?? [])
    const userIds = [...new Set(met.map((tie) => tie.user_id))].filter((id) => id !== user.id)
    if (userIds.length === 0) return []
    return [{ event: userAdded(user, { view: 'guest' }), audience: { userIds } }]
  })
}

async function explainToGuests(
  tx: Tx,
  realmId: number,
  newcomers: ReadonlyMap<number, readonly Tie[]>,
): Promise<Publication[]> {
  const told: Publication[] = []
  for (const [guestId, ties] of newcomers) {
    const people = await listCompanionsIn(tx, realmId, streamIdsOf(ties), mostTold + 1)
    // Those who are deactivated are no new accounts.
    if (people.length > mostTold || people.some((user) => user.deactivated_at)) {
      await publishQueueRemoval(tx, realmId, [guestId])
      continue
    }
    for (const user of people) {
      if (user.id === guestId || user.is_bot) continue
      const event = userAdded(user, { view: 'guest' })
      told.push({ event, audience: { userIds: [guestId] } })
    }
  }
  return told
}

/** Ends the queues of guests who know somebody no more, now that these ties are gone. */
export async function forgetParted(tx: Tx, realmId: number, ended: readonly Tie[]): Promise<void> {
  const leaverIds = new Set(ended.map((tie) => tie.user_id))
  const guests = await listLimitedGuestsIn(tx, realmId, streamIdsOf(ended), [...leaverIds])
  if (guests.length === 0) return
  const blinded = new Set(guests.filter(({ user_id: id }) => leaverIds.has(id)).map(idOf))
  const staying = new Set(guests.map(idOf).filter((id) => !blinded.has(id)))
  if (leaverIds.size > mostTold) for (const id of staying) blinded.add(id)
  else {
    for (const id of await listStrangers(tx, realmId, [...leaverIds], [...staying])) blinded.add(id)
  }
  if (blinded.size > 0) await publishQueueRemoval(tx, realmId, [...blinded])
}

/** Ends the queues of guests who know fewer people, now that streams are archived. */
export async function forgetArchived(
  tx: Tx,
  realmId: number,
  streamIds: readonly number[],
): Promise<void> {
  const guests = await listLimitedGuestsIn(tx, realmId, streamIds)
  if (guests.length > 0) await publishQueueRemoval(tx, realmId, guests.map(idOf))
}

/** Tells the guests in a new private conversation who the others are. */
export function explainConversation(members: readonly UserRow[]): Publication[] {
  return members.flatMap((user): Publication[] => {
    const guests = members.filter((member) => isGuest(member) && member.id !== user.id)
    if (user.is_bot || guests.length === 0) return []
    const event = userAdded(user, { view: 'guest' })
    return [{ event, audience: { userIds: guests.map(({ id }) => id) } }]
  })
}

/** Ends the queues of guests where other settings of the realm let them know others than before. */
export async function forgetSight(
  tx: Tx,
  realmId: number,
  before: StoredSettings,
  after: StoredSettings,
): Promise<void> {
  if (limitsGuests({ realm_settings: before }) === limitsGuests({ realm_settings: after })) return
  const guestIds = await listGuestIds(tx, realmId)
  if (guestIds.length > 0) await publishQueueRemoval(tx, realmId, guestIds)
}

function idOf({ user_id: id }: Tie): number {
  return id
}

function streamIdsOf(ties: readonly Tie[]): number[] {
  return [...new Set(ties.map((tie) => tie.stream_id))]
}
