import type { AppContext } from '../../context'
import {
  countRecoveryCodes,
  deleteSecondFactor,
  findTotp,
} from '../../data/identities/second-factors'
import { accessUserToChange } from '../../chat/access/users/access-user'
import type { UserReference } from '../../chat/access/users/access-user'
import { recordActs } from '../../chat/notify/audit-log'
import type { Requester } from '../../chat/rules/authentication'
import { isPasswordLoginOn } from '../../chat/rules/realms/authentication-methods'
import { requireAdministrator } from '../../chat/rules/permissions/roles'
import { readSecondFactor } from '../../chat/rules/users/second-factor'
import type { SecondFactorState } from '../../chat/rules/users/second-factor'
import type { UserRow } from '../../data/schema'
import { NoSecondFactorError, OwnSecondFactorError } from '../errors'
import { withCode } from './check-code'
import { requireSession } from './require-session'
import { makeCodesAnew } from './set-up'

/* Changes of a second factor. Source: docs/protocol/second-factors.md#own. */

type Context = Pick<AppContext, 'db' | 'limits' | 'metrics' | 'sealer'>

/** The requester's second factor, and the number of recovery codes that still work. */
export async function describeOwnSecondFactor(
  { db }: Pick<AppContext, 'db'>,
  requester: Requester,
): Promise<SecondFactorState & { recoveryCodes: number }> {
  const account = { realmId: requester.realm_id, userId: requester.id }
  const { since, dueAt } = await readSecondFactor(db.dated(), requester)
  const hasPassword =
    requester.password_hash !== null && isPasswordLoginOn(requester.realm_settings)
  return {
    since,
    // A person who never logs in with a password needs no app.
    dueAt: hasPassword ? dueAt : undefined,
    recoveryCodes: await countRecoveryCodes(db.query, account),
  }
}

/**
 * Switches the requester's second factor off.
 * @throws SessionRequiredError, NoSecondFactorError, WrongCodeError; RateLimitedError
 */
export async function switchOff(ctx: Context, requester: Requester, code: string): Promise<void> {
  const account = await accessOwn(ctx, requester)
  await withCode(ctx, account, code, async (tx) => {
    await deleteSecondFactor(tx, account)
    await recordActs(tx, account.realmId, [
      { act: 'second_factor_removed', affected: { type: 'user', id: account.userId } },
    ])
  })
}

/**
 * Gives the requester new recovery codes.
 * @throws SessionRequiredError, NoSecondFactorError, WrongCodeError; RateLimitedError
 */
export async function renewRecoveryCodes(
  ctx: Context,
  requester: Requester,
  code: string,
): Promise<string[]> {
  const account = await accessOwn(ctx, requester)
  return withCode(ctx, account, code, async (tx) => {
    await recordActs(tx, account.realmId, [
      { act: 'recovery_codes_made', affected: { type: 'user', id: account.userId } },
    ])
    return makeCodesAnew(tx, account)
  })
}

async function accessOwn({ db }: Pick<AppContext, 'db'>, requester: Requester) {
  requireSession(requester)
  const account = { realmId: requester.realm_id, userId: requester.id }
  if (!(await findTotp(db.query, account))) throw new NoSecondFactorError()
  return account
}

/**
 * Removes the second factor of another person who has lost it; administrators only, for an owner's account owners only.
 *
 * @throws AdministratorRequiredError, OwnerRequiredError, NoSuchUserError, NoSecondFactorError, OwnSecondFactorError
 * Source: docs/protocol/second-factors.md#reset.
 */
export async function resetSecondFactor(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  reference: UserReference,
): Promise<void> {
  await removeSecondFactor(ctx, requester, reference, (user) => {
    // One's own goes by a code alone.
    if (user.id === requester.id) throw new OwnSecondFactorError()
  })
}

/**
 * {@link resetSecondFactor} for operators, who may name any account.
 * @param check refuses an account
 */
export async function removeSecondFactor(
  { db }: Pick<AppContext, 'db'>,
  requester: Requester,
  reference: UserReference,
  check: (user: UserRow) => void = () => {},
): Promise<UserRow> {
  requireAdministrator(requester)
  return db.transaction(async (tx) => {
    const user = await accessUserToChange(tx, requester, reference)
    check(user)
    const { realm_id: realmId, id } = user
    if (!(await deleteSecondFactor(tx, { realmId, userId: id }))) throw new NoSecondFactorError()
    await recordActs(tx, realmId, [
      { act: 'second_factor_removed', affected: { type: 'user', id } },
    ])
    return user
  })
}
