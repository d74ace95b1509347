import type { AppContext } from '../../context'
import { noMail } from '../../chat/actions/users/forgotten-password'
import { checkCode, requestCode } from '../../chat/actions/users/login-codes'
import { isOwnPassword } from '../../chat/actions/users/own-account'
import type { Requester } from '../../chat/rules/authentication'
import { isMailOn } from '../../chat/notify/mail/enqueue'
import { BadRequestError, UncodedError } from '../../chat/rules/errors'
import { noteProof } from '../../data/users/sessions'
import { addressOf } from '../../wire/addresses'
import { requireProof } from './require-proof'
import { withCode } from '../second-factors/check-code'
import { hasUsablePassword, mayUseCode, secondFactorOf } from './ways'

type Context = Pick<
  AppContext,
  'clock' | 'config' | 'db' | 'limits' | 'metrics' | 'operatorProviders' | 'sealer'
>

/** A browser that proves who is there. */
interface Prover {
  /** Address of the client, for the rate limit of guesses. */
  ip: string
  /** Random text in the cookie of the browser that asked for a code. */
  browserKey: string | undefined
}

/** A proof that a person gives: one of these texts is not empty. */
export interface Proof extends Prover {
  password: string
  /** A code of the authenticator app, or a recovery code; without an app: a code by mail. */
  code: string
}

/**
 * Takes a proof of the person behind a session, which may make dangerous calls for ten minutes from then on.
 * @throws BadRequestError without a session; UncodedError, InvalidCodeError for a wrong proof; RateLimitedError after too many
 * Source: docs/protocol/step-up.md#prove.
 */
export async function prove(ctx: Context, requester: Requester, proof: Proof): Promise<void> {
  if (!requester.session) throw new BadRequestError('Only sessions are asked for a proof.')
  const factor = await secondFactorOf(ctx, requester)
  if (factor === 'code') return proveByApp(ctx, requester, proof)
  if (factor === 'setup') throw new BadRequestError('Log in again to set a second factor up.')
  await (proof.code === ''
    ? checkPassword(ctx, requester, proof)
    : checkOwnCode(ctx, requester, proof))
  await keepProof(ctx, requester)
}

async function proveByApp(
  ctx: Context,
  { realm_id: realmId, id: userId, session }: Requester,
  { code }: Pick<Proof, 'code'>,
): Promise<void> {
  if (code === '') throw new BadRequestError('Enter a code of your authenticator app.')
  await withCode(ctx, { realmId, userId }, code, async (tx) => {
    if (session) await noteProof(tx, { realmId, id: session.id })
  })
}

async function keepProof(
  { db }: Pick<Context, 'db'>,
  { realm_id: realmId, session }: Requester,
): Promise<void> {
  if (!session) return
  await db.transaction((tx) => noteProof(tx, { realmId, id: session.id }))
}

async function checkPassword(
  ctx: Pick<Context, 'limits'>,
  requester: Requester,
  { password, ip }: Pick<Proof, 'password' | 'ip'>,
): Promise<void> {
  const isRight =
    hasUsablePassword(requester) && (await isOwnPassword(ctx, requester, password, ip))
  if (!isRight) throw new UncodedError('Password is incorrect.')
}

async function checkOwnCode(ctx: Context, requester: Requester, proof: Proof): Promise<void> {
  if (!mayUseCode(ctx, requester)) throw noCode()
  const { realm_id: realmId } = requester
  const { ip, browserKey, code } = proof
  await checkCode(ctx, { realmId, address: addressOf(requester), ip, browserKey, code })
}

/**
 * Mails a person without a password a code that proves who is there.
 * @throws BadRequestError for people with a password, and without mail; RateLimitedError
 */
export async function askForOwnCode(
  ctx: Context,
  requester: Requester,
  { ip, browserKey }: Prover & { browserKey: string },
): Promise<void> {
  if (!isMailOn(ctx)) throw noMail('log in by your password.')
  if (!mayUseCode(ctx, requester) || !requester.session) throw noCode()
  const { realm_id: realmId } = requester
  const address = addressOf(requester)
  await ctx.limits.consumeMailRequest({ ip, realmId, address })
  await requestCode(ctx, { realmId, address, browserKey })
}

function noCode(): BadRequestError {
  return new BadRequestError('Codes are for people without a password.')
}

/**
 * Checks that a person may see their API key: by the password, which is a proof, or by an earlier proof of the session. The
 * password of an account that needs a second factor is none.
 * @throws UncodedError for a wrong password; ReauthenticationRequiredError, RateLimitedError
 * Source: docs/protocol/authentication.md#own-key.
 */
export async function proveForKey(
  ctx: Context,
  requester: Requester,
  { password, ip }: Pick<Proof, 'password' | 'ip'>,
): Promise<void> {
  const isAlone = password === '' || (await secondFactorOf(ctx, requester)) !== 'none'
  if (requester.session && isAlone) return requireProof(ctx, requester)
  await checkPassword(ctx, requester, { password, ip })
  await keepProof(ctx, requester)
}
