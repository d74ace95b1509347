import { describeInBrowser, passwordOf, useServerAndBrowser } from './support/browser'

describeInBrowser('Logging in', () => {
  const { server, windows } = useServerAndBrowser()

  it('works with email and password, and explains a refusal', async () => {
    const ada = await server.user('ada')
    const page = await windows.open({ path: '/login' })

    await page.getByRole('textbox', { name: 'Email' }).fill(ada.email)
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('alert').getByText('Wrong email or password.').waitFor()

    await page.getByRole('textbox', { name: 'Password' }).fill(passwordOf(ada))
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('navigation', { name: 'Conversations' }).waitFor()
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
