import { RedirectAnswer } from '../answers/file-answer'
import type { Exchange } from './exchange'
import type { Route } from './router'
import { sessionTokenOf } from './session-cookie'

/**
 * The scheme in the challenge of a 401. `Basic` makes a browser open a dialog of its own above the page, so
 * requests made by pages get another scheme. Source: docs/protocol/authentication.md#session-challenge.
 */
export function challengeOf(exchange: Exchange): string {
  return `${isOfPage(exchange) ? 'Session' : 'Basic'} realm="zulip"`
}

function isOfPage(exchange: Exchange): boolean {
  const { headers } = exchange.request
  return (
    exchange.target.path.startsWith('/json/') ||
    String(headers['x-requested-with']).toLowerCase() === 'xmlhttprequest' ||
    // A picture in a page that has been logged out.
    headers.accept?.startsWith('image/') === true ||
    sessionTokenOf(exchange) !== undefined
  )
}

/** Whether a person without a session opened the address in a browser, and the endpoint is one for such addresses. */
export function isLedToLogin({ request }: Exchange, { endpoints }: Route): boolean {
  const endpoint = endpoints.get(request.method ?? '')
  const { accept = '', authorization = '' } = request.headers
  return endpoint?.leadsToLogin === true && authorization === '' && /\btext\/html\b/i.test(accept)
}

/** The login page, which leads back to the requested address. Source: docs/protocol/import.md#old-paths. */
export function toLogin({ request }: Exchange): RedirectAnswer {
  return new RedirectAnswer(`/login?next=${encodeURIComponent(request.url ?? '/')}`)
}
