import type { Queryable } from '../../../data/engine/database'
import { listKnownIds } from '../../../data/access/user-visibility'
import type { UserRow } from '../../../data/schema'
import { domainOfHidden } from '../../../wire/addresses'
import type { Requester } from '../../rules/authentication'
import { limitsGuests } from '../../rules/realms/settings'
import { isGuest } from '../../../../shared/rules/roles'

/*
 * Visibility of users. Everybody sees all users, except guests in an organization that limits guests: they
 * see only bots and users they share a stream or a private conversation with.
 * Source: docs/protocol/accounts.md#unknown-users.
 */

/** Whether a viewer is a limited guest, who does not see all users. */
export function isLimited(viewer: Pick<Requester, 'realm_settings' | 'role'>): boolean {
  return isGuest(viewer) && limitsGuests(viewer)
}

/** Mail domain of placeholder addresses, which replace hidden addresses. */
export function domainOf(
  { externalHost }: { externalHost: string },
  { realm_string_id }: Pick<Requester, 'realm_string_id'>,
): string {
  return domainOfHidden(realm_string_id, externalHost)
}

/** The fields of a viewer that decide visibility. */
type Viewer = Pick<Requester, 'realm_id' | 'id' | 'role' | 'realm_settings'>

/** The fields of an account that decide visibility. */
type Seen = Pick<UserRow, 'id' | 'is_bot'>

/** A function that answers whether the viewer may know a user; reads the database once, here. */
export async function sightOf(db: Queryable, viewer: Viewer): Promise<(user: Seen) => boolean> {
  if (!isLimited(viewer)) return () => true
  const known = await listKnownIds(db, viewer.realm_id, viewer.id)
  return (user) => user.is_bot || known.has(user.id)
}

/**
 * Whether a viewer may know the owner of an account that is a bot; true without an owner.
 * @param knows as {@link sightOf} answers it
 */
export function knowsOwner(
  knows: (user: Seen) => boolean,
  { bot_owner_id: id }: Pick<UserRow, 'bot_owner_id'>,
): boolean {
  return id === null || knows({ id, is_bot: false })
}

/** Whether the viewer may know a user. */
export async function mayKnow(db: Queryable, viewer: Viewer, user: Seen): Promise<boolean> {
  if (!isLimited(viewer) || user.is_bot || user.id === viewer.id) return true
  return (await sightOf(db, viewer))(user)
}
