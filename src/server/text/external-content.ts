import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Max bytes of a signed address: the hex text is twice as long, and proxies often limit requests to
 * 8 KiB.
 */
const longestUrlBytes = 2_000

/** Formats of the parts of a signed address. */
export const signaturePattern = /^[0-9a-f]{64}$/
export const hexUrlPattern = /^(?:[0-9a-f]{2}){1,2000}$/

/**
 * Address on this server of an external picture, so that readers do not reveal themselves to its
 * host. Undefined if the picture cannot be served this way.
 * @param key the realm's secret
 * Source: docs/protocol/markdown.md#external-pictures.
 */
export function externalContentUrl(url: string, key: string): string | undefined {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined
  const bytes = Buffer.from(url)
  if (bytes.length > longestUrlBytes) return undefined
  const hex = bytes.toString('hex')
  return `/external_content/${signatureOf(hex, key)}/${hex}`
}

/** The original of a signed address; undefined if the signature was not made with this key. */
export function signedUrl(signature: string, hex: string, key: string): URL | undefined {
  const expected = Buffer.from(signatureOf(hex, key))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return new URL(Buffer.from(hex, 'hex').toString('utf8'))
}

function signatureOf(hex: string, key: string): string {
  return createHmac('sha256', key).update(hex).digest('hex')
}
