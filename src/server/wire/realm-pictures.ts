/*
 * Icon and logos of a realm. Sources: docs/protocol/realm-settings.md#icon,
 * docs/protocol/realm-settings.md#logo.
 */

export type RealmPictureKind = 'icon' | 'logo' | 'night_logo'

/** The fields of a realm that determine the addresses of its pictures. */
export interface RealmPictureOwner {
  id: number
  pictures: Readonly<Partial<Record<RealmPictureKind, { key: string | null; version: number }>>>
}

/** The fields of a picture, named as clients know them without `realm_`. */
export interface PresentedPictures {
  icon: { icon_source: 'G' | 'U'; icon_url: string }
  logo: { logo_source: 'D' | 'U'; logo_url: string }
  night_logo: { night_logo_source: 'D' | 'U'; night_logo_url: string }
}

/**
 * Address of a picture: the uploaded one, else a generated one.
 * Source: docs/protocol/authentication.md#realm-icon.
 */
export function realmPictureUrl(
  { id, pictures }: RealmPictureOwner,
  kind: RealmPictureKind,
): string {
  const { key = null, version = 1 } = pictures[kind] ?? {}
  return key === null
    ? `/user_avatars/${id}/made-icon.png?x=x&version=${version}`
    : `/user_avatars/${id}/realm/${kind}.png?version=${version}`
}

export function presentRealmPictures(owner: RealmPictureOwner): PresentedPictures {
  const isUploaded = (kind: RealmPictureKind) => typeof owner.pictures[kind]?.key === 'string'
  return {
    icon: {
      icon_source: isUploaded('icon') ? 'U' : 'G',
      icon_url: realmPictureUrl(owner, 'icon'),
    },
    logo: {
      logo_source: isUploaded('logo') ? 'U' : 'D',
      logo_url: realmPictureUrl(owner, 'logo'),
    },
    night_logo: {
      night_logo_source: isUploaded('night_logo') ? 'U' : 'D',
      night_logo_url: realmPictureUrl(owner, 'night_logo'),
    },
  }
}
