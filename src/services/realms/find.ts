import type { AppContext } from '../../context'
import { findRealmByStringId } from '../../db/realms/realms'
import type { RealmRow } from '../../db/schema'
import { findOldestOwner } from '../../db/users/users'
import type { Requester } from '../authentication'
import { BadRequestError } from '../errors'
import { realmSettingsOf } from './settings'
import { realmAsWriter, renderContent } from '../messages/rendering/rendering'

/** Subdomains that organisations have; the empty one is the default. */
export const subdomainPattern = /^([a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?)?$/

export interface RealmDescription {
  id: number
  pictures: RealmRow['pictures']
  name: string
  /** HTML. */
  description: string
  /** Whether people join by invitation alone. */
  invitesOnly: boolean
}

/**
 * Describes the organisation that a host names, as far as anybody may know it.
 * @param subdomain of the Host header; '' is the default realm
 * @throws BadRequestError for an unknown one.
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
      : (await renderContent(ctx.db.query, writer, realm.description)).html
  const { invite_required: invitesOnly } = realmSettingsOf({ realm_settings: realm.settings })
  return { id: realm.id, pictures: realm.pictures, name: realm.name, description, invitesOnly }
}

/** Whether a host with this subdomain names an organisation; '' is the default one. */
export async function isRealmNamed(
  ctx: Pick<AppContext, 'db'>,
  subdomain: string,
): Promise<boolean> {
  return (await findRealmByStringId(ctx.db.query, subdomain)) !== undefined
}

/**
 * Says in words whether a new organisation could have a subdomain.
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
 * The longest-serving owner of a realm: the operator of the server acts as that person.
 * @throws BadRequestError when there is no such realm or nobody owns it
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

/** @throws BadRequestError where there is no such realm, as its operator is told */
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
