import type { BrowserContext, Page } from 'playwright-core'
import { publishToEveryRealm } from '../../src/server/events/publish'
import { expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { findBarriers } from './support/axe'
import { describeInBrowser, passwordOf } from './support/browser'
import { findLayoutFaults } from './support/geometry'
import { loadAnew } from './support/later-parts'
import { useOwnServerAndBrowser } from './support/own-browser'

/** Console errors of browsers for connections that were cut. */
const cutConnections = /net::ERR_|Failed to load resource/

describeInBrowser('The connection', () => {
  const { server, windows } = useOwnServerAndBrowser()
  let ada: Person
  let people = 0
  let streams = 0

  // A new person for each test: together they load more pages in a minute than the rate limit lets one person load.
  beforeEach(async () => {
    ada = await server.user(`ada${(people += 1)}`)
  })

  /** Creates a stream, which every up-to-date page of Ada shows. @returns its name */
  async function tellAda(): Promise<string> {
    const name = `news ${(streams += 1)}`
    await server.stream(name, { subscribers: [ada] })
    return name
  }

  async function expectTold(page: Page, stream: string): Promise<void> {
    await page.getByRole('navigation').getByRole('link', { name: stream }).first().waitFor()
  }

  async function openTab(context: BrowserContext): Promise<Page> {
    const page = await context.newPage()
    await page.goto('/')
    await page.getByRole('navigation', { name: 'Conversations' }).waitFor()
    return page
  }

  /** Records the requests to a path that the pages of a window make from now on. */
  function watchCalls(context: BrowserContext, path: string): { page: Page; url: string }[] {
    const calls: { page: Page; url: string }[] = []
    context.on('request', (request) => {
      if (!new URL(request.url()).pathname.endsWith(path)) return
      calls.push({ page: request.frame().page(), url: request.url() })
    })
    return calls
  }

  const statusOf = (page: Page) => page.getByRole('banner').getByRole('status')

  it('is shared by twelve tabs of a browser, without a registration for each tab', async () => {
    const first = await windows.openAs(ada)
    const registrations = watchCalls(first.context(), '/json/register')
    const polls = watchCalls(first.context(), '/json/events')
    const tabs = [first]
    while (tabs.length < 12) tabs.push(await openTab(first.context()))

    const news = await tellAda()
    await Promise.all(tabs.map((page) => expectTold(page, news)))
    expect(registrations).toEqual([])
    expect(new Set(polls.map(({ page }) => page))).toEqual(new Set([first]))
  })

  it('moves to another tab when the leader tab is closed, and misses nothing', async () => {
    const first = await windows.openAs(ada)
    const second = await openTab(first.context())
    const third = await openTab(first.context())
    const registrations = watchCalls(first.context(), '/json/register')
    const [before] = await Promise.all([tellAda(), first.close()])
    const after = await tellAda()
    for (const page of [second, third]) {
      await expectTold(page, before)
      await expectTold(page, after)
    }
    expect(registrations).toEqual([])
  })

  it('moves to another tab when the leader tab is frozen, and the frozen tab catches up later', async () => {
    const first = await windows.openAs(ada)
    const second = await openTab(first.context())
    const session = await first.context().newCDPSession(first)
    await session.send('Debugger.enable')
    const paused = new Promise((resolve) => session.once('Debugger.paused', resolve))
    await session.send('Debugger.pause')
    await paused

    const polled = second.waitForRequest((request) => request.url().includes('/json/events'))
    await second.evaluate(() => dispatchEvent(new Event('online')))
    await polled
    const news = await tellAda()
    await expectTold(second, news)

    await session.send('Debugger.resume')
    const later = await tellAda()
    await Promise.all([first, second].map((page) => expectTold(page, later)))
    await expectTold(first, news)
  })

  /** Opens a tab that receives no events from the leader tab while `window.isDeaf` is set. */
  async function openDeafTab(context: BrowserContext): Promise<Page> {
    const page = await context.newPage()
    await page.addInitScript(() => {
      const hearing = Object.getOwnPropertyDescriptor(BroadcastChannel.prototype, 'onmessage')!
      Object.defineProperty(BroadcastChannel.prototype, 'onmessage', {
        set(this: BroadcastChannel, hear: (event: MessageEvent<{ kind?: string }>) => void) {
          hearing.set!.call(this, (event: MessageEvent<{ kind?: string }>) => {
            if (!('isDeaf' in window) || event.data.kind !== 'events') hear(event)
          })
        },
      })
    })
    await page.goto('/')
    await page.getByRole('navigation', { name: 'Conversations' }).waitFor()
    await page.evaluate(() => Object.assign(window, { isDeaf: true }))
    return page
  }

  it('delivers missed events to a tab with the next event, or by a registration when it leads', async () => {
    const first = await windows.openAs(ada)
    const second = await openDeafTab(first.context())
    const missed = await tellAda()
    await expectTold(first, missed)
    await second.evaluate(() => delete (window as { isDeaf?: true }).isDeaf)
    const news = await tellAda()
    await expectTold(second, news)
    await expectTold(second, missed)

    await second.evaluate(() => Object.assign(window, { isDeaf: true }))
    const registrations = watchCalls(first.context(), '/json/register')
    const polled = first.waitForRequest((request) => request.url().includes('/json/events'))
    const acknowledged = await tellAda()
    await expectTold(first, acknowledged)
    // The next poll acknowledges it.
    await polled
    await first.close()
    await expectTold(second, acknowledged)
    expect(registrations).not.toEqual([])
  })

  it('writes nothing into the storage for the events of a tab that is alone', async () => {
    const first = await windows.openAs(ada)
    await first.evaluate(() => {
      const written: string[] = []
      const write = Storage.prototype.setItem
      Storage.prototype.setItem = function (name, value) {
        if (name === 'parley-acknowledged') written.push(value)
        write.call(this, name, value)
      }
      Object.assign(window, { written })
    })
    const written = () => first.evaluate(() => (window as unknown as { written: unknown }).written)
    for (const news of [await tellAda(), await tellAda()]) await expectTold(first, news)
    const polled = first.waitForRequest((request) => request.url().includes('/json/events'))
    await expectTold(first, await tellAda())
    await polled
    expect(await written()).toEqual([])

    const second = await openTab(first.context())
    const news = await tellAda()
    for (const page of [first, second]) await expectTold(page, news)
    await first.waitForFunction(
      () => (window as unknown as { written: unknown[] }).written.length > 0,
    )
  })

  it('is separate for each tab if the browser has no Web Locks', async () => {
    const first = await windows.open({ path: '/login' })
    await first.context().addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })
      delete (Navigator.prototype as { locks?: unknown }).locks
    })
    const polls = watchCalls(first.context(), '/json/events')
    await first.reload()
    await first.getByRole('textbox', { name: 'Email' }).fill(ada.email)
    await first.getByRole('textbox', { name: 'Password' }).fill(passwordOf(ada))
    await first.getByRole('button', { name: 'Log in' }).click()
    await first.getByRole('navigation', { name: 'Conversations' }).waitFor()
    const second = await openTab(first.context())
    const news = await tellAda()
    await Promise.all([first, second].map((page) => expectTold(page, news)))
    expect(new Set(polls.map(({ page }) => page)).size).toBe(2)
  })

  it('ends in all tabs with the session, and resumes in all of them after a log-in', async () => {
    const first = await windows.openAs(ada)
    const second = await openTab(first.context())
    await second.evaluate(() => fetch('/json/session', { method: 'DELETE' }))
    const email = (page: Page) => page.getByRole('textbox', { name: 'Email' })
    await Promise.all([first, second].map((page) => email(page).waitFor()))

    await email(second).fill(ada.email)
    await second.getByRole('textbox', { name: 'Password' }).fill(passwordOf(ada))
    await second.getByRole('button', { name: 'Log in' }).click()
    const news = await tellAda()
    await Promise.all([first, second].map((page) => expectTold(page, news)))
  })

  it('reloads the page for a new version, unless the user is writing', async () => {
    const { id } = await server.stream('versions', { subscribers: [ada] })
    const page = await windows.openAs(ada, { path: `/#narrow/channel/${id}-versions/topic/t` })
    const other = await openTab(page.context())
    await page.getByRole('textbox', { name: 'Message' }).fill('not yet')
    await page.evaluate(() => Object.assign(window, { isTheSame: true }))
    const reloaded = other.waitForEvent('load')
    await server.ctx.db.transaction(async (tx) => {
      const event = { type: 'web_reload_client', immediate: true, version: 'a newer one' } as const
      await publishToEveryRealm(tx, { event, audience: { everyone: 'connected' } })
    })
    await reloaded
    expect(await page.evaluate(() => 'isTheSame' in window)).toBe(true)
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('not yet')
  })

  it('registers again when its queue is deleted', async () => {
    const first = await windows.open({ path: '/login' })
    const registered = first.waitForResponse(
      (response) => response.url().endsWith('/json/register') && response.ok(),
    )
    await first.getByRole('textbox', { name: 'Email' }).fill(ada.email)
    await first.getByRole('textbox', { name: 'Password' }).fill(passwordOf(ada))
    await first.getByRole('button', { name: 'Log in' }).click()
    const { queue_id } = (await (await registered).json()) as { queue_id: string }
    const second = await openTab(first.context())

    expectSuccess(await ada.delete('/events', { queue_id }))
    const news = await tellAda()
    await Promise.all([first, second].map((page) => expectTold(page, news)))
  })

  it('shows that it is offline, and catches up when it is back online', async () => {
    const page = await windows.openAs(ada, { allow: cutConnections })
    const second = await openTab(page.context())
    // Both the picture and its dot are hidden from screen readers.
    const hidden = '[aria-hidden="true"]'
    const ownDot = page.getByRole('button', { name: 'Your menu' }).locator(`${hidden} ${hidden}`)
    const people = page.getByRole('complementary', { name: 'People' })
    const ownRow = people.getByRole('link', { name: /\(you\)/ })
    await ownRow.filter({ hasText: 'Active' }).waitFor()
    await ownDot.waitFor()
    await page.context().setOffline(true)
    await statusOf(page).filter({ hasText: 'Offline' }).waitFor()
    await statusOf(second).filter({ hasText: 'Offline' }).waitFor()
    // What the page says of its reader agrees with that.
    await ownRow.filter({ hasText: 'Offline' }).waitFor()
    await ownDot.waitFor({ state: 'detached' })
    const news = await tellAda()
    // A view that cannot be loaded says so, and the search field works without its suggestions.
    await page.evaluate(() => (location.hash = '#narrow/is/mentioned'))
    await page.getByText('No connection. The messages appear').waitFor()
    await page.getByRole('searchbox', { name: 'Search' }).focus()

    await page.context().setOffline(false)
    await Promise.all([page, second].map((tab) => expectTold(tab, news)))
    await statusOf(page).filter({ hasText: /^$/ }).waitFor({ state: 'attached' })
    await statusOf(second).filter({ hasText: /^$/ }).waitFor({ state: 'attached' })
    await ownRow.filter({ hasText: 'Active' }).waitFor()
    await ownDot.waitFor()
  })

  it('is fine while the server answers, although the browser reports no network', async () => {
    const page = await windows.openAs(ada)
    const asked = page.waitForResponse((response) => response.url().includes('dont_block=true'))
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
      dispatchEvent(new Event('offline'))
    })
    expect((await asked).ok()).toBe(true)
    await expectTold(page, await tellAda())
    expect(await statusOf(page).first().textContent()).toBe('')
  })

  it('says when the server does not answer although the network is there', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const page = await windows.openAs(ada, { allow: cutConnections, ...phone })
    await page.route('**/json/events*', (route) => route.abort())
    await page.evaluate(() => dispatchEvent(new Event('online')))
    const told = 'Reconnecting: The server does not answer.'
    await statusOf(page).first().filter({ hasText: told }).waitFor()
    await page.getByRole('button', { name: /^Reconnecting/ }).tap()
    const card = page.getByRole('dialog', { name: 'Reconnecting' })
    await card.getByText('The server does not answer.').waitFor()
    await card.getByText('This page keeps trying.').waitFor()
    expect([...(await findBarriers(page)), ...(await findLayoutFaults(page))]).toEqual([])
    const tries = page.waitForRequest('**/json/events*')
    await card.getByRole('button', { name: 'Try now' }).tap()
    await Promise.all([tries, card.getByText('Trying again').waitFor()])
    await page.unroute('**/json/events*')
    // The page may have tried by itself meanwhile, and closes the card before the tap.
    card
      .getByRole('button', { name: 'Try now' })
      .tap()
      .catch(() => undefined)
    await card.waitFor({ state: 'detached' })
    await statusOf(page).filter({ hasText: /^$/ }).waitFor({ state: 'attached' })
  })

  it('shows a message until the chunk of a screen can be loaded, then the screen', async () => {
    const page = await windows.openAs(ada, { allow: cutConnections })
    await page.route('**/assets/settings-areas-*', (route) => route.abort())
    await loadAnew(page, '/#settings/profile')
    await page.getByText('This screen could not be loaded yet.').waitFor()
    await page.unroute('**/assets/settings-areas-*')
    await page.getByRole('heading', { name: 'Profile' }).first().waitFor()
  })

  it('is the same on a host without a network', async () => {
    const page = await windows.open()
    expect(await page.evaluate(() => navigator.onLine)).toBe(true)
  })

  it('is retried at the start, and the page says so', async () => {
    const page = await windows.open({ path: '/login', allow: cutConnections })
    await page.context().request.post('/json/session', {
      form: { email: ada.email, password: passwordOf(ada) },
      headers: { Origin: server.url },
    })
    await page.route('**/json/register', (route) => route.abort())
    await page.goto('/')
    await page.getByRole('heading', { name: 'The server cannot be reached' }).waitFor()
    await page.unroute('**/json/register')
    await page.getByRole('navigation', { name: 'Conversations' }).waitFor()
  })
})
