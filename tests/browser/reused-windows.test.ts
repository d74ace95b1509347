import type { Page } from 'playwright-core'
import { describeInBrowser, useServerAndBrowser } from './support/browser'

describeInBrowser('A window of an earlier story', () => {
  const { server, windows } = useServerAndBrowser()
  const windowsBefore: Page[] = []

  const stateOf = (page: Page) =>
    page.evaluate(async () => ({
      cookies: document.cookie,
      stored: [localStorage.length, sessionStorage.length],
      databases: (await indexedDB.databases()).map(({ name }) => name),
      caches: await caches.keys(),
      history: history.length,
      width: innerWidth,
      isDark: matchMedia('(prefers-color-scheme: dark)').matches,
      isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
    }))

  it('leaves cookies, stored values, routes, a tab, a size and a theme', async () => {
    const [ada] = await server.users('ada')
    const look = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const
    const page = await windows.openAs(ada, look)
    await page.route('**/icons/*', (route) => route.abort())
    await page.evaluate(async () => {
      for (const store of [localStorage, sessionStorage]) store.setItem('left', 'here')
      await new Promise((done) => (indexedDB.open('left').onsuccess = done))
      await caches.open('left')
      location.hash = '#recent'
    })
    await page.context().newPage()
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await stateOf(page)).toMatchObject({ width: 390, isDark: true, isStill: false })
    windowsBefore.push(page)
  })

  it('serves the next story without any of them', async () => {
    const page = await windows.open({ path: '/icons/favicon.svg' })
    expect(windowsBefore).toEqual([page])
    expect(await stateOf(page)).toEqual({
      cookies: '',
      stored: [0, 0],
      databases: [],
      caches: [],
      history: 2,
      width: 1440,
      isDark: false,
      isStill: true,
    })
    expect(page.context().pages()).toEqual([page])
    expect(await page.context().cookies()).toEqual([])
    await page.context().addInitScript('globalThis.left = true')
  })

  it('is closed after calls with a lasting effect', async () => {
    await windows.open()
    expect(windowsBefore.map((page) => page.isClosed())).toEqual([true])
  })
})
