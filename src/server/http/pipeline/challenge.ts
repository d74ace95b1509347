import type { JsonAnswer } from '../answers/envelope'
import { redirect, RedirectAnswer } from '../answers/file-answer'
import { notFoundPage, pageHeaders } from '../answers/page'
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

/** Whether a person opened the address in a browser, and the endpoint is one for such addresses. */
export function isOpenedByPerson({ request }: Exchange, { endpoints }: Route): boolean {
  const endpoint = endpoints.get(request.method ?? '')
  const { accept = '', authorization = '' } = request.headers
  return endpoint?.leadsToLogin === true && authorization === '' && /\btext\/html\b/i.test(accept)
}

/**
 * The answer to a person in place of a refusal: the login page, which leads back to the requested address, or a page that
 * says that there is nothing. Undefined for other refusals. Source: docs/protocol/import.md#old-paths.
 */
export function answerToPerson({ request }: Exchange, status: number): JsonAnswer | undefined {
  if (status === 401) {
    return redirect(new RedirectAnswer(`/login?next=${encodeURIComponent(request.url ?? '/')}`))
  }
  if (status !== 404) return undefined
  return { status, body: notFoundPage(), headers: { ...pageHeaders, 'Cache-Control': 'no-store' } }
}
