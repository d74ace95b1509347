import type { BrowserContext } from 'playwright-core'

/**
 * Tells of everything that must not happen on a page: errors in the console (what the policy of the page refuses is
 * among them), and what scripts throw or reject without anybody catching it. That a call was refused
 * with a 4xx is an answer like any other, though browsers log it.
 */
export function watchForFaults(context: BrowserContext, tell: (fault: string) => void): void {
  context.on('weberror', (event) => tell(`thrown: ${event.error().stack ?? event.error().message}`))
  context.on('console', (message) => {
    if (message.type() !== 'error') return
    if (
      /^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())
    )
      return
    tell(`console: ${message.text()} (${message.location().url})`)
  })
}
