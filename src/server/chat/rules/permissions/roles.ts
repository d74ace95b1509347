import { roles } from '../../../../shared/rules/roles'
import type { UserRow } from '../../../data/schema'
import {
  AdministratorRequiredError,
  GuestsNotAllowedError,
  OwnerRequiredError,
  UncodedError,
} from '../errors'
import type { Requester } from '../authentication'
import { mayInRealm } from './realm'

export function isAdministrator(user: Pick<UserRow, 'role'>): boolean {
  return user.role === roles.owner || user.role === roles.administrator
}

/** Whether an account is a moderator or more. Source: docs/protocol/permissions.md#moderators. */
export function isModerator(user: Pick<UserRow, 'role'>): boolean {
  return user.role === roles.moderator || isAdministrator(user)
}

export function isGuest(user: Pick<UserRow, 'role'>): boolean {
  return user.role === roles.guest
}

/** Kinds of streams, each with its own permission to create. */
export type StreamKind = 'public' | 'private' | 'web-public'

const permissionToCreate = {
  public: 'can_create_public_channel_group',
  private: 'can_create_private_channel_group',
  'web-public': 'can_create_web_public_channel_group',
} as const

/**
 * Whether a user may create streams of a kind.
 * Source: docs/protocol/authentication.md#may-create-streams.
 */
export function canCreateStreams(user: Requester, now: Date, kind: StreamKind): boolean {
  return !isGuest(user) && mayInRealm(user, permissionToCreate[kind], now)
}

/**
 * Whether a user may subscribe others.
 * Source: docs/protocol/authentication.md#may-subscribe-others.
 */
export function canSubscribeOthers(user: Requester, now: Date): boolean {
  if (isAdministrator(user)) return true
  return !isGuest(user) && mayInRealm(user, 'can_add_subscribers_group', now)
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
