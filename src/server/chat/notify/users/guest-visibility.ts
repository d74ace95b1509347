import { listOwnedBots } from '../../../data/bots/bots'
import type { Tx } from '../../../data/engine/database'
import {
  listCompanionsIn,
  listLimitedGuestsIn,
  listLimitedGuestsWithout,
} from '../../../data/access/user-visibility'
import type { StoredSettings, UserRow } from '../../../data/schema'
import { listIdsOfRole } from '../../../data/users/list-users'
import { publishQueueRemoval } from '../../../events/publish'
import type { Publication } from '../../../events/publish'
import { groupBy } from '../../../lib/group-by'
import { botOwnerChanged, userAdded } from '../../../wire/user-events'
import { isGuest, roles } from '../../../../shared/rules/roles'
import { limitsGuests } from '../../rules/realms/settings'

/*
 * Events for limited guests, who know only users they share a stream or conversation with. A user that a
 * guest gets to know is published as a new account, and as the owner of their bots. When a guest loses sight of a user, or gains sight of
 * many at once, the guest's queues are removed, and the clients register again.
 * Source: docs/protocol/accounts.md#unknown-users.
 */

/** Max users published to a guest at once; above, registering again is cheaper. */
const mostTold = 50

/** A new tie of a user to a stream, or one that ended. */
interface Tie {
  user_id: number
  stream_id: number
}

/**
 * Events for users who now share a stream. Costs one statement if the realm does not limit guests, or
 * the streams have none.
 */
export async function newlyVisibleUserEvents(
  tx: Tx,
  realmId: number,
  users: readonly UserRow[],
  added: readonly Tie[],
): Promise<Publication[]> {
  const guests = await listLimitedGuestsIn(tx, realmId, streamIdsOf(added))
  if (guests.length === 0) return []
  const joined = groupBy(added, (tie) => tie.user_id)
  const arriving = guests.filter(({ user_id: id, stream_id: streamId }) =>
    joined.get(id)?.some((tie) => tie.stream_id === streamId),
  )
  return introductionEvents(tx, realmId, [
    ...newcomers(users, joined, guests),
    ...(await peopleMetBy(
      tx,
      realmId,
      groupBy(arriving, (tie) => tie.user_id),
    )),
  ])
}

/** A user, and the guests who can now see the user. */
interface Introduction {
  user: UserRow
  guestIds: readonly number[]
}

/**
 * One `add` event per introduced user, and the owner of each bot of theirs, which was hidden until now. With
 * many bots the guests' queues end instead.
 */
async function introductionEvents(
  tx: Tx,
  realmId: number,
  introductions: readonly Introduction[],
): Promise<Publication[]> {
  if (introductions.length === 0) return []
  const userIds = [...new Set(introductions.map(({ user }) => user.id))]
  const bots = await listOwnedBots(tx, realmId, userIds, mostTold + 1)
  if (bots.length > mostTold) {
    const guestIds = introductions.flatMap((introduction) => introduction.guestIds)
    await publishQueueRemoval(tx, realmId, [...new Set(guestIds)])
    return []
  }
  const botsOf = groupBy(bots, (bot) => bot.bot_owner_id)
  return introductions.flatMap(({ user, guestIds }): Publication[] => {
    const audience = { userIds: guestIds }
    return [
      { event: userAdded(user, { view: 'guest' }), audience },
      ...(botsOf.get(user.id) ?? []).map((bot) => ({
        event: botOwnerChanged(bot, user.email),
        audience,
      })),
    ]
  })
}

/** The users who join streams, with the guests there. */
function newcomers(
  users: readonly UserRow[],
  joined: ReadonlyMap<number, readonly Tie[]>,
  guests: readonly Tie[],
): Introduction[] {
  const inStream = groupBy(guests, (guest) => guest.stream_id)
  return users.flatMap((user): Introduction[] => {
    if (user.is_bot) return []
    const met = (joined.get(user.id) ?? []).flatMap((tie) => inStream.get(tie.stream_id) ?? [])
    const guestIds = [...new Set(met.map((tie) => tie.user_id))].filter((id) => id !== user.id)
    return guestIds.length === 0 ? [] : [{ user, guestIds }]
  })
}

/** The users in the streams that guests join; the queues of guests who meet many at once end instead. */
async function peopleMetBy(
  tx: Tx,
  realmId: number,
  arriving: ReadonlyMap<number, readonly Tie[]>,
): Promise<Introduction[]> {
  const met: Introduction[] = []
  for (const [guestId, ties] of arriving) {
    const people = await listCompanionsIn(tx, realmId, streamIdsOf(ties), mostTold + 1)
    // An `add` event cannot present a deactivated account, so the clients must register again.
    if (people.length > mostTold || people.some((user) => user.deactivated_at)) {
      await publishQueueRemoval(tx, realmId, [guestId])
      continue
    }
    for (const user of people) {
      if (user.id !== guestId && !user.is_bot) met.push({ user, guestIds: [guestId] })
    }
  }
  return met
}

/** Removes the queues of limited guests who lost sight of a user because these subscriptions ended. */
export async function forgetParted(tx: Tx, realmId: number, ended: readonly Tie[]): Promise<void> {
  const leaverIds = new Set(ended.map((tie) => tie.user_id))
  const guests = await listLimitedGuestsIn(tx, realmId, streamIdsOf(ended), [...leaverIds])
  if (guests.length === 0) return
  const blinded = new Set(guests.filter(({ user_id: id }) => leaverIds.has(id)).map(idOf))
  const staying = new Set(guests.map(idOf).filter((id) => !blinded.has(id)))
  if (leaverIds.size > mostTold) for (const id of staying) blinded.add(id)
  else {
    for (const id of await listLimitedGuestsWithout(tx, realmId, [...leaverIds], [...staying]))
      blinded.add(id)
  }
  if (blinded.size > 0) await publishQueueRemoval(tx, realmId, [...blinded])
}

/** Removes the queues of limited guests in streams that were archived or unarchived. */
export async function forgetArchived(
  tx: Tx,
  realmId: number,
  streamIds: readonly number[],
): Promise<void> {
  const guests = await listLimitedGuestsIn(tx, realmId, streamIds)
  if (guests.length > 0) await publishQueueRemoval(tx, realmId, guests.map(idOf))
}

/** Events that introduce the users of a new private conversation to its guests. */
export async function conversationIntroductionEvents(
  tx: Tx,
  realmId: number,
  members: readonly UserRow[],
): Promise<Publication[]> {
  const introductions = members.flatMap((user): Introduction[] => {
    const guests = members.filter((member) => isGuest(member) && member.id !== user.id)
    if (user.is_bot || guests.length === 0) return []
    return [{ user, guestIds: guests.map(({ id }) => id) }]
  })
  return introductionEvents(tx, realmId, introductions)
}

/** Removes the queues of all guests if a change of settings starts or stops limiting guests. */
export async function dropQueuesAfterGuestLimit(
  tx: Tx,
  realmId: number,
  before: StoredSettings,
  after: StoredSettings,
): Promise<void> {
  if (limitsGuests({ realm_settings: before }) === limitsGuests({ realm_settings: after })) return
  const guestIds = await listIdsOfRole(tx, realmId, roles.guest)
  if (guestIds.length > 0) await publishQueueRemoval(tx, realmId, guestIds)
}

function idOf({ user_id: id }: Tie): number {
  return id
}

function streamIdsOf(ties: readonly Tie[]): number[] {
  return [...new Set(ties.map((tie) => tie.stream_id))]
}
