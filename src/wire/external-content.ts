import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Most bytes of an address that is signed: in hex it is twice as long, and proxies in front read
 * requests of 8 KiB.
 */
const longestUrlBytes = 2_000

/** The forms that the parts of a signed address have. */
export const signaturePattern = /^[0-9a-f]{64}$/
export const hexUrlPattern = /^(?:[0-9a-f]{2}){1,2000}$/

/**
 * Address at this server of a picture of another host, so that readers do not tell that host who they
 * are. Undefined where there can be none.
 *
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

/** The address that a signed one stands for; undefined where it was not signed with this key. */
export function signedUrl(signature: string, hex: string, key: string): URL | undefined {
  const expected = Buffer.from(signatureOf(hex, key))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return new URL(Buffer.from(hex, 'hex').toString('utf8'))
}

function signatureOf(hex: string, key: string): string {
  return createHmac('sha256', key).update(hex).digest('hex')
}
