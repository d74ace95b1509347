import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'

/* Codes of an authenticator app: RFC 6238 with SHA-1, 6 digits and 30 seconds, which all apps know. */

const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Steps before and after the present one whose codes are accepted, for clocks that differ. */
const window = 1
const secretBytes = 20

/** A secret for an authenticator app, as people can see it. */
export interface ShownSecret {
  /** Base32, to type. */
  secret: string
  /** `otpauth://totp/…`, to open in an app. */
  uri: string
  /** The address as a QR code: rows of `1` (dark) and `0`. */
  qr_code: string[]
}

/** A new secret, in base32. */
export function makeSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** @param issuer name of the organization, which the app shows beside the label */
export function showSecret(
  secret: string,
  { issuer, label }: { issuer: string; label: string },
): ShownSecret {
  const uri = new TOTP({ ...form, secret, issuer, label }).toString()
  const rows = encode(uri).data.map((row) => row.map((isDark) => (isDark ? '1' : '0')).join(''))
  return { secret, uri, qr_code: rows }
}

/**
 * The step of 30 seconds that a code is of, near the given time; undefined for a wrong code.
 * @param code as typed: blanks are dropped
 */
export function stepOf(code: string, secret: string, now: Date): number | undefined {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const totp = new TOTP({ ...form, secret })
  const timestamp = now.getTime()
  const delta = totp.validate({ token, timestamp, window })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}
