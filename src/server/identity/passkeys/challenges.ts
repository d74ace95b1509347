import type { AppContext } from '../../context'
import { issueConfirmation, takeConfirmation } from '../../chat/rules/confirmations'
import { LoginEndedError } from '../errors'

/*
 * Challenges, which a passkey signs. A challenge is the token of a confirmation: any worker can check it, and it works once, also if
 * the signature is wrong.
 */

const lifeSeconds = 300

interface Purpose {
  realmId: number
  kind: 'passkey_login' | 'passkey_registration'
  /** The account that registers a passkey. */
  userId?: number
}

type Context = Pick<AppContext, 'db'>

/** @returns 32 bytes, which travel as base64url */
export async function makeChallenge(
  { db }: Context,
  purpose: Purpose,
): Promise<Uint8Array<ArrayBuffer>> {
  const { token } = await db.transaction((tx) => issueConfirmation(tx, { ...purpose, lifeSeconds }))
  return Uint8Array.from(Buffer.from(token, 'base64url'))
}

/**
 * Uses the challenge of a response up.
 *
 * @param clientDataJSON base64url, from the browser
 * @returns the challenge, base64url
 * @throws LoginEndedError if it is unknown, used, too old or another account's
 */
export async function takeChallenge(
  { db }: Context,
  { realmId, kind, userId }: Purpose,
  clientDataJSON: string,
): Promise<string> {
  const challenge = challengeIn(clientDataJSON)
  const row = await db.transaction((tx) =>
    takeConfirmation(tx, { realmId, kind, token: challenge }),
  )
  if (!row || row.user_id !== (userId ?? null)) throw new LoginEndedError()
  return challenge
}

function challengeIn(clientDataJSON: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    const { challenge } = data as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}
