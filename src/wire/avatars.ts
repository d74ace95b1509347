import { createHash } from 'node:crypto'

/** What an avatar URL depends on. */
export interface AvatarOwner {
  email: string
  avatar_version: number
}

/**
 * Address of an account's avatar, a gravatar as long as there are no uploads.
 * Source: protocol notes 3.8.
 */
export function avatarUrl({ email, avatar_version }: AvatarOwner): string {
  return `${gravatar(email)}?d=identicon&version=${avatar_version}`
}

/** The same at medium size. */
export function mediumAvatarUrl({ email, avatar_version }: AvatarOwner): string {
  return `${gravatar(email)}?d=identicon&s=500&version=${avatar_version}`
}

/** The icon of a realm that has none of its own. Source: protocol notes 7.3. */
export function realmIconUrl(stringId: string): string {
  return `https://secure.gravatar.com/avatar/${md5(stringId)}?d=identicon`
}

function gravatar(email: string): string {
  return `https://secure.gravatar.com/avatar/${md5(email.toLowerCase())}`
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}
