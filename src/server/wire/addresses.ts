import type { UserRow } from '../data/schema'
import { hiddenAddress } from '../data/users/placeholder-addresses'

/*
 * Visibility of account addresses. Records show `email`, which is a placeholder if the address is
 * hidden from some users, and `delivery_email` for users who may see the address.
 * Source: docs/protocol/accounts.md#email-visibility.
 */

/** Groups that may see an address, as values of `email_address_visibility`. */
export const addressVisibilities = {
  everybody: 1,
  members: 2,
  administrators: 3,
  nobody: 4,
  moderators: 5,
} as const
export type AddressVisibility = (typeof addressVisibilities)[keyof typeof addressVisibilities]

const { everybody, members, administrators, nobody, moderators } = addressVisibilities

/** The viewer of an account: its owner, or another user with a role. */
export type AddressView = 'own' | 'administrator' | 'moderator' | 'member' | 'guest'

/** The visibilities at which each viewer sees an address. */
const seenBy: Readonly<Record<AddressView, ReadonlySet<AddressVisibility>>> = {
  own: new Set([everybody, members, administrators, nobody, moderators]),
  administrator: new Set([everybody, members, moderators, administrators]),
  moderator: new Set([everybody, members, moderators]),
  member: new Set([everybody, members]),
  guest: new Set([everybody]),
}

type Addressed = Pick<UserRow, 'email' | 'delivery_email' | 'settings'>
type Viewer = Pick<UserRow, 'id' | 'role'>

/** The real address of an account, used for logging in and for mails. */
export function addressOf({ email, delivery_email }: Omit<Addressed, 'settings'>): string {
  return delivery_email ?? email
}

export function addressVisibilityOf({ delivery_email, settings }: Addressed): AddressVisibility {
  // Without a separate `delivery_email` the address is visible to everybody.
  if (delivery_email === null) return everybody
  return (settings['email_address_visibility'] ?? everybody) as AddressVisibility
}

/** The address for a viewer; null if hidden. */
export function addressSeen(user: Addressed, view: AddressView): string | null {
  return seenBy[view].has(addressVisibilityOf(user)) ? addressOf(user) : null
}

/** The view of users with a role on the accounts of others. */
export function viewOfRole(role: number): Exclude<AddressView, 'own'> {
  if (role <= 200) return 'administrator'
  if (role <= 300) return 'moderator'
  return role <= 400 ? 'member' : 'guest'
}

export function viewOf(viewer: Viewer, user: Pick<UserRow, 'id'>): AddressView {
  return viewer.id === user.id ? 'own' : viewOfRole(viewer.role)
}

/** Whether a viewer may see the address of an account. */
export function maySeeAddress(viewer: Viewer, user: Addressed & Pick<UserRow, 'id'>): boolean {
  return addressSeen(user, viewOf(viewer, user)) !== null
}

/**
 * The email columns of an account for a visibility of its address.
 * @param domain of placeholder addresses
 */
export function addressColumns(
  user: Pick<UserRow, 'id' | 'email' | 'delivery_email'>,
  visibility: AddressVisibility,
  domain: string,
): Pick<UserRow, 'email' | 'delivery_email'> {
  const address = addressOf(user)
  return visibility === everybody
    ? { email: address, delivery_email: null }
    : { email: hiddenAddress(user.id, domain), delivery_email: address }
}

/**
 * Name of all users a limited guest may not see. Source: docs/protocol/accounts.md#unknown-users.
 */
export const unknownName = 'Unknown user'

type Identity = Pick<
  UserRow,
  'id' | 'email' | 'delivery_email' | 'full_name' | 'short_name' | 'avatar_key' | 'avatar_version'
>

/** An account with placeholders for name, address and avatar, for limited guests. */
export function withoutIdentity<User extends Identity>(user: User, domain: string): User {
  return {
    ...user,
    email: hiddenAddress(user.id, domain),
    full_name: unknownName,
    short_name: unknownName,
    ...unknownAvatar,
  }
}

/** The realm's icon serves as the avatar. */
export const unknownAvatar = { avatar_key: 'made-icon', avatar_version: 1 }

/** The domain of placeholder addresses: that of the realm, without a port. */
export function domainOfHidden(subdomain: string, externalHost: string): string {
  const host = externalHost.replace(/:\d*$/, '')
  return subdomain === '' ? host : `${subdomain}.${host}`
}
