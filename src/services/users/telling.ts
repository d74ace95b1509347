import type { UserRow } from '../../db/schema'
import type { Audience } from '../../events/audience'
import type { Publication } from '../../events/publish'
import { addressVisibilities, addressVisibilityOf } from '../../wire/addresses'
import type { AddressView, AddressVisibility } from '../../wire/addresses'
import type { PlainEvent } from '../../wire/events'
import { userAdded } from '../../wire/user-events'
import { presentUnknownUser } from '../../wire/users'

/*
 * Whom events about a person are for, and what these read of the address.
 * Sources: docs/protocol/accounts.md#email-visibility, docs/protocol/accounts.md#unknown-users.
 */

/** An event about a person, for everybody who may know of them. */
export function forAcquainted({ id }: Pick<UserRow, 'id'>, event: PlainEvent): Publication {
  return { event, audience: { everyone: 'all', about: id } }
}

/** An event that shows a person's address, in as many forms as there are ways of seeing it. */
export function forEachView(
  user: UserRow,
  event: (view: AddressView) => PlainEvent,
): Publication[] {
  const seeing = seeingAddress(addressVisibilityOf(user), user.id)
  if (!seeing) return [forAcquainted(user, event('own'))]
  const everybody: Audience = { everyone: 'all', about: user.id }
  return [
    { event: event('own'), audience: seeing },
    { event: event('guest'), audience: { ...everybody, exceptIn: seeing } },
  ]
}

/** Those who see an address; undefined: everybody. */
export function seeingAddress(visibility: AddressVisibility, ownId: number): Audience | undefined {
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
 * A new account, for guests who do not know whose it is and whose clients list everybody all the same.
 * @param domain of addresses that stand for hidden ones
 */
export function explainUnknown({ realm_id, id }: UserRow, domain: string): Publication {
  const person = presentUnknownUser(realm_id, id, domain)
  return {
    event: { type: 'realm_user', op: 'add', person },
    audience: { everyone: 'all', exceptIn: { everyone: 'all', about: id } },
    condition: { capability: 'user_list_incomplete', isDeclared: false },
  }
}

/** A new account, or one that came back. */
export function explainAdded(user: UserRow, botOwnerEmail: string | null = null): Publication[] {
  return forEachView(user, (view) => userAdded(user, { botOwnerEmail, view }))
}
