import type { AppContext } from '../../../context'
import type { UserRow } from '../../../data/schema'
import { updateUser } from '../../../data/users/update-users'
import { recordActs } from '../../notify/audit-log'
import type { Requester } from '../../rules/authentication'
import { hashPassword, makeUpPassword } from '../../rules/credentials'
import { BadRequestError } from '../../rules/errors'
import { checkNewPassword } from '../../rules/passwords/strength'
import type { PasswordContext } from '../../rules/passwords/strength'
import { requireAdministrator } from '../../rules/permissions/roles'
import { accessUserToChange } from '../../access/users/access-user'
import type { UserReference } from '../../access/users/access-user'
import { replaceKey } from './change-user'

/*
 * Recovery of accounts by administrators: a new password, a new API key. For an owner's account only by
 * owners.
 */

type Context = Pick<AppContext, 'db'>

/**
 * Replaces the password of a person and ends all their sessions.
 *
 * @param password generated unless given, and then answered as `madeUp`
 * @throws AdministratorRequiredError, OwnerRequiredError, NoSuchUserError
 * @throws BadRequestError for bots, which have no password, and for a weak password
 * Source: docs/protocol/accounts.md#reset-password.
 */
export async function resetPassword(
  ctx: Context & PasswordContext,
  requester: Requester,
  reference: UserReference,
  password?: string,
): Promise<{ user: UserRow; madeUp?: string }> {
  requireAdministrator(requester)
  if (password !== undefined) await checkNewPassword(ctx, password)
  const madeUp = password === undefined ? makeUpPassword() : undefined
  // Slow: outside the transaction.
  const password_hash = await hashPassword(password ?? (madeUp as string))
  const { realm_id: realmId } = requester
  const user = await ctx.db.transaction(async (tx) => {
    const found = await accessUserToChange(tx, requester, reference)
    if (found.is_bot) throw new BadRequestError('Bots have no password.')
    await recordActs(tx, realmId, [
      { act: 'password_reset', affected: { type: 'user', id: found.id } },
    ])
    return updateUser(tx, found, { password_hash })
  })
  return { user, ...(madeUp !== undefined && { madeUp }) }
}

/**
 * Replaces the API key of an account and answers the new one; the old one stops working at once.
 * @throws AdministratorRequiredError, OwnerRequiredError, NoSuchUserError
 */
export async function resetKey(
  ctx: Context,
  requester: Requester,
  reference: UserReference,
): Promise<{ user: UserRow; apiKey: string }> {
  requireAdministrator(requester)
  return ctx.db.transaction(async (tx) => {
    const user = await accessUserToChange(tx, requester, reference)
    return { user, apiKey: await replaceKey(tx, user) }
  })
}
