import type { UserRow } from '../db/schema'

/*
 * Who sees the address of an account. Records show `email`, which is another one where not everybody
 * may see the address, and beside it `delivery_email` for those who may.
 * Source: docs/protocol/accounts.md#email-visibility.
 */

/** Those who may see an address, in the numbers of `email_address_visibility`. */
export const addressVisibilities = {
  everybody: 1,
  members: 2,
  administrators: 3,
  nobody: 4,
  moderators: 5,
} as const
export type AddressVisibility = (typeof addressVisibilities)[keyof typeof addressVisibilities]

const { everybody, members, administrators, nobody, moderators } = addressVisibilities

/** How somebody looks at an account: their own, or with a role. */
export type AddressView = 'own' | 'administrator' | 'moderator' | 'member' | 'guest'

/** The visibilities at which each sees an address. */
const seenBy: Readonly<Record<AddressView, ReadonlySet<AddressVisibility>>> = {
  own: new Set([everybody, members, administrators, nobody, moderators]),
  administrator: new Set([everybody, members, moderators, administrators]),
  moderator: new Set([everybody, members, moderators]),
  member: new Set([everybody, members]),
  guest: new Set([everybody]),
}

type Addressed = Pick<UserRow, 'email' | 'delivery_email' | 'settings'>
type Viewer = Pick<UserRow, 'id' | 'role'>

/** The address of an account: what it logs in with, and mails go to. */
export function addressOf({ email, delivery_email }: Omit<Addressed, 'settings'>): string {
  return delivery_email ?? email
}

export function addressVisibilityOf({ delivery_email, settings }: Addressed): AddressVisibility {
  // Where it is hidden from nobody, nothing need be looked up.
  if (delivery_email === null) return everybody
  return (settings['email_address_visibility'] ?? everybody) as AddressVisibility
}

/** The address as somebody sees it who looks in this way; null: not at all. */
export function addressSeen(user: Addressed, view: AddressView): string | null {
  return seenBy[view].has(addressVisibilityOf(user)) ? addressOf(user) : null
}

/** How those with a role look at the accounts of others. */
export function viewOfRole(role: number): Exclude<AddressView, 'own'> {
  if (role <= 200) return 'administrator'
  if (role <= 300) return 'moderator'
  return role <= 400 ? 'member' : 'guest'
}

export function viewOf(viewer: Viewer, user: Pick<UserRow, 'id'>): AddressView {
  return viewer.id === user.id ? 'own' : viewOfRole(viewer.role)
}

/** Whether somebody may see the address of an account. */
export function maySeeAddress(viewer: Viewer, user: Addressed & Pick<UserRow, 'id'>): boolean {
  return addressSeen(user, viewOf(viewer, user)) !== null
}

/**
 * The columns of an account whose address those of a visibility may see.
 *
 * @param domain of the addresses that stand for hidden ones
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

/** What stands for an address that is hidden. */
export function hiddenAddress(userId: number, domain: string): string {
  return `user${userId}@${domain}`
}

/** Whose hidden address a reference may be: the domain is not looked at. */
export function idOfHiddenAddress(reference: string | number): number | undefined {
  const id = /^user([1-9]\d{0,14})@/.exec(String(reference))?.[1]
  return id === undefined ? undefined : Number(id)
}

/** The name of everybody whom somebody may not know. Source: docs/protocol/accounts.md#unknown-users. */
export const unknownName = 'Unknown user'

type Identity = Pick<
  UserRow,
  'id' | 'email' | 'delivery_email' | 'full_name' | 'short_name' | 'avatar_key' | 'avatar_version'
>

/** An account as somebody sees it who may not know whose it is. */
export function withoutIdentity<User extends Identity>(user: User, domain: string): User {
  return {
    ...user,
    email: hiddenAddress(user.id, domain),
    full_name: unknownName,
    short_name: unknownName,
    ...unknownAvatar,
  }
}

/** The picture of the organisation stands for theirs. */
export const unknownAvatar = { avatar_key: 'made-icon', avatar_version: 1 }

/** The domain of addresses that stand for hidden ones: that of the organisation, without a port. */
export function domainOfHidden(subdomain: string, externalHost: string): string {
  const host = externalHost.replace(/:\d*$/, '')
  return subdomain === '' ? host : `${subdomain}.${host}`
}
