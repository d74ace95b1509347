import type { Exchange } from './exchange'

/*
 * The cookie that a browser keeps the token of its session in. No script can read it, no other host and no
 * page of another site has it sent. Source: docs/protocol/authentication.md#session-cookie.
 */

/** Browsers keep no cookie for longer. When a session ends is up to us. */
const maxAgeSeconds = 400 * 86_400

const nameOverHttp = 'sessionid'
/** Browsers take a cookie of such a name over HTTPS only, and from no other host. */
const nameOverHttps = `__Host-${nameOverHttp}`

const hintName = 'parley_logged_in'

type Address = Pick<Exchange, 'origin' | 'writtenOrigin'>

/** The token that a browser sends along; undefined where it has none. */
export function sessionTokenOf(exchange: Address & Pick<Exchange, 'request'>): string | undefined {
  const { cookie } = exchange.request.headers
  if (cookie === undefined) return undefined
  const beginning = `${cookieName(exchange)}=`
  const pairs = cookie.split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(beginning))?.slice(beginning.length)
}

/** The headers that have a browser keep a token. */
export function sessionCookies(address: Address, token: string): string[] {
  return writeCookies(address, token, maxAgeSeconds)
}

/** The headers that have a browser forget the token that it keeps. */
export function forgottenCookies(address: Address): string[] {
  return writeCookies(address, '', 0)
}

/** Beside the token, for scripts: that there is one. It permits nothing. Source: docs/protocol/authentication.md#hint. */
function writeCookies(address: Address, token: string, maxAge: number): string[] {
  const life = `Path=/; Max-Age=${maxAge}`
  const rules = `SameSite=Strict${isSecure(address) ? '; Secure' : ''}`
  const hint = maxAge > 0 ? '1' : ''
  return [
    `${cookieName(address)}=${token}; ${life}; HttpOnly; ${rules}`,
    `${hintName}=${hint}; ${life}; ${rules}`,
  ]
}

function cookieName(address: Address): string {
  return isSecure(address) ? nameOverHttps : nameOverHttp
}

/** Whether the browser speaks HTTPS, as far as the request or the settings tell. */
function isSecure({ origin, writtenOrigin }: Address): boolean {
  if (writtenOrigin.startsWith('https:')) return true
  // A proxy that is not believed may speak HTTPS with it.
  return origin.startsWith('https:') && new URL(origin).host === new URL(writtenOrigin).host
}
