import type { AppContext } from '../../context'
import type { Queryable, Tx } from '../../db/engine/database'
import {
  findConfirmation,
  insertConfirmation,
  insertConfirmations,
  revokeConfirmations,
  useConfirmation,
} from '../../db/mail/confirmations'
import type { WhichConfirmation } from '../../db/mail/confirmations'
import type { ConfirmationRow } from '../../db/schema'
import { createToken, hashToken, tokenPattern } from '../credentials'
import { InvalidLinkError } from '../errors'

/*
 * Links that somebody may use once. The token is in the link alone: here is its hash. A token that was used, has
 * expired or was revoked, one of another kind or organisation and one that was never issued are refused alike.
 * Source: docs/protocol/mail.md#links.
 */

/** What a link may do. */
export type ConfirmationKind = 'password_reset' | 'email_change' | 'sign_up' | 'invitation'

export const daySeconds = 86_400

export interface WantedConfirmation {
  realmId: number
  kind: ConfirmationKind
  /** Whose account it is about, where there is one. */
  userId?: number
  address?: string
  /** What is to be known when it is used. Never a secret. */
  data?: Readonly<Record<string, unknown>>
  now: Date
  /** For how long it works; a day unless given. */
  lifeSeconds?: number
}

/** Makes a token, in the transaction of what it is made for; nobody can find it out again. */
export async function issueConfirmation(
  tx: Tx,
  wanted: WantedConfirmation,
): Promise<{ token: string; row: ConfirmationRow }> {
  const token = createToken()
  const row = await insertConfirmation(tx, rowOf(wanted, token))
  return { token, row }
}

/** {@link issueConfirmation} of many at once: their tokens, in their order. */
export async function issueConfirmations(
  tx: Tx,
  wanted: readonly WantedConfirmation[],
): Promise<string[]> {
  if (wanted.length === 0) return []
  const tokens = wanted.map(createToken)
  await insertConfirmations(
    tx,
    wanted.map((each, index) => rowOf(each, tokens[index] as string)),
  )
  return tokens
}

function rowOf(
  { realmId, kind, userId, address, data = {}, now, lifeSeconds = daySeconds }: WantedConfirmation,
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

/** A token as somebody sends it to an organisation. */
export interface GivenToken {
  realmId: number
  kind: ConfirmationKind
  token: string
  now: Date
}

/** What a token is for, without using it up; undefined where it may not be used. */
export async function lookAtConfirmation(
  db: Queryable,
  given: GivenToken,
): Promise<ConfirmationRow | undefined> {
  const which = whichOf(given)
  return which && findConfirmation(db, which)
}

/**
 * Uses a token up, in the transaction of its effect: of several that try at the same time one succeeds.
 * @returns undefined where it may not be used
 */
export async function takeConfirmation(
  tx: Tx,
  given: GivenToken,
): Promise<ConfirmationRow | undefined> {
  const which = whichOf(given)
  return which && useConfirmation(tx, which)
}

function whichOf({ realmId, kind, token, now }: GivenToken): WhichConfirmation | undefined {
  // Anything but a token would be looked up in vain.
  return tokenPattern.test(token) ? { realmId, kind, tokenHash: hashToken(token), now } : undefined
}

/**
 * Refuses a token, and counts the guess: whoever tries many is sent away.
 * @throws InvalidLinkError, RateLimitedError
 */
export async function refuseLink(ctx: Pick<AppContext, 'limits'>, ip: string): Promise<never> {
  await ctx.limits.countFailedCredentials(ip)
  throw new InvalidLinkError()
}

export { revokeConfirmations }
