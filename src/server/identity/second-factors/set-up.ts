import type { AppContext } from '../../context'
import type { Tx } from '../../data/engine/database'
import { putTotp, replaceRecoveryCodes } from '../../data/identities/second-factors'
import type { AccountKey } from '../../data/identities/second-factors'
import { lockUser } from '../../data/users/update-users'
import type { UserWithRealm } from '../../data/users/users'
import { recordActs } from '../../chat/notify/audit-log'
import type { Requester } from '../../chat/rules/authentication'
import {
  guessAtConfirmation,
  issueConfirmation,
  revokeConfirmations,
  takeConfirmation,
} from '../../chat/rules/confirmations'
import { LoginEndedError, WrongCodeError } from '../errors'
import { addressOf } from '../../wire/addresses'
import { makeRecoveryCodes } from './recovery-codes'
import { requireSession } from './require-session'
import { openSecret, sealSecret } from './secrets'
import { makeSecret, showSecret, stepOf } from './totp'
import type { ShownSecret } from './totp'

/*
 * Setting up an authenticator app. The secret waits, sealed, in `confirmations` until a code proves that the app has it; an
 * earlier app works until then.
 * Source: docs/protocol/second-factors.md#setup.
 */

/** Time in which the code has to come. */
const lifeSeconds = 900
/** Max codes that one setting up takes. */
const mostGuesses = 10

type Context = Pick<AppContext, 'db' | 'sealer'>

/** A secret that waits for its first code. */
export interface WaitingSecret {
  shown: ShownSecret
  /** Stored with the confirmation. */
  data: { sealed: string }
}

/** @throws NoSecretsKeyError */
export function makeWaitingSecret(
  ctx: Pick<AppContext, 'sealer'>,
  user: Pick<UserWithRealm, 'realm_id' | 'id' | 'realm_name' | 'email' | 'delivery_email'>,
): WaitingSecret {
  const secret = makeSecret()
  const sealed = sealSecret(ctx, { realmId: user.realm_id, userId: user.id }, secret)
  return {
    shown: showSecret(secret, { issuer: user.realm_name, label: addressOf(user) }),
    data: { sealed: sealed.toString('base64') },
  }
}

/**
 * Begins to set up the requester's authenticator app.
 *
 * @returns the secret, and a ticket for {@link confirmSetup}
 * @throws SessionRequiredError, NoSecretsKeyError
 */
export async function beginSetup(
  ctx: Context,
  requester: Requester,
): Promise<ShownSecret & { ticket: string }> {
  requireSession(requester)
  const { shown, data } = makeWaitingSecret(ctx, requester)
  const { token: ticket } = await ctx.db.transaction((tx) =>
    issueConfirmation(tx, {
      ...{ realmId: requester.realm_id, kind: 'second_factor_setup', userId: requester.id },
      ...{ data, lifeSeconds },
    }),
  )
  return { ...shown, ticket }
}

/**
 * Switches the requester's authenticator app on, if the code is right.
 *
 * @returns recovery codes, which are shown once
 * @throws SessionRequiredError, LoginEndedError, WrongCodeError
 */
export async function confirmSetup(
  ctx: Context,
  requester: Requester,
  { ticket: token, code }: { ticket: string; code: string },
): Promise<string[]> {
  requireSession(requester)
  const account = { realmId: requester.realm_id, userId: requester.id }
  const given = { realmId: account.realmId, kind: 'second_factor_setup' as const, token }
  const row = await guessAtConfirmation(ctx.db.dated(), given, mostGuesses)
  if (row?.user_id !== account.userId) throw new LoginEndedError()
  return ctx.db.transaction((tx) => switchOn(ctx, tx, account, { given, data: row.data, code }))
}

/** The confirmation of a waiting secret, and the first code. */
interface FirstCode {
  given: Parameters<typeof takeConfirmation>[1]
  data: Readonly<Record<string, unknown>>
  code: string
}

/**
 * Stores the authenticator app of an account, and new recovery codes. All other tickets of the account end: somebody who knows
 * the password must not put another app in the place of this one.
 *
 * @throws LoginEndedError, WrongCodeError
 */
export async function switchOn(
  ctx: Pick<AppContext, 'sealer'>,
  tx: Tx,
  account: AccountKey,
  { given, data, code }: FirstCode,
): Promise<string[]> {
  const { realmId, userId } = account
  // The first of several simultaneous calls ends the tickets of the others.
  await lockUser(tx, realmId, userId)
  if (!(await takeConfirmation(tx, given))) throw new LoginEndedError()
  const kinds = ['second_factor', 'second_factor_setup']
  await revokeConfirmations(tx, { realmId, kinds, userIds: [userId] })
  const sealed_secret = Buffer.from(String(data['sealed']), 'base64')
  const secret = openSecret(ctx, account, sealed_secret)
  const step = secret === undefined ? undefined : stepOf(code, secret, tx.now)
  if (step === undefined) throw new WrongCodeError()
  await putTotp(tx, account, { sealed_secret, last_step: step })
  await recordActs(tx, account.realmId, [
    { act: 'second_factor_added', affected: { type: 'user', id: account.userId } },
  ])
  return makeCodesAnew(tx, account)
}

/** Gives an account new recovery codes; the old ones stop working. */
export async function makeCodesAnew(tx: Tx, account: AccountKey): Promise<string[]> {
  const { codes, hashes } = makeRecoveryCodes()
  await replaceRecoveryCodes(tx, account, hashes)
  return codes
}
