import type { Exchange } from './exchange'
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
