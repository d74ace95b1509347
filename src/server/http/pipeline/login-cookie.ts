import { readCookie } from './cookies'
import type { Exchange } from './exchange'
import { isSecure } from './session-cookie'

/*
 * The cookie of a browser that logs in elsewhere: a random text, without which nobody can continue its login. Browsers
 * send it when another site sends them back, unlike that of a session.
 */

/** Time that a person has at the provider. */
const maxAgeSeconds = 600

type Address = Pick<Exchange, 'origin' | 'writtenOrigin'>

const pattern = /^[\w-]{43}$/

/** The text that a browser sent; undefined without one. */
export function loginKeyOf(exchange: Address & Pick<Exchange, 'request'>): string | undefined {
  const key = readCookie(exchange.request.headers.cookie, cookieName(exchange))
  return key !== undefined && pattern.test(key) ? key : undefined
}

/** The header that sets the cookie. */
export function loginCookie(address: Address, key: string): string {
  const rules = `SameSite=Lax${isSecure(address) ? '; Secure' : ''}`
  return `${cookieName(address)}=${key}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; ${rules}`
}

function cookieName(address: Address): string {
  return isSecure(address) ? '__Host-login' : 'login'
}
