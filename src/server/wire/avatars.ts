import { createHash } from 'node:crypto'

/** The fields of an account that determine its avatar's URL. */
export interface AvatarOwner {
  id: number
  realm_id: number
  avatar_version: number
  /** Key of an uploaded avatar; null: the server generates one, or the client shows a gravatar. */
  avatar_key: string | null
}

/** Whether an account has no uploaded avatar, so that a client may compute its gravatar. */
export function isGravatar({ avatar_key }: Pick<AvatarOwner, 'avatar_key'>): boolean {
  return avatar_key === null
}

/** `G`: no uploaded avatar, `U`: uploaded. */
export function avatarSource(owner: AvatarOwner): 'G' | 'U' {
  return isGravatar(owner) ? 'G' : 'U'
}

/** Address of an account's avatar. Source: docs/protocol/users.md#avatars. */
export function avatarUrl(owner: AvatarOwner): string {
  return urlOf(owner, '')
}

/** Address of an account's avatar at medium size. */
export function mediumAvatarUrl(owner: AvatarOwner): string {
  return urlOf(owner, '-medium')
}

/**
 * Address of an avatar for a client: null if the client computes the gravatar itself.
 * Source: docs/protocol/decided-conflicts.md#gravatar-null.
 */
export function avatarUrlFor(owner: AvatarOwner, clientGravatar: boolean): string | null {
  return clientGravatar && isGravatar(owner) ? null : avatarUrl(owner)
}

export function mediumAvatarUrlFor(owner: AvatarOwner, clientGravatar: boolean): string | null {
  return clientGravatar && isGravatar(owner) ? null : mediumAvatarUrl(owner)
}

/** Whether an address is that of an avatar that the server generates. */
export function isMadeAvatar(url: unknown): boolean {
  return typeof url === 'string' && /\/made-\d+(?:-medium)?\.png/.test(url)
}

/** Names of avatar files: the key of an upload, or the id of the user with a generated avatar. */
export const avatarFilePattern = /^(?:[0-9a-f]{32}|made-(?:[1-9]\d{0,14}|icon))(?:-medium)?\.png$/

function urlOf(
  { id, realm_id, avatar_version, avatar_key }: AvatarOwner,
  size: '' | '-medium',
): string {
  const file = `${avatar_key ?? `made-${id}`}${size}.png`
  return `/user_avatars/${realm_id}/${file}?x=x&version=${avatar_version}`
}

/**
 * Address of the gravatar of an email; it answers 404 if the email has none.
 * Source: docs/protocol/users.md#gravatar.
 */
export function gravatarUrl(email: string, pixels: number): URL {
  const md5 = createHash('md5').update(email.toLowerCase()).digest('hex')
  return new URL(`https://secure.gravatar.com/avatar/${md5}?d=404&s=${pixels}`)
}
