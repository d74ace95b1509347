import { createHash } from 'node:crypto'

/** The parts of an account that its avatar's URL depends on. */
export interface AvatarOwner {
  realm_id: number
  email: string
  avatar_version: number
  /** Name of an uploaded avatar; null: the gravatar of the email. */
  avatar_key: string | null
}

/** Whether a client may compute the avatar of an account from its email. */
export function isGravatar({ avatar_key }: AvatarOwner): boolean {
  return avatar_key === null
}

/** `G`: gravatar, `U`: uploaded. */
export function avatarSource(owner: AvatarOwner): 'G' | 'U' {
  return isGravatar(owner) ? 'G' : 'U'
}

/** Address of an account's avatar. Source: docs/protocol/users.md#avatars. */
export function avatarUrl(owner: AvatarOwner): string {
  return urlOf(owner, { upload: '', gravatar: '' })
}

/** Address of an account's avatar at medium size. */
export function mediumAvatarUrl(owner: AvatarOwner): string {
  return urlOf(owner, { upload: '-medium', gravatar: '&s=500' })
}

/**
 * Address of an avatar for a client: null where it is a gravatar that it computes itself.
 * Source: docs/protocol/decided-conflicts.md#gravatar-null.
 */
export function avatarUrlFor(owner: AvatarOwner, clientGravatar: boolean): string | null {
  return clientGravatar && isGravatar(owner) ? null : avatarUrl(owner)
}

export function mediumAvatarUrlFor(owner: AvatarOwner, clientGravatar: boolean): string | null {
  return clientGravatar && isGravatar(owner) ? null : mediumAvatarUrl(owner)
}

/**
 * The icon of a realm that has none of its own. Source: docs/protocol/authentication.md#realm-icon.
 */
export function realmIconUrl(stringId: string): string {
  return `https://secure.gravatar.com/avatar/${md5(stringId)}?d=identicon`
}

function urlOf(
  { realm_id, email, avatar_version, avatar_key }: AvatarOwner,
  size: { upload: string; gravatar: string },
): string {
  return avatar_key === null
    ? `${gravatar(email)}?d=identicon${size.gravatar}&version=${avatar_version}`
    : `/user_avatars/${realm_id}/${avatar_key}${size.upload}.png?x=x&version=${avatar_version}`
}

function gravatar(email: string): string {
  return `https://secure.gravatar.com/avatar/${md5(email.toLowerCase())}`
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}
