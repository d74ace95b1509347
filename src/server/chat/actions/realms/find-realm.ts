import type { AppContext } from '../../../context'
import { findRealmByStringId } from '../../../data/realms/realms'
import type { RealmRow } from '../../../data/schema'
import { findOldestOwner } from '../../../data/users/users'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { isPasswordLoginOn } from '../../rules/realms/authentication-methods'
import { realmSettingsOf } from '../../rules/realms/settings'
import { realmAsWriter, renderContent } from '../../posting/rendering/rendering'

/** Valid subdomains of organizations; '' is the default one. */
export const subdomainPattern = /^([a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?)?$/

export interface RealmDescription {
  id: number
  pictures: RealmRow['pictures']
  settings: RealmRow['settings']
  name: string
  /** HTML. */
  description: string
  /** Whether joining requires an invitation. */
  invitesOnly: boolean
  /** Whether people log in with passwords. */
  hasPasswords: boolean
}

/**
 * Describes the organization of a host, with the facts that are public.
 * @param subdomain of the Host header; '' is the default realm
 * @throws BadRequestError for an unknown subdomain.
 * Source: docs/protocol/authentication.md#server-settings.
 */
export async function describeRealm(
  ctx: Pick<AppContext, 'db'>,
  subdomain: string,
): Promise<RealmDescription> {
  const realm = await findRealmByStringId(ctx.db.query, subdomain)
  if (!realm) {
    throw new BadRequestError(subdomain === '' ? 'Subdomain required' : 'Invalid subdomain')
  }
  const writer = realmAsWriter(realm.id)
  const description =
    realm.description === ''
      ? ''
      : (await renderContent(ctx.db.dated(), writer, realm.description)).html
  const { invite_required: invitesOnly } = realmSettingsOf({ realm_settings: realm.settings })
  const hasPasswords = isPasswordLoginOn(realm.settings)
  const { id, pictures, name, settings } = realm
  return { id, pictures, name, settings, description, invitesOnly, hasPasswords }
}

/** Whether an organization has this subdomain; '' is the default one. */
export async function isRealmNamed(
  ctx: Pick<AppContext, 'db'>,
  subdomain: string,
): Promise<boolean> {
  return (await findRealmByStringId(ctx.db.query, subdomain)) !== undefined
}

/**
 * Text that says whether a new organization could take a subdomain.
 * Source: docs/protocol/realm-settings.md#subdomain-check.
 */
export async function describeSubdomain(
  ctx: Pick<AppContext, 'db'>,
  subdomain: string,
): Promise<string> {
  if (subdomain.length < 3) return 'Subdomain needs to have length 3 or greater.'
  if (/^-|-$/.test(subdomain)) return "Subdomain cannot start or end with a '-'."
  if (!subdomainPattern.test(subdomain)) {
    return "Subdomain can only have lowercase letters, numbers, and '-'s."
  }
  return (await isRealmNamed(ctx, subdomain))
    ? 'Subdomain is already in use. Please choose a different one.'
    : 'available'
}

/**
 * The oldest owner of a realm, as whom the CLI acts for the operator.
 * @throws BadRequestError for an unknown realm or one without an owner
 */
export async function getActingOwner(
  ctx: Pick<AppContext, 'db'>,
  stringId: string,
): Promise<Requester> {
  const realm = await getRealmNamed(ctx, stringId)
  const owner = await findOldestOwner(ctx.db.query, realm.id)
  if (!owner) throw noSuchRealm(stringId)
  return owner
}

/** @throws BadRequestError for an unknown realm, worded for the operator */
export async function getRealmNamed(
  ctx: Pick<AppContext, 'db'>,
  stringId: string,
): Promise<RealmRow> {
  const realm = await findRealmByStringId(ctx.db.query, stringId)
  if (!realm) throw noSuchRealm(stringId)
  return realm
}

function noSuchRealm(stringId: string): BadRequestError {
  return new BadRequestError(`There is no organization '${stringId}'.`)
}
