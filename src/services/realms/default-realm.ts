import type { AppContext } from '../../context'
import { findRealmByStringId } from '../../db/realms/realms'
import { findOldestOwner } from '../../db/users/users'
import type { Requester } from '../authentication'
import { BadRequestError } from '../errors'
import { createRealmOnce } from './create-realm'
import type { CreatedRealm } from './create-realm'

/**
 * Creates the realm of the root domain at the first start, with the owner of the configuration.
 * Answers undefined when it exists already, also because another worker started a moment before.
 *
 * @throws BadRequestError for an owner that the configuration should not name
 */
export async function ensureDefaultRealm(
  ctx: Pick<AppContext, 'db' | 'clock' | 'config' | 'memory'>,
): Promise<CreatedRealm | undefined> {
  // Most starts end here, without the work of hashing a password.
  if (await findRealmByStringId(ctx.db.query, '')) return undefined
  const { owner, realmName } = ctx.config
  return createRealmOnce(ctx, {
    stringId: '',
    name: realmName,
    owner: { ...owner, fullName: 'Owner' },
  })
}

/**
 * The longest-serving owner of a realm: the operator of the server acts as that person.
 * @throws BadRequestError when there is no such realm or nobody owns it
 */
export async function getActingOwner(
  ctx: Pick<AppContext, 'db'>,
  stringId: string,
): Promise<Requester> {
  const realm = await findRealmByStringId(ctx.db.query, stringId)
  const owner = realm && (await findOldestOwner(ctx.db.query, realm.id))
  if (!owner) throw new BadRequestError(`There is no organization '${stringId}'.`)
  return owner
}
