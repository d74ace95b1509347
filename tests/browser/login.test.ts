import { describeInBrowser, passwordOf, useServerAndBrowser } from './support/browser'

describeInBrowser('Logging in', () => {
  const { server, windows } = useServerAndBrowser()

  it('works with email and password, and explains a refusal', async () => {
    const ada = await server.user('ada')
    const page = await windows.open({ path: '/login' })

    await page.getByRole('textbox', { name: 'Email' }).fill(ada.email)
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('alert').waitFor()

    await page.getByRole('textbox', { name: 'Password' }).fill(passwordOf(ada))
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('navigation', { name: 'Conversations' }).waitFor()
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
