import type { Queryable } from '../../db/engine/database'
import { listKnownIds } from '../../db/access/sight'
import type { UserRow } from '../../db/schema'
import { domainOfHidden } from '../../wire/addresses'
import { systemGroups } from '../../wire/system-groups'
import type { Requester } from '../authentication'
import { isGuest } from '../permissions'

/*
 * Whom somebody may know of. All know everybody, but for guests where the organisation has them know
 * only bots and those whom they share a stream or a private conversation with.
 * Source: docs/protocol/accounts.md#unknown-users.
 */

/** Whether an organisation keeps guests from knowing everybody. */
export function limitsGuests({ realm_settings }: Pick<Requester, 'realm_settings'>): boolean {
  return realm_settings['can_access_all_users_group'] === systemGroups.members.id
}

/** The account as that whose identity an event has, where there may be guests who do not know it. */
export function identityOf(
  account: Pick<Requester, 'realm_settings' | 'id' | 'is_bot'>,
): number | undefined {
  return limitsGuests(account) && !account.is_bot ? account.id : undefined
}

/** Whether somebody does not know everybody. */
export function isLimited(viewer: Pick<Requester, 'realm_settings' | 'role'>): boolean {
  return isGuest(viewer) && limitsGuests(viewer)
}

/** The domain of addresses that stand for those which somebody does not see. */
export function domainOf(
  { externalHost }: { externalHost: string },
  { realm_string_id }: Pick<Requester, 'realm_string_id'>,
): string {
  return domainOfHidden(realm_string_id, externalHost)
}

/** Those who look, as far as sight depends on them. */
type Viewer = Pick<Requester, 'realm_id' | 'id' | 'role' | 'realm_settings'>

/** Accounts as far as sight depends on them. */
type Seen = Pick<UserRow, 'id' | 'is_bot'>

/** Tells whether somebody may know of an account; all that it depends on is read once. */
export async function sightOf(db: Queryable, viewer: Viewer): Promise<(user: Seen) => boolean> {
  if (!isLimited(viewer)) return () => true
  const known = await listKnownIds(db, viewer.realm_id, viewer.id)
  return (user) => user.is_bot || known.has(user.id)
}

/** Whether somebody may know of an account. */
export async function mayKnow(db: Queryable, viewer: Viewer, user: Seen): Promise<boolean> {
  if (!isLimited(viewer) || user.is_bot || user.id === viewer.id) return true
  return (await sightOf(db, viewer))(user)
}
