import { readCookie } from './cookies'
import type { Exchange } from './exchange'

/*
 * The cookie with the session token in the browser. Scripts cannot read it, and it is not sent to other hosts
 * or from pages of other sites. Source: docs/protocol/authentication.md#session-cookie.
 */

/** Browsers keep no cookie for longer. The server decides when a session ends. */
const maxAgeSeconds = 400 * 86_400

const nameOverHttp = 'sessionid'
/** Browsers accept a cookie with this prefix over HTTPS only, and for this host only. */
const nameOverHttps = `__Host-${nameOverHttp}`

const hintName = 'parley_logged_in'

type Address = Pick<Exchange, 'origin' | 'writtenOrigin'>

/** The session token that a browser sent; undefined without one. */
export function sessionTokenOf(exchange: Address & Pick<Exchange, 'request'>): string | undefined {
  const { cookie } = exchange.request.headers
  // Most calls have none, and need no name.
  return cookie === undefined ? undefined : readCookie(cookie, cookieName(exchange))
}

/** The headers that set the session cookie. */
export function sessionCookies(address: Address, token: string): string[] {
  return writeCookies(address, token, maxAgeSeconds)
}

/** The headers that delete the session cookie. */
export function forgottenCookies(address: Address): string[] {
  return writeCookies(address, '', 0)
}

/**
 * A second cookie, readable for scripts, says that there is a session. It permits nothing. Source:
 * docs/protocol/authentication.md#hint.
 */
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

/** Whether the browser uses HTTPS, as far as the request or the settings tell. */
export function isSecure({ origin, writtenOrigin }: Address): boolean {
  if (writtenOrigin.startsWith('https:')) return true
  // A proxy that is not trusted may terminate HTTPS.
  return origin.startsWith('https:') && new URL(origin).host === new URL(writtenOrigin).host
}
