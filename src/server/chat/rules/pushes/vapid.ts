import { createECDH, createPrivateKey, sign } from 'node:crypto'

/* Voluntary identification of this installation for push services. Source: RFC 8292. */

/** Lifetime of a token; a day is the most. */
const lifetimeSeconds = 43_200

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
  endpoint: URL,
  { public_key, private_key }: VapidKeys,
  { subject, now }: { subject: string; now: Date },
): string {
  const expiry = Math.floor(now.getTime() / 1_000) + lifetimeSeconds
  const claims = { aud: endpoint.origin, exp: expiry, sub: subject }
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
