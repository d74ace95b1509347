import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { AppContext } from '../../context'
import { insertPasskey, listPasskeys } from '../../data/identities/passkeys'
import type { PasskeyRow } from '../../data/schema'
import { lockUser } from '../../data/users/update-users'
import { recordActs } from '../../chat/notify/audit-log'
import type { Requester } from '../../chat/rules/authentication'
import { BadRequestError } from '../../chat/rules/errors'
import { addressOf } from '../../wire/addresses'
import { PasskeyRefusedError } from '../errors'
import { requireSession } from '../second-factors/require-session'
import { makeChallenge, takeChallenge } from './challenges'
import { checkPasskeyName } from './name'
import { requireHostName } from './site'
import type { Site } from './site'

/* New passkeys. Source: docs/protocol/second-factors.md#passkeys. */

const maxPasskeys = 20

type Context = Pick<AppContext, 'db' | 'log'>

/**
 * The options with which a browser makes a passkey for the requester.
 * @throws SessionRequiredError; BadRequestError for too many passkeys, and for an address without a host name
 */
export async function beginRegistration(
  ctx: Context,
  requester: Requester,
  site: Site,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  requireSession(requester)
  requireHostName(site)
  const { realm_id: realmId, id: userId } = requester
  const passkeys = await listPasskeys(ctx.db.query, { realmId, userId })
  refuseTooMany(passkeys)
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return generateRegistrationOptions({
    rpName: requester.realm_name,
    rpID: site.rpId,
    userName: addressOf(requester),
    userDisplayName: requester.full_name,
    userID: Uint8Array.from(Buffer.from(userHandleOf(requester))),
    challenge: await makeChallenge(ctx, { realmId, userId, kind: 'passkey_registration' }),
    excludeCredentials: passkeys.map(({ credential_id: id, transports }) => ({
      id,
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** The id of an account that its authenticators keep; it names no person. */
export function userHandleOf({ realm_id, id }: Pick<Requester, 'realm_id' | 'id'>): string {
  return `${realm_id}:${id}`
}

/** A passkey that a browser has made. */
export interface NewPasskey {
  credential: RegistrationResponseJSON
  name: string
}

/**
 * Stores a passkey that the requester's browser has made.
 * @throws SessionRequiredError, LoginEndedError, PasskeyRefusedError; BadRequestError for the name, and for too many passkeys
 */
export async function register(
  ctx: Context,
  requester: Requester,
  { origin, rpId }: Site,
  { credential: response, name }: NewPasskey,
): Promise<PasskeyRow> {
  requireSession(requester)
  const shownName = checkPasskeyName(name)
  const { realm_id: realmId, id: userId } = requester
  const { clientDataJSON } = response.response
  const purpose = { realmId, userId, kind: 'passkey_registration' as const }
  const expectedChallenge = await takeChallenge(ctx, purpose, clientDataJSON)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { registrationInfo: made } = await verifyRegistrationResponse({
    ...{ response, expectedChallenge, expectedOrigin: origin, expectedRPID: rpId },
    requireUserVerification: false,
  }).catch((error: unknown) => {
    ctx.log.info({ err: error, userId }, 'refused a new passkey')
    throw new PasskeyRefusedError('The browser’s answer was not valid. Please try again.')
  })
  if (!made) throw new PasskeyRefusedError('The browser’s answer was not valid. Please try again.')
  const { credential } = made
  return ctx.db.transaction(async (tx) => {
    await lockUser(tx, realmId, userId)
    refuseTooMany(await listPasskeys(tx, { realmId, userId }))
    const stored = await insertPasskey(tx, {
      ...{ realm_id: realmId, user_id: userId, name: shownName },
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: JSON.stringify(credential.transports ?? []),
      may_be_backed_up: made.credentialDeviceType === 'multiDevice',
      is_backed_up: made.credentialBackedUp,
      last_used_at: null,
    })
    if (!stored) throw new PasskeyRefusedError('This passkey is registered already.')
    await recordActs(tx, realmId, [
      {
        act: 'passkey_added',
        affected: { type: 'user', id: userId },
        after: { id: stored.id, name: stored.name },
      },
    ])
    return stored
  })
}

function refuseTooMany(passkeys: readonly unknown[]): void {
  if (passkeys.length >= maxPasskeys) {
    throw new BadRequestError(`Too many passkeys (limit: ${maxPasskeys})`)
  }
}
