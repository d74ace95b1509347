import { LRUCache } from 'lru-cache'
import { createECDH, createPrivateKey, sign } from 'node:crypto'
import { atMostEntries } from '../../../lib/lru-options'

/* Voluntary identification of this installation for push services. Source: RFC 8292. */

/** Lifetime of a token; a day is the most. */
const lifetimeSeconds = 43_200
/** Time in which all pushes to an origin have the same token: a signature costs as much as an encryption. */
const reusedSeconds = 3_600
const mostTokens = 1_000
/** Headers by key, origin, subject and hour. */
const known = new LRUCache<string, string>(atMostEntries(mostTokens))

/** A P-256 key pair in base64url; the public part is uncompressed. */
export interface VapidKeys {
  public_key: string
  private_key: string
}

export function makeVapidKeys(): VapidKeys {
  const pair = createECDH('prime256v1')
  const public_key = pair.generateKeys('base64url')
  // A private key may begin with zeros, which are left out.
  const private_key = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
    .subarray(-32)
    .toString('base64url')
  return { public_key, private_key }
}

/**
 * The `Authorization` header of a push request.
 * @param subject `mailto:` or `https:` address of the operator
 */
export function vapidHeader(
  { origin }: URL,
  keys: VapidKeys,
  { subject, now }: { subject: string; now: Date },
): string {
  const hour = Math.floor(now.getTime() / 1_000 / reusedSeconds)
  const key = `${keys.private_key} ${origin} ${subject} ${hour}`
  const header =
    known.get(key) ??
    signedHeader(keys, { aud: origin, exp: hour * reusedSeconds + lifetimeSeconds, sub: subject })
  known.set(key, header)
  return header
}

function signedHeader({ public_key, private_key }: VapidKeys, claims: object): string {
  const signed = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`
  const point = Buffer.from(public_key, 'base64url')
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: private_key,
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${public_key}`
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
