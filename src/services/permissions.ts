import { roles } from '../db/schema'
import type { UserRow } from '../db/schema'
import { AdministratorRequiredError, GuestsNotAllowedError, UncodedError } from './errors'
import type { Requester } from './authentication'

const dayMs = 86_400_000

export function isAdministrator(user: Pick<UserRow, 'role'>): boolean {
  return user.role === roles.owner || user.role === roles.administrator
}

export function isGuest(user: Pick<UserRow, 'role'>): boolean {
  return user.role === roles.guest
}

/** Source: protocol notes 2.4. */
export function canCreateStreams(user: Requester, now: Date): boolean {
  return isTrusted(user, now)
}

/** Source: protocol notes 2.4. */
export function canSubscribeOthers(user: Requester, now: Date): boolean {
  return isTrusted(user, now)
}

/** Newcomers are trusted with less, where the realm has them wait. */
function isTrusted(user: Requester, now: Date): boolean {
  return isAdministrator(user) || (!isGuest(user) && isOldEnough(user, now))
}

function isOldEnough(user: Requester, now: Date): boolean {
  const ageDays = Math.floor((now.getTime() - user.date_joined.getTime()) / dayMs)
  return ageDays >= user.realm_waiting_period_days
}

/** @throws AdministratorRequiredError */
export function requireAdministrator(user: Requester): void {
  if (!isAdministrator(user)) throw new AdministratorRequiredError()
}

/** @throws GuestsNotAllowedError */
export function refuseGuests(user: Requester): void {
  if (isGuest(user)) throw new GuestsNotAllowedError()
}

/** @throws UncodedError. Source: protocol notes 7.1. */
export function refuseBots(user: Requester): void {
  if (user.is_bot) throw new UncodedError('This endpoint does not accept bot requests.')
}
