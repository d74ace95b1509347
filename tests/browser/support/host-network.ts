import type { BrowserContext, Page } from 'playwright-core'

/** Figures of a network that slows nothing down; without any, the browser would report the state of the host. */
const network = { latency: 1, downloadThroughput: 1e9, uploadThroughput: 1e9 }

/**
 * Tells pages that they are online on a host without a network, where Chromium reports the opposite although the server
 * of the tests answers.
 */
export async function hideHostNetwork(context: BrowserContext, first: Page): Promise<void> {
  if (await first.evaluate('navigator.onLine')) return
  const makeTools = context.newCDPSession.bind(context)
  const setOffline = context.setOffline.bind(context)
  const tellers = new Map<Page, (isOffline: boolean) => Promise<unknown>>()
  let isOffline = false

  const watch = async (page: Page): Promise<void> => {
    const tools = await makeTools(page)
    await tools.send('Network.enable')
    const tell = (offline: boolean) =>
      tools.send('Network.overrideNetworkState', { ...network, offline })
    tellers.set(page, tell)
    page.on('close', () => tellers.delete(page))
    await tell(isOffline)
  }
  await watch(first)
  context.on('page', (page) => {
    // A page may be closed at once.
    watch(page).catch(() => undefined)
  })
  context.setOffline = async (wanted) => {
    isOffline = wanted
    await setOffline(wanted)
    await Promise.all([...tellers.values()].map((tell) => tell(wanted)))
  }
}
