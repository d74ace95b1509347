import {
  AdministratorRequiredError,
  GuestsNotAllowedError,
  OwnerRequiredError,
  UncodedError,
} from '../errors'
import type { Dated } from '../../../lib/clock'
import type { Requester } from '../authentication'
import { mayInRealm } from './realm'
import type { RealmUser } from '../../../../shared/rules/realm-rights'
import { isAdministrator, isGuest, roles } from '../../../../shared/rules/roles'

/** The facts about a user that decide about rights in the realm. */
export function asRealmUser(at: Dated, user: Requester): RealmUser {
  return {
    isAdministrator: isAdministrator(user),
    mayInRealm: (permission) => mayInRealm(at, user, permission),
  }
}

/** @throws AdministratorRequiredError */
export function requireAdministrator(user: Requester): void {
  if (!isAdministrator(user)) throw new AdministratorRequiredError()
}

/** @throws OwnerRequiredError */
export function requireOwner(user: Requester): void {
  if (user.role !== roles.owner) throw new OwnerRequiredError()
}

/** @throws GuestsNotAllowedError */
export function refuseGuests(user: Requester): void {
  if (isGuest(user)) throw new GuestsNotAllowedError()
}

/** @throws UncodedError. Source: docs/protocol/bots.md#callers. */
export function refuseBots(user: Requester): void {
  if (user.is_bot) throw new UncodedError('This endpoint does not accept bot requests.')
}
