import type { AppContext } from '../../context'
import type { DatedQueryable, Tx } from '../../data/engine/database'
import {
  countGuess,
  findConfirmation,
  insertConfirmation,
  insertConfirmations,
  revokeConfirmations,
  useConfirmation,
} from '../../data/mail/confirmations'
import type { WhichConfirmation } from '../../data/mail/confirmations'
import type { ConfirmationRow } from '../../data/schema'
import { createToken, hashToken, tokenPattern } from './credentials'
import { InvalidLinkError } from './errors'

/*
 * Single-use links. The server stores only the hash of a link's token. Used, expired, revoked and unknown
 * tokens, and tokens of another kind or organization, all get the same refusal.
 * Source: docs/protocol/mail.md#links.
 */

/** The purpose of a link. */
type ConfirmationKind =
  | ('password_reset' | 'email_change' | 'sign_up' | 'invitation')
  | 'login_code'
  | ('external_login' | 'saml_answer' | 'external_sign_up' | 'app_login')
  | ('second_factor' | 'second_factor_setup' | 'passkey_login' | 'passkey_registration')

export const daySeconds = 86_400

export interface NewConfirmation {
  realmId: number
  kind: ConfirmationKind
  /** The account that the link belongs to, if it already exists. */
  userId?: number
  address?: string
  /** Facts that the server needs when the link is used. Never a secret. */
  data?: Readonly<Record<string, unknown>>
  /** Lifetime; default: one day. */
  lifeSeconds?: number
  /** A token made before, by `createToken`; default: a new one. */
  token?: string
}

/** Makes a token in the caller's transaction. Only its hash is stored, so the token cannot be read again. */
export async function issueConfirmation(
  tx: Tx,
  wanted: NewConfirmation,
): Promise<{ token: string; row: ConfirmationRow }> {
  const { token = createToken() } = wanted
  const row = await insertConfirmation(tx, rowOf(tx, wanted, token))
  return { token, row }
}

/** {@link issueConfirmation} for many at once; answers the tokens in the order of `wanted`. */
export async function issueConfirmations(
  tx: Tx,
  wanted: readonly NewConfirmation[],
): Promise<string[]> {
  if (wanted.length === 0) return []
  const tokens = wanted.map(createToken)
  await insertConfirmations(
    tx,
    wanted.map((each, index) => rowOf(tx, each, tokens[index] as string)),
  )
  return tokens
}

function rowOf(
  { now }: Tx,
  { realmId, kind, userId, address, data = {}, lifeSeconds = daySeconds }: NewConfirmation,
  token: string,
) {
  return {
    realm_id: realmId,
    kind,
    user_id: userId ?? null,
    address: address ?? null,
    data: JSON.stringify(data),
    token_hash: hashToken(token),
    created_at: now,
    expires_at: new Date(now.getTime() + lifeSeconds * 1_000),
  }
}

/** A token as an organization receives it. */
export interface TokenInput {
  realmId: number
  kind: ConfirmationKind
  token: string
}

/** Finds the row of a token without using the token up; undefined if the token is not valid. */
export async function lookAtConfirmation(
  db: DatedQueryable,
  given: TokenInput,
): Promise<ConfirmationRow | undefined> {
  const which = whichOf(given)
  return which && findConfirmation(db, which)
}

/**
 * Uses a token up, in the transaction of its effect: of several simultaneous calls one succeeds.
 * @returns undefined if the token is not valid
 */
export async function takeConfirmation(
  tx: Tx,
  given: TokenInput,
): Promise<ConfirmationRow | undefined> {
  const which = whichOf(given)
  return which && useConfirmation(tx, which)
}

/**
 * Finds the row of a token, and counts a guess at the code that it waits for, for all workers together.
 * @returns undefined if the token is not valid, or had `most` guesses before
 */
export async function guessAtConfirmation(
  db: DatedQueryable,
  given: TokenInput,
  most: number,
): Promise<ConfirmationRow | undefined> {
  const which = whichOf(given)
  return which && countGuess(db, which, most)
}

function whichOf({ realmId, kind, token }: TokenInput): WhichConfirmation | undefined {
  // Skip the query for text that cannot be a token.
  return tokenPattern.test(token) ? { realmId, kind, tokenHash: hashToken(token) } : undefined
}

/**
 * Refuses a token, and counts the failed guess against the address's rate limit.
 * @throws InvalidLinkError, RateLimitedError
 */
export async function refuseLink(ctx: Pick<AppContext, 'limits'>, ip: string): Promise<never> {
  await ctx.limits.countFailedCredentials(ip)
  throw new InvalidLinkError()
}

export { revokeConfirmations }
