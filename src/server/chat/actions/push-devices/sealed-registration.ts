import type { SealingKeys } from '../../../data/notifications/client-devices'
import type { ClientDeviceRow } from '../../../data/schema'
import { openSealed, tokenIdOf } from '../../rules/pushes/sealed'
import { hexToken } from './apns-token'

/* Tokens that apps seal for the service with the keys of the app: here, the server itself. */

/** Max age of a registration, so that an intercepted registration cannot be used later. */
const longestAgeMs = 86_400_000
/** The clock of a device may be ahead by this. */
const mostAheadMs = 300_000
const longestToken = 4_096

export interface SealedToken {
  kind: 'fcm' | 'apns'
  /** First bytes of the digest of the token. */
  tokenId: string
  /** Public key under which it is sealed. */
  sealedFor: string
  sealed: string
}

type Opened = Partial<
  Pick<
    ClientDeviceRow,
    | 'token_kind'
    | 'token'
    | 'app_id'
    | 'token_id'
    | 'token_updated_at'
    | 'failed_token_id'
    | 'error_code'
  >
>

/**
 * Opens a registration. If it is invalid, the device keeps its previous token.
 * @returns the change of the device
 * Source: docs/protocol/notifications.md#encrypted-registration-codes.
 */
export async function openRegistration(
  token: SealedToken,
  keys: SealingKeys,
  now: Date,
): Promise<Opened> {
  const failed = (error_code: string): Opened => ({ failed_token_id: token.tokenId, error_code })
  if (token.sealedFor !== keys.public_key) return failed('INVALID_BOUNCER_PUBLIC_KEY')
  const registration = read(await openSealed(token.sealed, keys), token)
  if (!registration) return failed('INVALID_ENCRYPTED_PUSH_REGISTRATION')
  const ageMs = now.getTime() - registration.timestamp * 1_000
  if (ageMs > longestAgeMs || ageMs < -mostAheadMs) return failed('REQUEST_EXPIRED')
  return {
    ...{ token_kind: token.kind, token: registration.token, app_id: registration.appId },
    ...{ token_id: token.tokenId, token_updated_at: now, failed_token_id: null, error_code: null },
  }
}

/** The content of a sealed box, if it is the registration of this token. */
function read(
  text: string | undefined,
  { kind, tokenId }: SealedToken,
): { token: string; timestamp: number; appId: string | null } | undefined {
  if (text === undefined) return undefined
  try {
    const { token_kind, token, timestamp, ios_app_id } = JSON.parse(text) as Record<string, unknown>
    if (token_kind !== kind || typeof token !== 'string' || typeof timestamp !== 'number') {
      return undefined
    }
    if (token === '' || token.length > longestToken || tokenIdOf(token) !== tokenId) {
      return undefined
    }
    if (kind === 'fcm') return { token, timestamp, appId: null }
    if (typeof ios_app_id !== 'string' || !/^[\w.-]{1,200}$/.test(ios_app_id)) return undefined
    return { token: hexToken(token), timestamp, appId: ios_app_id }
  } catch {
    return undefined
  }
}
