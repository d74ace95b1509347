import { expectSuccess } from '../support/expectations'
import { PushService } from '../support/push-service'
import { untilHolds } from '../support/until'
import { describeInBrowser, useServerAndBrowser } from './support/browser'

/** Headless browsers have neither permissions nor a push service: the page finds these in their place. */
function standInForBrowser(subscription: object): void {
  let permission = 'default'
  class Silent extends EventTarget {
    static get permission() {
      return permission
    }
    static requestPermission() {
      permission = 'granted'
      return Promise.resolve(permission)
    }
  }
  Object.assign(globalThis, { Notification: Silent })
  Object.assign(PushManager.prototype, {
    subscribe: () => Promise.resolve({ toJSON: () => subscription }),
    getSubscription: () => Promise.resolve(null),
  })
}

describeInBrowser('The devices for push notifications', () => {
  const { server, windows } = useServerAndBrowser()
  const service = new PushService()
  beforeAll(() => service.open())
  afterAll(() => service.close())

  it('are turned on by a click, tested and removed; topics are added by address', async () => {
    const ada = await server.user('ada')
    const page = await windows.openAs(ada, { serviceWorkers: 'allow' })
    const { subscription } = service.receiver('browser')
    // Not an address on the Internet: nothing leaves this machine.
    const endpoint = 'https://localhost/ada'
    await page.addInitScript(standInForBrowser, { ...subscription, endpoint })
    await page.goto(`${new URL(page.url()).origin}/#settings/devices`)
    await page.reload()
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'Turn on for this browser' }).click()
    await main.getByText('This browser is on.').waitFor()
    const row = page.getByRole('row').filter({ hasText: 'Chrome' })
    await row.getByText('this one').waitFor()
    await row.getByRole('button', { name: /^Test/ }).click()
    await page.getByText('A test notification is on its way.').first().waitFor()
    const listed = expectSuccess(await ada.get('/users/me/web_push'))
    expect(listed['devices']).toMatchObject([{ kind: 'web_push', service: 'localhost' }])

    await main.getByLabel('Address of the topic').fill('https://localhost/secret')
    await main.getByRole('button', { name: 'Add topic' }).click()
    await page.getByRole('row').filter({ hasText: 'Topic at localhost' }).waitFor()
    await row.getByRole('button', { name: /^Remove/ }).click()
    await main.getByRole('button', { name: 'Turn on for this browser' }).waitFor()
  })

  it('reply in the page that a notification opens', async () => {
    const [eli, fay] = await server.users('eli', 'fay')
    expectSuccess(await fay.post('/messages', { type: 'direct', to: [eli.id], content: 'Lunch?' }))
    const path = `/?reply#narrow/dm/${eli.id},${fay.id}-dm`
    const page = await windows.openAs(eli, { path })
    const box = page.getByRole('textbox', { name: 'Message', exact: true })
    await untilHolds('the box has the focus', () =>
      box.evaluate((field) => field === document.activeElement),
    )
    expect(new URL(page.url()).search).toBe('')
  })

  it('leave the reader alone at the times that the settings name', async () => {
    const bo = await server.user('bo')
    const page = await windows.openAs(bo, { path: '/#settings/notifications' })
    const times = page.getByRole('table', { name: 'Quiet times' })
    await page.getByLabel('Days').selectOption('Monday to Friday')
    await page.getByLabel('To', { exact: true }).fill('08:30')
    await page.getByRole('button', { name: 'Add quiet time' }).click()
    await times.getByRole('row').filter({ hasText: '22:00 – 08:30' }).waitFor()
    await page.getByLabel('Do not disturb me').selectOption('For 4 hours')
    await page
      .getByLabel('Do not disturb me')
      .getByText(/^Until/)
      .waitFor({ state: 'attached' })
    const { user_settings: settings } = await bo.register({ fetch_event_types: ['user_settings'] })
    expect(settings).toMatchObject({
      dnd_schedule: [{ days: [1, 2, 3, 4, 5], from: '22:00', to: '08:30' }],
    })
    await times.getByRole('button', { name: /^Remove Monday/ }).click()
    await page.getByText('No quiet times.').waitFor()
  })
})

// Source: docs/protocol/notifications.md#channel-offer.
describeInBrowser('The offer of notifications at the first mention', () => {
  const { server, windows } = useServerAndBrowser()
  const service = new PushService()
  beforeAll(() => service.open())
  afterAll(() => service.close())

  /** Has somebody mention the reader. */
  async function mention(name: string) {
    const [reader, writer] = await server.users(name, `writer-${name}`)
    await server.stream(`offers-${name}`, { subscribers: [reader, writer] })
    const content = `@**${reader.fullName}** look`
    const message = { type: 'stream', to: `offers-${name}`, topic: 'x', content }
    expectSuccess(await writer.post('/messages', message))
    return reader
  }

  it('turns pushes to this browser on as well', async () => {
    const eva = await mention('eva')
    const page = await windows.openAs(eva, { serviceWorkers: 'allow' })
    const { subscription } = service.receiver('offered')
    const endpoint = 'https://localhost/eva'
    await page.addInitScript(standInForBrowser, { ...subscription, endpoint })
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await page.getByRole('button', { name: 'Turn on desktop notifications' }).click()
    await untilHolds('the browser is registered', async () => {
      const listed = await eva.call('GET /users/me/web_push')
      return listed.devices.some(({ service: host }) => host === 'localhost')
    })
  })

  it('leads to the home screen on an iPhone', async () => {
    const ivo = await mention('ivo')
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
    const page = await windows.openAs(ivo, { userAgent })
    // Safari has neither before the app is on the home screen.
    await page.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'PushManager')
      Reflect.deleteProperty(globalThis, 'Notification')
    })
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await page.getByRole('button', { name: 'Devices' }).click()
    await page.getByText('add Parley to the home screen first').waitFor()
  })
})
