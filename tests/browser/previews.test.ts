import type { Page } from 'playwright-core'
import { present } from '../support/checked'
import { defaultLimits } from '../support/config'
import { expectSuccess } from '../support/expectations'
import { OtherHost } from '../support/other-host'
import { useOwnServer } from '../support/own-server'
import type { Person } from '../support/person'
import { picture } from '../support/pictures'
import { describeInBrowser, useWindows } from './support/browser'
import { expectNone } from './support/waits'

const host = new OtherHost()

describeInBrowser('Previews of pages, and the picture viewer', () => {
  const server = useOwnServer({
    settings: { ...defaultLimits, OUTGOING_WEBHOOKS_ALLOW_PRIVATE: '127.0.0.1' },
  })
  const windows = useWindows(() => server.url)
  let ada: Person
  let bo: Person
  let ops: number
  beforeAll(async () => {
    await host.start()
    ;[ada, bo] = await server.users('ada', 'bo')
    ops = (await server.stream('ops', { subscribers: [ada, bo] })).id
    server.ctx.linkPreviews.start()
  })
  afterAll(() => host.stop())

  const openTopic = (topic: string, options = {}): Promise<Page> =>
    windows.openAs(ada, { path: `/#narrow/channel/${ops}-ops/topic/${topic}`, ...options })

  it('shows a preview that comes after its message, in a box of a fixed size', async () => {
    await server.owner.patch('/realm', { inline_url_embed_preview: true })
    host.hasPicture('/rose.png', await picture(600, 300))
    const title = 'Roses and how to prune them '.repeat(6).trim()
    const url = host.hasPage(
      '/roses',
      `<title>${title}</title><meta name="description" content="${'Cut above a bud. '.repeat(20)}">` +
        '<meta property="og:image" content="/rose.png">',
    )
    const page = await openTopic('garden')
    const foreign: string[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(host.origin)) foreign.push(request.url())
    })
    const id = await bo.send('ops', 'garden', `Look: ${url}`)
    const embed = page.locator('.message_embed')
    await embed.waitFor()
    const link = embed.getByRole('link')
    expect(await link.getAttribute('href')).toBe(url)
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
    const shown = embed.locator('img')
    await shown.evaluate((image: HTMLImageElement) => image.decode())
    const box = await shown.boundingBox()
    expect([box?.width, box?.height].map((size) => Math.round(size ?? 0))).toEqual([72, 72])
    expect((await embed.boundingBox())?.height).toBeLessThan(110)
    // It is no edit, and the reader's browser asked the other host for nothing.
    await expectNone(page.getByText('edited', { exact: false }))
    expect(foreign).toEqual([])
    // The whole preview is the link.
    const opened = page.context().waitForEvent('page')
    await shown.click({ force: true })
    expect((await opened).url()).toBe(url)

    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    for (const isShown of [false, true]) {
      expectSuccess(await ada.patch('/settings', { show_link_previews: isShown }))
      await embed.waitFor({ state: isShown ? 'visible' : 'hidden' })
    }
    expectSuccess(await bo.patch(`/messages/${id}`, { content: 'Look away.' }))
    await embed.waitFor({ state: 'detached' })
  })

  it('shows sound of another host as a link if the server does not get it', async () => {
    const url = `${host.origin}/gone.mp3`
    const page = await openTopic('songs')
    await bo.send('ops', 'songs', `Hear [a song](${url})`)
    const link = page.getByRole('link', { name: 'a song' })
    expect(await link.getAttribute('href')).toBe(url)
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
    await expectNone(page.locator('audio'))
    // The server asked, for the sound and for no page at its address, and no browser.
    const asked = host.asked.filter(({ url: path }) => path === '/gone.mp3')
    expect(asked.map(({ headers }) => headers['user-agent'])).toEqual([
      expect.stringMatching(/^Parley.*pictures/),
    ])
  })

  it('zooms a picture by keys, buttons, wheel and double tap, and moves it', async () => {
    const answer = await bo.upload('/user_uploads', await picture(1200, 900), 'map.png')
    await bo.send('ops', 'maps', `[map](${String(expectSuccess(answer)['uri'])})`)
    const page = await openTopic('maps')
    await page.getByRole('img', { name: 'map' }).click()
    const viewer = page.getByRole('dialog', { name: 'map' })
    const shown = viewer.getByRole('img', { name: 'map' })
    await shown.evaluate((image: HTMLImageElement) => image.decode())
    const place = async () => present(await shown.boundingBox())
    const whole = await place()
    const stage = present(await shown.locator('xpath=..').boundingBox())
    const percent = (value: string) => viewer.getByRole('button', { name: value }).waitFor()

    await page.keyboard.press('+')
    await percent('150 %')
    expect(Math.round((await place()).width / whole.width / 0.015)).toBe(100)
    await page.keyboard.press('-')
    await percent('100 %')
    expect(await place()).toEqual(whole)

    // The point under the mouse stays.
    const corner = { x: stage.x + stage.width * 0.75, y: stage.y + stage.height * 0.75 }
    await page.mouse.move(corner.x, corner.y)
    await page.mouse.wheel(0, -500)
    await percent('272 %')
    const near = await place()
    const shareBefore = (corner.x - whole.x) / whole.width
    expect((corner.x - near.x) / near.width).toBeCloseTo(shareBefore, 1)

    await page.mouse.down()
    await page.mouse.move(corner.x - 40, corner.y - 20, { steps: 4 })
    await page.mouse.up()
    const moved = await place()
    expect([Math.round(moved.x - near.x), Math.round(moved.y - near.y)]).toEqual([-40, -20])
    await page.keyboard.press('ArrowRight')
    await viewer.getByText('1 of 1').waitFor()
    expect((await place()).x).toBeLessThan(moved.x)

    await page.keyboard.press('0')
    await percent('100 %')
    await page.mouse.dblclick(corner.x, corner.y)
    await percent('250 %')
    await viewer.getByRole('button', { name: '250 %' }).click()
    await percent('100 %')
    await viewer.getByRole('button', { name: 'Zoom in' }).click()
    await percent('150 %')
    expect(await viewer.getByRole('button', { name: 'Zoom out' }).isEnabled()).toBe(true)
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })
  })

  it('zooms and moves a picture by two fingers', async () => {
    const answer = await bo.upload('/user_uploads', await picture(1200, 900), 'plan.png')
    await bo.send('ops', 'plans', `[plan](${String(expectSuccess(answer)['uri'])})`)
    const page = await openTopic('plans', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    await page.getByRole('img', { name: 'plan' }).tap()
    const viewer = page.getByRole('dialog', { name: 'plan' })
    const shown = viewer.getByRole('img', { name: 'plan' })
    await shown.evaluate((image: HTMLImageElement) => image.decode())
    const whole = present(await shown.boundingBox())
    const [x, y] = [whole.x + whole.width / 2, whole.y + whole.height / 2]
    const touches = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...places: number[]) =>
      touches.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: places.map((by, id) => ({ x: x + by, y, id })),
      })
    // A phone has no room for the number.
    const percent = async () =>
      Math.round((present(await shown.boundingBox()).width / whole.width) * 100)
    const moved = async () => (present(await shown.boundingBox()).x - whole.x) | 0

    await touch('touchStart', -40)
    await touch('touchStart', -40, 40)
    for (const by of [50, 60, 80]) await touch('touchMove', -by, by)
    await touch('touchEnd')
    expect(await percent()).toBe(200)
    // Both fingers together move it, apart they zoom.
    const before = await moved()
    await touch('touchStart', -20)
    await touch('touchStart', -20, 60)
    await touch('touchMove', 10, 90)
    await touch('touchEnd')
    expect((await moved()) - before).toBe(30)
    expect(await percent()).toBe(200)
    for (const by of [80, 40, 20]) {
      if (by === 80) await touch('touchStart', -by)
      await touch(by === 80 ? 'touchStart' : 'touchMove', -by, by)
    }
    await touch('touchEnd')
    expect(await percent()).toBe(100)
  })
})
