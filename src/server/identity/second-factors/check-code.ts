import type { AppContext } from '../../context'
import type { Tx } from '../../data/engine/database'
import { acceptStep, findTotp, takeRecoveryCode } from '../../data/identities/second-factors'
import type { AccountKey } from '../../data/identities/second-factors'
import { recordActs } from '../../chat/notify/audit-log'
import { WrongCodeError } from '../errors'
import { hashRecoveryCode } from './recovery-codes'
import { openSecret } from './secrets'
import { stepOf } from './totp'

type Context = Pick<AppContext, 'db' | 'limits' | 'metrics' | 'sealer'>

/**
 * Checks a code of the authenticator app, or a recovery code, and uses it up in one transaction with its effect. Each guess is
 * counted before; right ones are uncounted again.
 *
 * @param act the effect; a refusal leaves the code unused
 * @throws WrongCodeError also for a code that was used before, and for an account without a second factor; RateLimitedError
 * Source: docs/protocol/second-factors.md#codes.
 */
export async function withCode<T>(
  ctx: Context,
  account: AccountKey,
  code: string,
  act: (tx: Tx) => Promise<T>,
): Promise<T> {
  await ctx.limits.consumeCode(account.userId)
  const done = await ctx.db
    .transaction(async (tx) => {
      await useCode(ctx, tx, account, code)
      return act(tx)
    })
    .catch((error: unknown) => {
      if (error instanceof WrongCodeError) ctx.metrics.loginsRefused.inc({ reason: 'code' })
      throw error
    })
  await ctx.limits.forgiveCode(account.userId)
  return done
}

async function useCode(
  ctx: Pick<AppContext, 'sealer'>,
  tx: Tx,
  account: AccountKey,
  code: string,
): Promise<void> {
  const totp = await findTotp(tx, account)
  if (!totp) throw new WrongCodeError()
  const secret = openSecret(ctx, account, totp.sealed_secret)
  const step = secret === undefined ? undefined : stepOf(code, secret, tx.now)
  if (step !== undefined) {
    if (await acceptStep(tx, account, step)) return
    throw new WrongCodeError()
  }
  if (!(await takeRecoveryCode(tx, account, hashRecoveryCode(code)))) throw new WrongCodeError()
  await recordActs(tx, account.realmId, [
    { act: 'recovery_code_used', affected: { type: 'user', id: account.userId } },
  ])
}
