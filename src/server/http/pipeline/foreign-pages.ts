import type { Exchange } from './exchange'

type Call = Pick<Exchange, 'request' | 'origin' | 'writtenOrigin'>

/** Methods that change nothing. */
const harmlessMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a page of another site made a browser send this, to which the browser would add credentials stored
 * for this server. Programs send neither of the headers. Apps with bundled pages (`file:`, `app:`) name an
 * origin that no site can have; `null` is also the origin of hostile frames, which browsers mark as
 * cross-site.
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
 * Whether a request may use the session of the browser that sent it: the browser must say that a page of this
 * very origin made the request. Sibling organizations get the cookie too (same site), but their pages may
 * change nothing here, nor measure how long an answer takes or how large it is. A link to a file may be
 * followed from anywhere.
 *
 * Source: docs/protocol/authentication.md#session-pages.
 */
export function mayUseSession({ request, origin: ownOrigin, writtenOrigin }: Call): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site === 'same-origin') return true
  const isHarmless = harmlessMethods.has(request.method ?? '')
  if (site === undefined) {
    // Browsers omit Sec-Fetch-Site over plain HTTP, and the Origin header on GET and HEAD.
    return isHarmless || origin === writtenOrigin || origin === new URL(ownOrigin).origin
  }
  return isHarmless && (site === 'none' || opensWindow(request))
}

function opensWindow({ headers }: Call['request']): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
}
