import type { BrowserContext } from 'playwright-core'

/**
 * Reports faults of the pages of a context: console errors, including violations of the content security policy, and
 * uncaught exceptions and rejections. The console error of a 4xx response is ignored: a refusal is a normal answer.
 */
export function watchForFaults(context: BrowserContext, tell: (fault: string) => void): void {
  context.on('weberror', (event) => tell(`thrown: ${event.error().stack || String(event.error())}`))
  context.on('console', (message) => {
    if (message.type() !== 'error') return
    if (
      /^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())
    )
      return
    tell(`console: ${message.text()} (${message.location().url})`)
  })
}
