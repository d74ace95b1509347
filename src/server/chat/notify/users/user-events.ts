import type { UserRow } from '../../../data/schema'
import type { Audience } from '../../../events/audience'
import type { Publication } from '../../../events/publish'
import { addressVisibilities, addressVisibilityOf } from '../../../wire/addresses'
import type { AddressView, AddressVisibility } from '../../../wire/addresses'
import type { PlainEvent } from '../../../../shared/events'
import { botOwnerChanged, userAdded } from '../../../wire/user-events'
import type { OwnedBot } from '../../../wire/user-events'
import { presentUnknownUser } from '../../../wire/users'
import { forEverybody } from '../publications'

/*
 * Audiences of events about a user, and the views of the address in these events.
 * Sources: docs/protocol/accounts.md#email-visibility, docs/protocol/accounts.md#unknown-users.
 */

/** An event about a user, for everybody who may know the user. */
export function forUsersWhoCanSee({ id }: Pick<UserRow, 'id'>, event: PlainEvent): Publication {
  return { event, audience: { everyone: 'all', about: id } }
}

/** An event with a user's address: one form for users who see the address, one without it for the others. */
function forEachView(user: UserRow, event: (view: AddressView) => PlainEvent): Publication[] {
  const seeing = seeingAddress(addressVisibilityOf(user), user.id)
  if (!seeing) return [forUsersWhoCanSee(user, event('own'))]
  const everybody: Audience = { everyone: 'all', about: user.id }
  return [
    { event: event('own'), audience: seeing },
    { event: event('guest'), audience: { ...everybody, exceptIn: seeing } },
  ]
}

/** The audience that sees an address; undefined: everybody. */
function seeingAddress(visibility: AddressVisibility, ownId: number): Audience | undefined {
  const self = { userIds: [ownId] }
  switch (visibility) {
    case addressVisibilities.everybody:
      return undefined
    case addressVisibilities.members:
      return { ...self, everyone: 'members' }
    case addressVisibilities.moderators:
      return { ...self, moderators: true }
    case addressVisibilities.administrators:
      return { ...self, administrators: true }
    case addressVisibilities.nobody:
      return self
  }
}

/**
 * The event of a new account for limited guests who may not know it, presented as an unknown user, for
 * clients that need a complete list of users.
 * @param domain mail domain of placeholder addresses, which replace hidden addresses
 */
export function unknownUserEvent({ realm_id, id }: UserRow, domain: string): Publication {
  const person = presentUnknownUser(realm_id, id, domain)
  return {
    event: { type: 'realm_user', op: 'add', person },
    audience: { everyone: 'all', exceptIn: { everyone: 'all', about: id } },
    condition: { capability: 'user_list_incomplete', isDeclared: false },
  }
}

/** Events of a new account of a person. */
export function userAddedEvents(user: UserRow): Publication[] {
  return forEachView(user, (view) => userAdded(user, { view }))
}

/** Events of a new bot. */
export function botAccountAddedEvents(bot: UserRow, botOwnerEmail: string | null): Publication[] {
  return forEachViewOfOwner(bot, (hidesOwner) => userAdded(bot, { botOwnerEmail, hidesOwner }))
}

/** Events of another owner of a bot. */
export function botOwnerEvents(bot: OwnedBot, ownerEmail: string | null): Publication[] {
  return forEachViewOfOwner(bot, (hidesOwner) =>
    hidesOwner
      ? botOwnerChanged({ ...bot, bot_owner_id: null }, null)
      : botOwnerChanged(bot, ownerEmail),
  )
}

/** An event that tells the owner of a bot; limited guests who may not know the owner get a form without. */
function forEachViewOfOwner(
  { bot_owner_id: ownerId }: OwnedBot,
  event: (hidesOwner: boolean) => PlainEvent,
): Publication[] {
  if (ownerId === null) return [forEverybody(event(false))]
  const strangers = { to: ownerId, among: { everyone: 'all' as const } }
  return [
    forUsersWhoCanSee({ id: ownerId }, event(false)),
    { event: event(true), audience: { strangers } },
  ]
}
