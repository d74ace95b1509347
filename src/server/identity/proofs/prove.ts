import type { AppContext } from '../../context'
import { isOwnPassword } from '../../chat/actions/users/own-account'
import type { Requester } from '../../chat/rules/authentication'
import { BadRequestError, UncodedError } from '../../chat/rules/errors'
import { noteProof } from '../../data/users/sessions'
import { requireProof } from './require-proof'
import { hasUsablePassword } from './ways'

type Context = Pick<AppContext, 'config' | 'db' | 'limits'>

/** A proof that a person gives. */
export interface Proof {
  password: string
  /** Address of the client, for the rate limit of guesses. */
  ip: string
}

/**
 * Takes a proof of the person behind a session, which may make dangerous calls for ten minutes from then on.
 * @throws BadRequestError without a session; UncodedError for a wrong proof; RateLimitedError after too many
 * Source: docs/protocol/step-up.md#prove.
 */
export async function prove(ctx: Context, requester: Requester, proof: Proof): Promise<void> {
  if (!requester.session) throw new BadRequestError('Only sessions are asked for a proof.')
  await checkPassword(ctx, requester, proof)
  await keepProof(ctx, requester)
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
  { password, ip }: Proof,
): Promise<void> {
  const isRight =
    hasUsablePassword(requester) && (await isOwnPassword(ctx, requester, password, ip))
  if (!isRight) throw new UncodedError('Password is incorrect.')
}

/**
 * Checks that a person may see their API key: by the password, which is a proof, or by an earlier proof of the session.
 * @throws UncodedError for a wrong password; ReauthenticationRequiredError, RateLimitedError
 * Source: docs/protocol/authentication.md#own-key.
 */
export async function proveForKey(ctx: Context, requester: Requester, proof: Proof): Promise<void> {
  if (proof.password === '' && requester.session) return requireProof(ctx, requester)
  await checkPassword(ctx, requester, proof)
  await keepProof(ctx, requester)
}
