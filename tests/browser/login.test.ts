import { describeInBrowser, passwordOf, useServerAndBrowser } from './support/browser'
import { expectNone } from './support/waits'

describeInBrowser('The log-in', () => {
  const { server, windows } = useServerAndBrowser()

  it('works with email and password, and explains a refusal', async () => {
    const ada = await server.user('ada')
    const page = await windows.open({ path: '/login' })

    await page.getByRole('textbox', { name: 'Email' }).fill(ada.email)
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('alert').getByText('Wrong email or password.').waitFor()

    const password = page.getByRole('textbox', { name: 'Password' })
    await password.fill(passwordOf(ada))
    await page.getByRole('button', { name: 'Show password' }).click()
    expect(await password.getAttribute('type')).toBe('text')
    expect(await password.inputValue()).toBe(passwordOf(ada))
    await page.getByRole('button', { name: 'Show password', pressed: true }).click()
    expect(await password.getAttribute('type')).toBe('password')

    // A slow answer is waited for visibly.
    let goOn: (() => void) | undefined
    const held = new Promise<void>((resolve) => (goOn = resolve))
    await page.route('**/json/session', async (route) => {
      await held
      await route.continue()
    })
    await password.press('Enter')
    const button = page.getByRole('button', { name: 'Log in' })
    await page.waitForFunction(() => {
      const busy = document.querySelector('button[aria-busy=true]')
      return busy !== null && getComputedStyle(busy, '::after').opacity === '1'
    })
    expect(await button.isDisabled()).toBe(true)
    goOn?.()
    await page.getByRole('navigation', { name: 'Conversations' }).waitFor()
    // The form is gone, and no control of the app has taken the focus of its field.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  })

  /** Source: docs/protocol/import.md#old-paths. */
  it('leads a person who has a session on, as after a link on another site to an old address', async () => {
    const ada = await server.user('traveler')
    const page = await windows.openAs(ada, { allow: /status of 404/ })
    await page.goto(`/login?next=${encodeURIComponent('/archives/C0123')}`)
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/archives/C0123')
  })

  /** Source: docs/protocol/step-up.md#apps. */
  it('is asked again of a person who has a session, where an app is to be let in', async () => {
    const ada = await server.user('again')
    const page = await windows.openAs(ada, { allow: /status of 404/ })
    await page.goto(`/login?again=1&next=${encodeURIComponent('/archives/C0123')}`)
    await page.getByRole('textbox', { name: 'Email' }).fill(ada.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(passwordOf(ada))
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/archives/C0123')
  })

  it('says that the page is loading until the app can draw', async () => {
    const page = await windows.open({ path: '/icons/favicon.svg' })
    let goOn: (() => void) | undefined
    const held = new Promise<void>((resolve) => (goOn = resolve))
    await page.route('**/assets/logged-out-*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByText('Loading…').waitFor()
    goOn?.()
    await page.getByRole('button', { name: 'Log in' }).waitFor()
    expect(await page.getByText('Loading…').isVisible()).toBe(false)
  })

  it('paints a sketch of the page, in the colors of the last visit, before the first script has loaded', async () => {
    const ada = await server.user('sketcher')
    const page = await windows.openAs(ada)
    await page.evaluate(() =>
      fetch('/json/settings', {
        method: 'PATCH',
        body: new URLSearchParams({ color_scheme: '2' }),
      }),
    )
    await page.locator('html[data-theme=dark]').waitFor()
    let goOn: (() => void) | undefined
    const held = new Promise<void>((resolve) => (goOn = resolve))
    await page.route('**/assets/{chunk,main}-*', async (route) => {
      await held
      await route.continue()
    })
    const session = await page.context().newCDPSession(page)
    await session.send('Network.clearBrowserCache')
    const slow = {
      offline: false,
      latency: 400,
      downloadThroughput: 50_000,
      uploadThroughput: 50_000,
    }
    await session.send('Network.emulateNetworkConditions', slow)
    await page.reload({ waitUntil: 'commit' })
    await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint').length > 0,
    )
    const sketch = page.locator('.boot')
    expect(await sketch.getByText('Loading…').isVisible()).toBe(true)
    expect(await sketch.evaluate((shown) => getComputedStyle(shown).backgroundColor)).toBe(
      'rgb(22, 25, 29)',
    )
    await expectNone(page.locator('#app > *'))

    goOn?.()
    await page.getByRole('navigation', { name: 'Conversations' }).waitFor()
    expect(await sketch.isVisible()).toBe(false)
  })

  it('makes no refused call on a first visit', async () => {
    const page = await windows.open({ path: '/icons/favicon.svg' })
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(response.url())
    })
    await page.goto('/')
    await page.getByRole('button', { name: 'Log in' }).waitFor()
    expect(refused).toEqual([])
  })
})
