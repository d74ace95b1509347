import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import type { ApiKeyRow, UserRow } from '../../../data/schema'
import { deleteApiKeys, insertApiKey, listApiKeys } from '../../../data/users/api-keys'
import { lockAccounts } from '../../../data/users/update-users'
import type { ApiKeyScope } from '../../../../shared/rules/api-key-scopes'
import { accessUser, accessUserToChange } from '../../access/users/access-user'
import type { UserReference } from '../../access/users/access-user'
import { recordActs } from '../../notify/audit-log'
import type { Requester } from '../../rules/authentication'
import { createNamedKey, hashToken } from '../../rules/credentials'
import { BadRequestError, InsufficientPermissionError, NoSuchUserError } from '../../rules/errors'
import { fixedError } from '../../../lib/api-error'
import { requireAdministrator } from '../../rules/permissions/roles'
import { mailKeyNotice } from './login-mail'
import type { LoginPlace } from './login-mail'

/*
 * Named keys: each device or script has one, with the rights that it needs. The database stores hashes. Source:
 * docs/protocol/api-keys.md#calls.
 */

const maxKeys = 50
const maxNameCharacters = 60

/** The refusal of a key that is not there. */
export class NoSuchApiKeyError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The account has no such key.',
  example: 'Invalid API key ID',
}) {}

/** A key to make. */
export interface WantedKey {
  name: string
  scope: ApiKeyScope
  /** Unix time; absent: the key does not expire. */
  expiresAt?: number | undefined
}

/**
 * The named keys of the requester, of a bot of the requester, or, for administrators, of an account that they may manage.
 * @throws AdministratorRequiredError, OwnerRequiredError, NoSuchUserError
 */
export async function listNamedKeys(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  reference: UserReference,
): Promise<ApiKeyRow[]> {
  const { realm_id: realmId } = requester
  const userId = await ctx.db.transaction((tx) => accessKeeper(tx, requester, reference))
  return listApiKeys(ctx.db.query, { realmId, userId })
}

/**
 * Makes a key for the requester, or for a bot of the requester. The key is answered this once.
 * @throws BadRequestError for an invalid name or time, and for too many keys; InsufficientPermissionError
 */
export async function createKey(
  ctx: Pick<AppContext, 'clock' | 'config' | 'db' | 'limits'>,
  requester: Requester,
  { reference, wanted, place }: { reference: UserReference; wanted: WantedKey; place: LoginPlace },
): Promise<{ row: ApiKeyRow; key: string }> {
  const name = checkName(wanted.name)
  const key = createNamedKey()
  const { realm_id: realmId } = requester
  const row = await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realmId)
    const holder = await accessUser(tx, requester, reference)
    if (!isOwn(requester, holder)) throw new InsufficientPermissionError()
    if (holder.deactivated_at) throw new NoSuchUserError()
    const expiresAt = checkExpiry(tx, wanted.expiresAt)
    if ((await listApiKeys(tx, { realmId, userId: holder.id })).length >= maxKeys) {
      throw new BadRequestError(`Too many API keys (limit: ${maxKeys})`)
    }
    const made = await insertApiKey(tx, {
      ...{ realm_id: realmId, user_id: holder.id, name, scope: wanted.scope },
      ...{ key_hash: hashToken(key), expires_at: expiresAt },
    })
    await recordActs(tx, realmId, [
      { act: 'api_key_created', ...affecting(holder), after: factsOf(made) },
    ])
    return made
  })
  await mailKeyNotice(ctx, requester, { ...place, keyName: name })
  return { row, key }
}

/**
 * Revokes a key of the requester, of a bot of the requester, or, for administrators, of an account that they may manage. It
 * is dead on every worker when this returns.
 * @throws NoSuchApiKeyError, AdministratorRequiredError, OwnerRequiredError, NoSuchUserError
 */
export async function revokeKey(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  { reference, keyId }: { reference: UserReference; keyId: number },
): Promise<void> {
  const { realm_id: realmId } = requester
  await ctx.db.transaction(async (tx) => {
    const id = await accessKeeper(tx, requester, reference)
    const [revoked] = await deleteApiKeys(tx, realmId, { userIds: [id], ids: [keyId] })
    if (!revoked) throw new NoSuchApiKeyError()
    await recordActs(tx, realmId, [
      { act: 'api_key_revoked', ...affecting({ id }), before: factsOf(revoked) },
    ])
  })
}

/** The id of an account whose keys the requester may list and revoke. */
async function accessKeeper(
  tx: Tx,
  requester: Requester,
  reference: UserReference,
): Promise<number> {
  if (reference === requester.id) return requester.id
  const user = await accessUser(tx, requester, reference)
  if (isOwn(requester, user)) return user.id
  requireAdministrator(requester)
  return (await accessUserToChange(tx, requester, user.id)).id
}

function isOwn(requester: Requester, user: Pick<UserRow, 'id' | 'bot_owner_id'>): boolean {
  return user.id === requester.id || user.bot_owner_id === requester.id
}

const affecting = ({ id }: Pick<UserRow, 'id'>) => ({ affected: { type: 'user', id } as const })

const factsOf = ({ id, name, scope }: ApiKeyRow) => ({ key_id: id, name, scope })

function checkName(typed: string): string {
  const name = typed.trim()
  if (name === '' || Array.from(name).length > maxNameCharacters) {
    throw new BadRequestError(`The name of a key has 1 to ${maxNameCharacters} characters.`)
  }
  return name
}

function checkExpiry({ now }: Tx, wanted: number | undefined): Date | null {
  if (wanted === undefined) return null
  const expiresAt = new Date(wanted * 1_000)
  if (expiresAt <= now) throw new BadRequestError('The expiry of a key is in the future.')
  return expiresAt
}
