import type { AppContext } from '../../context'
import { findRealmByStringId } from '../../db/realms/realms'
import type { RealmRow } from '../../db/schema'
import { findOldestOwner } from '../../db/users/users'
import type { Requester } from '../authentication'
import { BadRequestError } from '../errors'
import { realmAsWriter, renderContent } from '../messages/rendering/rendering'

export interface RealmDescription {
  id: number
  name: string
  /** HTML. */
  description: string
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
  return { id: realm.id, name: realm.name, description }
}

/** Whether a host with this subdomain names an organisation; '' is the default one. */
export async function isRealmNamed(
  ctx: Pick<AppContext, 'db'>,
  subdomain: string,
): Promise<boolean> {
  return (await findRealmByStringId(ctx.db.query, subdomain)) !== undefined
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
