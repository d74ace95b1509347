import { contentsOf } from '../support/history'
import { describeInBrowser } from './support/browser'
import { useOwnServerAndBrowser } from './support/own-browser'

/** Cookies belong to a host on all ports, so the page must have the host that the forged pages post to. */
const atLocalhost = (url: string): string => url.replace('127.0.0.1', 'localhost')

describeInBrowser('Pages of other origins', () => {
  const { server, windows } = useOwnServerAndBrowser()

  it.each([
    ['another site', 'http://attacker.test/'],
    ['a sibling organization', 'http://sibling.localhost/'],
    ['another port of the same host', 'http://localhost:1/'],
  ])('cannot post as the logged-in user: %s', async (_origin, address) => {
    const [ada] = await server.users(`ada-${new URL(address).hostname.replace('.', '-')}`)
    const url = atLocalhost(server.url)
    const page = await windows.openAs(ada, { url })
    const forged = await page.context().newPage()
    await forged.context().route(address, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${url}/json/messages">
          <input name="type" value="private"><input name="to" value="[${ada.id}]">
          <input name="content" value="forged"><button>Win</button></form>`,
      }),
    )
    await forged.goto(address)
    const answer = forged.waitForResponse(`${url}/json/messages`)
    await forged.getByRole('button', { name: 'Win' }).click()
    expect((await answer).status()).toBe(403)
    expect(await contentsOf(ada, [['is', 'dm']])).not.toContain('forged')
  })

  it('cannot read the session cookie, and scripts of the app cannot overwrite it', async () => {
    const [ada] = await server.users('ada')
    const page = await windows.openAs(ada)
    expect(await page.evaluate(() => document.cookie)).toMatch(
      // The language is written later.
      /^parley_logged_in=1(?:; parley_language=en)?$/,
    )
    const status = await page.evaluate(async () => {
      document.cookie = 'sessionid=0123456789; Path=/'
      return (await fetch('/json/users/me')).status
    })
    expect(status).toBe(200)
    const cookies = await page.context().cookies()
    expect(cookies.find(({ name }) => name === 'sessionid')).toMatchObject({
      httpOnly: true,
      sameSite: 'Strict',
    })
  })
})
