import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { AppContext } from '../../context'
import { findPasskey, notePasskeyUse } from '../../data/identities/passkeys'
import { findRealmByStringId } from '../../data/realms/realms'
import type { PasskeyRow, RealmRow } from '../../data/schema'
import { findUserById } from '../../data/users/users'
import type { UserWithRealm } from '../../data/users/users'
import { publishFirstLogIn } from '../../chat/actions/users/log-in'
import { openSession } from '../../chat/actions/users/sessions'
import type { Browser } from '../../chat/actions/users/sessions'
import { recordActs } from '../../chat/notify/audit-log'
import { BadRequestError, LoginRefusedError } from '../../chat/rules/errors'
import { PasskeyRefusedError } from '../errors'
import { passkeySlug } from '../providers/passkey-slug'
import { openSessionAfterFirstFactor } from '../second-factors/log-in'
import { makeChallenge, takeChallenge } from './challenges'
import { userHandleOf } from './register'
import type { Site } from './site'

/* Logins by a passkey. Source: docs/protocol/second-factors.md#passkey-login. */

type Context = Pick<AppContext, 'db' | 'limits' | 'log' | 'metrics' | 'sealer'>

/**
 * The options with which a browser asks for any passkey of this site.
 * @throws RateLimitedError, BadRequestError
 */
export async function beginPasskeyLogin(
  ctx: Context,
  { rpId }: Site,
  { subdomain, ip }: { subdomain: string; ip: string },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  await ctx.limits.countBegunLogin(ip, 'passkey')
  const { id: realmId } = await getRealm(ctx, subdomain)
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  return generateAuthenticationOptions({
    rpID: rpId,
    challenge: await makeChallenge(ctx, { realmId, kind: 'passkey_login' }),
    userVerification: 'preferred',
  })
}

async function getRealm({ db }: Context, subdomain: string): Promise<RealmRow> {
  const realm = await findRealmByStringId(db.query, subdomain)
  if (!realm) throw new BadRequestError('Invalid subdomain')
  return realm
}

/** A login by a passkey. */
export interface PasskeyLogin extends Omit<Browser, 'providerSlug'> {
  /** Subdomain of the Host header; '' is the default realm. */
  subdomain: string
  credential: AuthenticationResponseJSON
}

/**
 * Logs a person in by a passkey. A passkey that has verified the person, by a PIN or a finger, counts as both factors.
 *
 * @throws LoginEndedError, PasskeyRefusedError, LoginRefusedError, SecondFactorRequiredError, SetupRequiredError; RateLimitedError
 */
export async function logInByPasskey(
  ctx: Context,
  site: Site,
  { subdomain, credential, ...browser }: PasskeyLogin,
): Promise<{ user: UserWithRealm; sessionToken: string }> {
  const { id: realmId } = await getRealm(ctx, subdomain)
  const { clientDataJSON, userHandle } = credential.response
  const purpose = { realmId, kind: 'passkey_login' as const }
  const challenge = await takeChallenge(ctx, purpose, clientDataJSON)
  const passkey = await findPasskey(ctx.db.query, realmId, credential.id)
  const user = passkey && (await findUserById(ctx.db.query, realmId, passkey.user_id))
  const isOfUser = user && (userHandle === undefined || isHandleOf(user, userHandle))
  if (!passkey || !isOfUser) {
    await ctx.limits.countFailedCredentials(browser.ip)
    throw refuse(ctx, 'This passkey is unknown here.')
  }
  const proof = await verify(ctx, site, { passkey, credential, challenge })
  if (!proof) {
    await ctx.limits.countFailedCredentials(browser.ip)
    throw refuse(ctx, 'This passkey is not valid here. Please try again.')
  }
  if (user.realm_deactivated_at) throw new LoginRefusedError('realm deactivated')
  if (user.deactivated_at) throw new LoginRefusedError('user disable')
  await noteUse(ctx, passkey, proof)
  if (user.is_imported_stub) await ctx.db.transaction((tx) => publishFirstLogIn(tx, user))
  const session = { ...browser, providerSlug: passkeySlug }
  const open = proof.isPersonVerified ? openSession : openSessionAfterFirstFactor
  return { user, sessionToken: await open(ctx, user, session) }
}

const isHandleOf = (user: UserWithRealm, handle: string) =>
  Buffer.from(handle, 'base64url').toString() === userHandleOf(user)

interface Proof {
  counter: number
  isBackedUp: boolean
  /** Whether the authenticator has asked for a PIN, a finger or a face. */
  isPersonVerified: boolean
}

interface Claim {
  passkey: PasskeyRow
  credential: AuthenticationResponseJSON
  challenge: string
}

/** Checks signature, challenge, origin and site. @returns undefined if one of them is wrong */
async function verify(
  { log }: Context,
  { origin, rpId }: Site,
  { passkey, credential: response, challenge }: Claim,
): Promise<Proof | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
      ...{ response, expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpId },
      credential: {
        id: passkey.credential_id,
        publicKey: Uint8Array.from(passkey.public_key),
        // The library compares counters before it has checked the signature; `noteUse` compares them afterwards.
        counter: 0,
      },
      requireUserVerification: false,
    })
    if (!verified) return undefined
    const { newCounter: counter, credentialBackedUp: isBackedUp, userVerified } = info
    return { counter, isBackedUp, isPersonVerified: userVerified }
  } catch (error) {
    log.info({ err: error, passkeyId: passkey.id }, 'refused a passkey')
    return undefined
  }
}

/** @throws PasskeyRefusedError if the counter went back, which is written to the audit log */
async function noteUse(ctx: Context, passkey: PasskeyRow, proof: Proof): Promise<void> {
  const { realm_id: realmId, user_id: id, name } = passkey
  const isForward = await ctx.db.transaction(async (tx) => {
    const isNoted = await notePasskeyUse(tx, passkey, proof)
    if (!isNoted) {
      await recordActs(tx, realmId, [
        {
          act: 'passkey_refused',
          affected: { type: 'user', id },
          after: { id: passkey.id, name, counter: proof.counter },
        },
      ])
    }
    return isNoted
  })
  if (!isForward) {
    throw refuse(
      ctx,
      'This passkey seems to have been copied: its counter went back. Log in another way, and remove it.',
    )
  }
}

function refuse({ metrics }: Context, message: string): PasskeyRefusedError {
  metrics.loginsRefused.inc({ reason: 'passkey' })
  return new PasskeyRefusedError(message)
}
