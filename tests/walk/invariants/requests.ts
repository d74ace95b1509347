import type { BrowserContext } from 'playwright-core'
import { watchForFaults } from '../../browser/support/faults'

/** Messages of the browser while there is no connection. */
const ofNoConnection = /net::ERR_(INTERNET_DISCONNECTED|NETWORK_CHANGED)/

/**
 * Errors of the console, reports of the content security policy, uncaught errors and refused requests of all pages.
 *
 * @returns a function that answers those since its last call
 */
export function watchRequests(context: BrowserContext): () => string[] {
  let found: string[] = []
  watchForFaults(context, (fault) => {
    if (!ofNoConnection.test(fault)) found.push(fault)
  })
  context.on('response', (response) => {
    if (response.status() < 400) return
    const { pathname } = new URL(response.url())
    found.push(`${response.request().method()} ${pathname} was answered with ${response.status()}`)
  })
  return () => {
    const now = found
    found = []
    return now
  }
}
