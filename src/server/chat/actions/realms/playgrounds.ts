import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import {
  deleteRealmPlayground,
  insertRealmPlayground,
  listRealmPlaygrounds,
} from '../../../data/realms/playgrounds'
import type { RealmPlayground } from '../../../data/realms/playgrounds'
import { lockAccounts } from '../../../data/users/update-users'
import { publish } from '../../../events/publish'
import { variablesOf } from '../../../text/markdown/url-template'
import { realmPlaygroundsReplaced } from '../../../wire/realm-lists'
import { recordActs } from '../../notify/audit-log'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { sizeLimits } from '../../rules/limits'
import { requireAdministrator } from '../../rules/permissions/roles'
import { forEverybody } from '../../notify/publications'
import { visibly } from '../../../lib/characters'

/*
 * Playgrounds: web pages that run code. Administrators add them, and clients link to them from code
 * blocks. Source: docs/protocol/realm-settings.md#playgrounds.
 */

type Context = Pick<AppContext, 'db'>

/** Adds a playground and answers its id. @throws AdministratorRequiredError, BadRequestError */
export async function addPlayground(
  ctx: Context,
  requester: Requester,
  wanted: Omit<RealmPlayground, 'id'>,
): Promise<number> {
  requireAdministrator(requester)
  const playground = checkPlayground(wanted)
  return changePlaygrounds(ctx, requester, async (tx, realmId) => {
    const before = await listRealmPlaygrounds(tx, realmId)
    if (before.length >= sizeLimits.playgrounds) {
      throw new BadRequestError(`Too many playgrounds (limit: ${sizeLimits.playgrounds})`)
    }
    const id = await insertRealmPlayground(tx, realmId, playground)
    if (id === undefined) {
      throw new BadRequestError(
        'Realm playground with this Realm, Pygments language and Name already exists.',
      )
    }
    await recordActs(tx, realmId, [{ act: 'playground_added', after: { id, ...playground } }])
    return id
  })
}

/** @throws AdministratorRequiredError; BadRequestError for an unknown playground */
export async function removePlayground(
  ctx: Context,
  requester: Requester,
  id: number,
): Promise<void> {
  requireAdministrator(requester)
  await changePlaygrounds(ctx, requester, async (tx, realmId) => {
    if (!(await deleteRealmPlayground(tx, realmId, id))) {
      throw new BadRequestError('Invalid playground')
    }
    await recordActs(tx, realmId, [{ act: 'playground_removed', before: { id } }])
  })
}

async function changePlaygrounds<Result>(
  ctx: Context,
  { realm_id: realmId }: Requester,
  change: (tx: Tx, realmId: number) => Promise<Result>,
): Promise<Result> {
  return ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realmId)
    const result = await change(tx, realmId)
    const playgrounds = await listRealmPlaygrounds(tx, realmId)
    await publish(tx, realmId, [forEverybody(realmPlaygroundsReplaced(playgrounds))])
    return result
  })
}

/** Source: docs/protocol/realm-settings.md#playground-template. */
/** A playground as it is stored. @throws BadRequestError */
export function checkPlayground(wanted: Omit<RealmPlayground, 'id'>): Omit<RealmPlayground, 'id'> {
  const name = visibly(wanted.name)
  const pygments_language = wanted.pygments_language.trim()
  if (name === '') throw new BadRequestError('Name cannot be empty')
  if (!/^[\w #+./()-]+$/.test(pygments_language)) {
    throw new BadRequestError('Invalid characters in pygments language')
  }
  const variables = variablesOf(wanted.url_template)
  if (!variables || !/^https?:\/\/[^{]/i.test(wanted.url_template)) {
    throw new BadRequestError('Invalid URL template.')
  }
  if (!variables.includes('code')) {
    throw new BadRequestError('Missing the required variable "code" in the URL template')
  }
  if (variables.length > 1) {
    throw new BadRequestError('"code" should be the only variable present in the URL template')
  }
  return { name, pygments_language, url_template: wanted.url_template }
}
