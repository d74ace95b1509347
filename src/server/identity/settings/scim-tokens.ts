import type { AppContext } from '../../context'
import { deleteScimToken, insertScimToken, listScimTokens } from '../../data/identities/scim-tokens'
import type { ScimTokenRow } from '../../data/schema'
import { lockAccounts } from '../../data/users/update-users'
import { recordActs } from '../../chat/notify/audit-log'
import type { Requester } from '../../chat/rules/authentication'
import { createToken, hashToken } from '../../chat/rules/credentials'
import { BadRequestError } from '../../chat/rules/errors'
import { requireOwner } from '../../chat/rules/permissions/roles'
import { NoSuchScimTokenError } from '../errors'

/* The tokens of directories; owners only. Source: docs/protocol/scim.md#tokens. */

const maxTokens = 20
const maxNameCharacters = 60

type Context = Pick<AppContext, 'db'>

/** @throws OwnerRequiredError */
export async function listTokens({ db }: Context, requester: Requester): Promise<ScimTokenRow[]> {
  requireOwner(requester)
  return listScimTokens(db.query, requester.realm_id)
}

/**
 * Makes a token; the database keeps its hash only.
 * @throws OwnerRequiredError; BadRequestError for an invalid name, and for too many tokens
 */
export async function createScimToken(
  { db }: Context,
  requester: Requester,
  name: string,
): Promise<{ row: ScimTokenRow; token: string }> {
  requireOwner(requester)
  const trimmed = name.trim()
  if (trimmed === '' || Array.from(trimmed).length > maxNameCharacters) {
    throw new BadRequestError(`The name of a token has 1 to ${maxNameCharacters} characters.`)
  }
  const token = createToken()
  const { realm_id } = requester
  const row = await db.transaction(async (tx) => {
    await lockAccounts(tx, realm_id)
    if ((await listScimTokens(tx, realm_id)).length >= maxTokens) {
      throw new BadRequestError(`Too many tokens (limit: ${maxTokens})`)
    }
    const made = await insertScimToken(tx, {
      ...{ realm_id, name: trimmed, token_hash: hashToken(token) },
    })
    await recordActs(tx, realm_id, [
      { act: 'scim_token_created', after: { id: made.id, name: made.name } },
    ])
    return made
  })
  return { row, token }
}

/** @throws OwnerRequiredError, NoSuchScimTokenError */
export async function revokeScimToken(
  { db }: Context,
  requester: Requester,
  id: number,
): Promise<void> {
  requireOwner(requester)
  await db.transaction(async (tx) => {
    const revoked = await deleteScimToken(tx, requester.realm_id, id)
    if (!revoked) throw new NoSuchScimTokenError()
    await recordActs(tx, requester.realm_id, [
      { act: 'scim_token_revoked', before: { id, name: revoked.name } },
    ])
  })
}
