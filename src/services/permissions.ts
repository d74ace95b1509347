import { roles } from '../db/schema'
import type { UserRow } from '../db/schema'
import {
  AdministratorRequiredError,
  BadRequestError,
  GuestsNotAllowedError,
  OwnerRequiredError,
  UncodedError,
} from './errors'
import type { Requester } from './authentication'
import { policies, realmSettingsOf } from './realms/settings'
import type { Policy } from './realms/settings'

const dayMs = 86_400_000

export function isAdministrator(user: Pick<UserRow, 'role'>): boolean {
  return user.role === roles.owner || user.role === roles.administrator
}

export function isGuest(user: Pick<UserRow, 'role'>): boolean {
  return user.role === roles.guest
}

/**
 * Whether a user may create streams of a kind.
 * Source: docs/protocol/authentication.md#may-create-streams.
 */
export function canCreateStreams(user: Requester, now: Date, kind: 'public' | 'private'): boolean {
  const settings = realmSettingsOf(user)
  return (
    isTrusted(user, now) &&
    isAllowedBy(
      kind === 'public'
        ? settings.create_public_stream_policy
        : settings.create_private_stream_policy,
      user,
      now,
    )
  )
}

/**
 * Whether a user may subscribe others.
 * Source: docs/protocol/authentication.md#may-subscribe-others.
 */
export function canSubscribeOthers(user: Requester, now: Date): boolean {
  return (
    isTrusted(user, now) && isAllowedBy(realmSettingsOf(user).invite_to_stream_policy, user, now)
  )
}

/** Whether a policy of the realm lets a user do something. There are no moderators. */
export function isAllowedBy(policy: Policy, user: Requester, now: Date): boolean {
  switch (policy) {
    case policies.everyone:
      return true
    case policies.members:
      return !isGuest(user)
    case policies.fullMembers:
      return isTrusted(user, now)
    case policies.moderators:
    case policies.administrators:
      return isAdministrator(user)
    case policies.nobody:
      return false
  }
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

/**
 * Refuses private messages between people where the organisation does not want them. People may
 * still write to themselves and to bots, and bots to them.
 * @throws BadRequestError
 */
export function refusePrivateMessages(
  sender: Requester,
  members: readonly Pick<UserRow, 'id' | 'is_bot'>[],
): void {
  const nobody = 2
  if (realmSettingsOf(sender).private_message_policy !== nobody || sender.is_bot) return
  if (members.some((member) => member.id !== sender.id && !member.is_bot)) {
    throw new BadRequestError('Direct messages are disabled in this organization.')
  }
}
