import type { Page } from 'playwright-core'
import { iconCounts } from '../../src/shared/rules/icon-count'
import { untilHolds } from '../support/until'
import { describeInBrowser, useServerAndBrowser } from './support/browser'

interface Told {
  title: string
  body: string
  isClosed: boolean
}

/** Replaces desktop notifications, sounds and badges with recording fakes; a test can dispatch `click` on one. */
async function watchNotices(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    const told: (Told & EventTarget)[] = []
    class Notice extends EventTarget {
      static permission = 'granted'
      static requestPermission = () => Promise.resolve('granted')
      isClosed = false
      readonly body: string
      constructor(
        readonly title: string,
        { body = '' }: NotificationOptions,
      ) {
        super()
        this.body = body
        told.push(this)
      }
      close() {
        this.isClosed = true
        this.dispatchEvent(new Event('close'))
      }
    }
    let tones = 0
    class Tone extends OscillatorNode {
      override start(when?: number) {
        tones += 1
        super.start(when)
      }
    }
    const badges: number[] = []
    Object.assign(globalThis, { Notification: Notice, OscillatorNode: Tone, told, badges })
    Object.defineProperty(globalThis, 'tones', { get: () => tones })
    Object.defineProperties(Navigator.prototype, {
      setAppBadge: { value: (count: number) => Promise.resolve(void badges.push(count)) },
      clearAppBadge: { value: () => Promise.resolve(void badges.push(0)) },
    })
  })
  await page.reload()
  await page.getByRole('button', { name: 'Your menu' }).waitFor()
}

const told = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as { told: Told[] }).told.map(({ title, body, isClosed }) => ({
      title,
      body,
      isClosed,
    })),
  )
const tones = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { tones: number }).tones)
const badge = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { badges: number[] }).badges.at(-1))

describeInBrowser('Notifications', () => {
  const { server, windows } = useServerAndBrowser()

  it('appear only for mentions and private messages; a click opens the conversation', async () => {
    const [ada, bo] = await server.users('ada', 'bo')
    await server.stream('ops', { subscribers: [ada, bo] })
    const page = await windows.openAs(ada)
    await watchNotices(page)
    // Browsers play no sound before the first interaction with the page.
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).click()

    await bo.send('ops', 'small talk', 'nothing for you')
    await bo.send('ops', 'deploys', '@**Ada** is it *out*?')
    await bo.sendPrivately([ada.id], 'psst')
    await untilHolds('both are told', async () => (await told(page)).length === 2)
    expect(await told(page)).toEqual([
      { title: 'Bo (ops › deploys)', body: '@Ada is it out?', isClosed: false },
      { title: 'Bo', body: 'psst', isClosed: false },
    ])
    expect(await tones(page)).toBe(4)

    await page.evaluate(() => {
      const [first] = (globalThis as unknown as { told: EventTarget[] }).told
      first?.dispatchEvent(new Event('click'))
    })
    await page.getByRole('heading', { level: 1, name: 'deploys' }).waitFor()
    // Notifications close when their messages are read, here or elsewhere.
    await ada.post('/mark_all_as_read')
    await untilHolds('both are closed', async () =>
      (await told(page)).every(({ isClosed }) => isClosed),
    )

    // A message in view causes no notification; otherwise it would precede that of the private message.
    await page.bringToFront()
    await bo.send('ops', 'deploys', '@**Ada** you see this')
    await page.getByRole('article').filter({ hasText: 'you see this' }).waitFor()
    await bo.sendPrivately([ada.id], 'psst again')
    await untilHolds('the next is told', async () => (await told(page)).length === 3)
    expect((await told(page)).at(-1)).toMatchObject({ body: 'psst again' })
  })

  it('follow the notification settings', async () => {
    const [cy, bob] = await server.users('cy', 'bob')
    await cy.patch('/settings', {
      enable_sounds: false,
      pm_content_in_desktop_notifications: false,
    })
    const page = await windows.openAs(cy)
    await watchNotices(page)
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).click()
    await bob.sendPrivately([cy.id], 'a secret')
    await untilHolds('it is told', async () => (await told(page)).length === 1)
    expect(JSON.stringify(await told(page))).not.toContain('secret')
    expect(await tones(page)).toBe(0)

    await cy.patch('/settings', { enable_desktop_notifications: false })
    await bob.sendPrivately([cy.id], 'another')
    await page.getByRole('link', { name: /^Bob, 2 unread/ }).waitFor()
    expect(await told(page)).toHaveLength(1)
  })

  it('are counted in the title, the icon and the badge', async () => {
    const [dan, eve] = await server.users('dan', 'eve')
    await dan.post('/mark_all_as_read')
    const page = await windows.openAs(dan)
    await watchNotices(page)
    const icon = page.locator('link[rel=icon]')
    expect(await page.title()).toBe('Inbox – Parley Test')
    expect(await icon.getAttribute('href')).toBe('/icons/favicon.svg')

    await eve.sendPrivately([dan.id], 'one')
    await eve.sendPrivately([dan.id], 'two')
    await page.waitForFunction(() => document.title === '(2) Inbox – Parley Test')
    await untilHolds('the badge counts', async () => (await badge(page)) === 2)
    await untilHolds(
      'the icon counts',
      async () => (await icon.getAttribute('href'))?.startsWith('data:image/png') === true,
    )

    await dan.post('/mark_all_as_read')
    await page.waitForFunction(() => document.title === 'Inbox – Parley Test')
    await untilHolds('the badge is gone', async () => (await badge(page)) === 0)
    await untilHolds(
      'the icon is plain',
      async () => (await icon.getAttribute('href')) === '/icons/favicon.svg',
    )

    await dan.patch('/settings', { desktop_icon_count_display: iconCounts.personal })
    await eve.sendPrivately([dan.id], 'three')
    await page.waitForFunction(() => document.title === '(1) Inbox – Parley Test')
    await dan.patch('/settings', { desktop_icon_count_display: iconCounts.none })
    await page.waitForFunction(() => document.title === 'Inbox – Parley Test')
    const settings = await windows.openAs(dan, { path: '/#settings/notifications' })
    const choices = settings.getByRole('combobox', { name: 'Unread count in the browser tab' })
    expect(await choices.getByRole('option').allTextContents()).toEqual([
      'All unread messages',
      'Private messages, mentions and followed topics',
      'Private messages and mentions',
      'None',
    ])
  })

  it('are offered at the first mention to readers without any', async () => {
    const [hal, gil] = await server.users('hal', 'gil')
    const page = await windows.openAs(gil)
    await page.context().addInitScript(() => {
      class Unasked extends EventTarget {
        static permission = 'default'
        static requestPermission = () => Promise.resolve((Unasked.permission = 'granted'))
      }
      Object.assign(globalThis, { Notification: Unasked })
    })
    await page.reload()
    await server.stream('offers', { subscribers: [hal, gil] })
    const mention = async (content: string) => {
      const message = { type: 'stream', to: 'offers', topic: 'x', content }
      expect((await hal.post('/messages', message)).status).toBe(200)
    }
    await mention(`@**${gil.fullName}** look`)
    // The second one is for screen readers.
    await page.getByText('You were mentioned. Notifications would have told you.').first().waitFor()
    await page.getByRole('button', { name: 'Turn on desktop notifications' }).click()
    await page.getByText('Desktop notifications are on.').first().waitFor()
  })

  it('say why a browser shows none', async () => {
    const page = await windows.openAs(await server.user('fay'), {
      path: '/#settings/notifications',
    })
    // Browsers of phones have the interface, and throw for pages.
    await page.context().addInitScript(() => {
      class Refused {
        static permission = 'default'
        static requestPermission = () => Promise.resolve('granted')
        constructor() {
          throw new TypeError('Illegal constructor.')
        }
      }
      Object.assign(globalThis, { Notification: Refused })
    })
    await page.reload()
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'Turn on desktop notifications' }).click()
    await main.getByText('This browser shows no notifications for open pages.').waitFor()

    // Browsers without https have neither notifications nor a clipboard.
    await page.context().addInitScript(() => {
      Object.defineProperty(globalThis, 'isSecureContext', { value: false })
      Object.defineProperty(navigator, 'clipboard', { value: undefined })
    })
    await page.reload()
    await main.getByText(/only for addresses that begin with https/).waitFor()
  })
})
