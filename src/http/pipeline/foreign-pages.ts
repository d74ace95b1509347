import type { Exchange } from './exchange'

type Call = Pick<Exchange, 'request' | 'origin' | 'writtenOrigin'>

/** Methods that change nothing. */
const harmlessMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a page of another site made a browser send this, to which the browser would add credentials
 * that its user once typed here. Programs send neither of the headers. Those whose pages come with them
 * (`file:`, `app:`) name an origin that no site can have; `null` is also that of hostile frames, which
 * browsers mark as cross-site.
 *
 * Source: docs/protocol/authentication.md#foreign-pages.
 */
export function comesFromForeignPage({ request, origin: ownOrigin }: Call): boolean {
  const { origin, host } = request.headers
  const site = request.headers['sec-fetch-site']
  if (origin === undefined && site === undefined) return false
  if (harmlessMethods.has(request.method ?? '')) return false
  if (site === 'same-origin' || site === 'none') return false
  if (origin === undefined || origin === 'null') return site !== undefined
  if (!/^https?:/i.test(origin)) return false
  const hosts = [host?.toLowerCase(), new URL(ownOrigin).host]
  return site !== undefined || !URL.canParse(origin) || !hosts.includes(new URL(origin).host)
}

/**
 * Whether a request may use the session of the browser that sent it: one that changes something only if a
 * page of this very origin had it sent, and the browser says so. Organisations are siblings, to which it
 * would add the cookie all the same.
 *
 * Source: docs/protocol/authentication.md#session-pages.
 */
export function mayUseSession({ request, origin: ownOrigin, writtenOrigin }: Call): boolean {
  if (harmlessMethods.has(request.method ?? '')) return true
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  // Browsers leave the former away over plain HTTP.
  const { origin } = request.headers
  return origin === writtenOrigin || origin === new URL(ownOrigin).origin
}
