import type { Locator, Page } from 'playwright-core'
import { expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { picture } from '../support/pictures'
import { untilHolds } from '../support/until'
import { describeInBrowser, useServerAndBrowser } from './support/browser'
import { expectNone } from './support/waits'

function message(page: Page, text: string | RegExp): Locator {
  return page.getByRole('article').filter({ hasText: text })
}

/** Records the URLs that the page requests from other hosts. */
function watchOtherHosts(page: Page, origin: string): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const address = request.url()
    if (/^https?:/.test(address) && new URL(address).origin !== origin) asked.push(address)
  })
  return asked
}

describeInBrowser('Message content', () => {
  const { server, windows } = useServerAndBrowser()
  let ada: Person
  let bo: Person
  let ops: number

  beforeAll(async () => {
    ;[ada, bo] = await server.users('ada', 'bo')
    ops = (await server.stream('ops', { subscribers: [ada, bo] })).id
  })

  async function openTopic(topic: string, options = {}): Promise<Page> {
    const page = await windows.openAs(ada, {
      path: `/#narrow/channel/${ops}-ops/topic/${topic}`,
      ...options,
    })
    await page.getByRole('article').first().waitFor()
    return page
  }

  it('keeps wide formulas, long names and right-to-left lists within the page', async () => {
    const long = await server.user('w'.repeat(50))
    await bo.send('ops', 'wide', `$$${'x+'.repeat(60)}x$$ in a line`)
    await bo.send('ops', 'wide', '* שלום\n* עולם')
    await bo.sendPrivately([ada.email, long.email], `Hi @**${long.fullName}**`)
    await long.sendPrivately([ada.email], 'It is me.')
    const page = await openTopic('wide', { viewport: { width: 340, height: 700 } })

    const formula = message(page, 'in a line').locator('.katex')
    const [own, space] = await formula.evaluate((e) => [
      e.clientWidth,
      e.parentElement?.clientWidth,
    ])
    expect(own).toBeLessThanOrEqual(space ?? 0)
    expect(await formula.evaluate((e) => e.scrollWidth > e.clientWidth)).toBe(true)
    expect(
      await page
        .getByRole('listitem')
        .filter({ hasText: 'שלום' })
        .evaluate((item) => getComputedStyle(item).direction),
    ).toBe('rtl')

    for (const hash of [
      `#narrow/dm/${long.id}-dm`,
      `#narrow/dm/${bo.id},${long.id}-group`,
      '#inbox',
      '#recent',
      '#feed',
    ]) {
      await page.goto(`/${hash}`)
      await page.getByText(long.fullName).first().waitFor({ state: 'attached' })
      await page.getByRole('main').waitFor()
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(`${hash}: ${wide}`).toBe(`${hash}: 340`)
    }
  })

  it('hides spoilers, shows times in the reader’s time zone, and copies code', async () => {
    await bo.send('ops', 'forms', '```spoiler Who did it?\nThe cook.\n```')
    await bo.send('ops', 'forms', 'We meet <time:2026-03-01T12:00:00Z>.')
    await bo.send('ops', 'forms', '```python\nx = 1\nprint(x)\n```')
    await bo.send('ops', 'forms', `\`\`\`js\nconst long = '${'x'.repeat(200)}'\n\`\`\``)
    const page = await openTopic('forms', { timezoneId: 'Asia/Tokyo' })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])

    const spoiler = page.getByRole('button', { name: 'Spoiler: Who did it?' })
    expect(await page.getByText('The cook.').isVisible()).toBe(false)
    await spoiler.click()
    await page.getByText('The cook.').waitFor()
    expect(await spoiler.getAttribute('aria-expanded')).toBe('true')
    await spoiler.press('Enter')
    await page.getByText('The cook.').waitFor({ state: 'hidden' })

    await page.getByText('Mar 1, 2026, 9:00 PM').waitFor()

    // The name of the language and the button have a line of their own over the code.
    const code = page.locator('.codehilite', { hasText: 'const long' })
    const tools = await code.locator('.code-tools').boundingBox()
    const lines = await code.locator('pre').boundingBox()
    if (!tools || !lines) throw new Error('The block of code has no tools.')
    expect(tools.y + tools.height).toBeLessThanOrEqual(lines.y)

    await page.getByRole('button', { name: 'Copy code' }).first().click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('x = 1\nprint(x)')
  })

  it('offers the playgrounds of the organization for code in their language', async () => {
    const template = 'https://play.test/run?lang=py&code={code}'
    const playground = { name: 'Py Play', pygments_language: 'Python', url_template: template }
    expectSuccess(await server.owner.post('/realm/playgrounds', playground))
    await bo.send('ops', 'play', '```python\nprint("a & b")\n```')
    await bo.send('ops', 'play', '```ruby\nputs 1\n```')
    const page = await openTopic('play')
    await message(page, 'puts').waitFor()
    const link = page.getByRole('link', { name: 'Try in Py Play' })
    await link.first().waitFor()
    expect(await link.count()).toBe(1)
    const href = await link.getAttribute('href')
    expect(new URL(href ?? '').searchParams.get('code')).toBe('print("a & b")')
    expect(await link.getAttribute('target')).toBe('_blank')
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer')

    // A new playground appears at once, and disappears when it is deleted.
    const ruby = { name: 'Rb', pygments_language: 'Ruby', url_template: 'https://rb.test/{code}' }
    const { id } = expectSuccess(await server.owner.post('/realm/playgrounds', ruby))
    const other = page.getByRole('link', { name: 'Try in Rb' })
    expect(await other.getAttribute('href')).toBe('https://rb.test/puts%201')
    expectSuccess(await server.owner.delete(`/realm/playgrounds/${String(id)}`))
    await other.waitFor({ state: 'detached' })
  })

  it('opens a card for a mention, and follows links to topics without a reload', async () => {
    await bo.send('ops', 'links', '@**Ada** see #**ops>elsewhere**')
    await bo.send('ops', 'elsewhere', 'you are there')
    const page = await openTopic('links')
    await page.evaluate(() => void ((window as { isSame?: boolean }).isSame = true))

    await page.getByRole('link', { name: '@Ada' }).click()
    const card = page.getByRole('dialog', { name: 'Ada' })
    await card.getByText(ada.email).waitFor()
    await page.keyboard.press('Escape')
    await card.waitFor({ state: 'detached' })

    await page.getByRole('link', { name: '#ops > elsewhere' }).click()
    await message(page, 'you are there').waitFor()
    expect(await page.evaluate(() => (window as { isSame?: boolean }).isSame)).toBe(true)
  })

  it('requests nothing from other hosts; external media are links', async () => {
    await bo.send('ops', 'foreign', 'https://example.org/a.mp4 and https://youtu.be/dQw4w9WgXcQ')
    await bo.send('ops', 'foreign', '!avatar(nobody@example.org) !gravatar(x@example.org)')
    await bo.send('ops', 'foreign', 'the last')
    const page = await openTopic('foreign')
    const asked = watchOtherHosts(page, server.url)
    await page.reload()
    await message(page, 'the last').waitFor()

    const film = page.getByRole('link', { name: 'https://example.org/a.mp4' })
    expect(await film.getAttribute('rel')).toBe('noopener noreferrer')
    expect(await film.getAttribute('target')).toBe('_blank')
    await expectNone(page.locator('[data-content] :is(video, iframe)'))
    expect(asked).toEqual([])
  })

  it('says that a picture is not available', async () => {
    const own = uriOf(await bo.upload('/user_uploads', await picture(640, 480), 'own.png'))
    await bo.send('ops', 'lost', `[own](${own})`)
    const page = await windows.openAs(ada, { allow: /Failed to load resource/ })
    await page.route('**/thumbnail/**', (route) => route.fulfill({ status: 403 }))
    await page.goto(`/#narrow/channel/${ops}-ops/topic/lost`)
    const box = await page.getByText('Picture not available').boundingBox()
    expect([Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]).toEqual([373, 280])
  })

  it('reserves space for pictures before they load, and opens them in the viewer', async () => {
    const cat = uriOf(await bo.upload('/user_uploads', await picture(640, 480), 'cat.png'))
    const dog = uriOf(await bo.upload('/user_uploads', await picture(300, 200), 'dog.png'))
    await bo.send('ops', 'pictures', `[cat](${cat})`)
    await bo.send('ops', 'pictures', `[dog](${dog})`)
    const page = await windows.openAs(ada)
    await page.route('**/thumbnail/**', () => undefined)
    await page.goto(`/#narrow/channel/${ops}-ops/topic/pictures`)
    await page.getByRole('link', { name: 'cat' }).last().waitFor()
    // The thumbnails never load, because their requests hang.
    const box = await page.getByRole('img', { name: 'cat' }).boundingBox()
    expect([Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]).toEqual([373, 280])

    await page.getByRole('img', { name: 'cat' }).click()
    const viewer = page.getByRole('dialog', { name: 'cat' })
    await viewer.getByText('1 of 2').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('dialog', { name: 'dog' }).getByText('2 of 2').waitFor()
    expect(await page.getByRole('link', { name: 'Download' }).getAttribute('href')).toContain(dog)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('keeps the focus in the viewer when a larger window leaves nothing to scroll', async () => {
    const owl = uriOf(await bo.upload('/user_uploads', await picture(600, 900), 'owl.png'))
    await bo.send('ops', 'owls', `[owl](${owl})`)
    const page = await windows.openAs(ada, {
      path: `/#narrow/channel/${ops}-ops/topic/owls`,
      viewport: { width: 390, height: 400 },
    })
    await page.getByRole('img', { name: 'owl' }).click()
    const viewer = page.getByRole('dialog', { name: 'owl' })
    await viewer.waitFor()
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: element } = document
        if (element === document.body || !element) return 'the page'
        return element.scrollHeight > element.clientHeight + 1
          ? 'a scroller'
          : 'a part of the viewer'
      })
    for (let presses = 0; presses < 12 && (await focused()) !== 'a scroller'; presses++) {
      await page.keyboard.press('Shift+Tab')
    }
    expect(await focused()).toBe('a scroller')
    await page.setViewportSize({ width: 800, height: 1_200 })
    await untilHolds('the focus is in the viewer', async () => {
      return (await focused()) === 'a part of the viewer'
    })
  })
})

function uriOf(answer: Parameters<typeof expectSuccess>[0]): string {
  expectSuccess(answer)
  return (answer.body as { uri: string }).uri
}

const attack = `<script>document.title='hacked'</script><img src=x onerror="document.title='hacked'">`

describeInBrowser('Hostile content', () => {
  const { server, windows } = useServerAndBrowser()

  it('is plain text everywhere', async () => {
    const [ada, bo] = await server.users('ada', 'bo')
    // A long, odd name, and a topic and a stream whose names are HTML.
    const name = `<script>x</script>`.replaceAll('>', '›').padEnd(90, ' &amp;')
    expectSuccess(await bo.patch('/settings', { full_name: name }))
    const stream = `<b onclick=x>ops</b>`
    const { id } = await server.stream(stream, { subscribers: [ada, bo] })
    const topic = `"><img src=x onerror=alert(1)>`
    const svg = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>`,
    )
    const uri = uriOf(await bo.upload('/user_uploads', svg, 'x.svg', 'image/svg+xml'))
    const contents = [
      attack,
      `[x](javascript:alert(1)) [y](data:text/html,${attack})`,
      `\`\`\`${attack}\n${attack}\n\`\`\``,
      `\`\`\`spoiler ${attack}\n${attack}\n\`\`\``,
      `$$\\href{javascript:alert(1)}{x} \\htmlStyle{color:red}{y}$$`,
      `| ${attack} |\n|---|\n| ${attack} |`,
      `/poll ${attack}\n${attack}`,
      `/todo ${attack}\n${attack}: ${attack}`,
      `/me ${attack}`,
      `\u202eright to left\u202c \u2067שלום\u2069 ${'\u0301'.repeat(200)}`,
      `<time:${attack}>`,
      `[svg](${uri})`,
      'x'.repeat(10_000),
      'the last',
    ]
    for (const content of contents) await bo.send(stream, topic, content)
    await ada.post('/users/me/status', { status_text: attack.slice(0, 60) })

    const page = await windows.openAs(ada)
    const asked = watchOtherHosts(page, server.url)
    await page.goto(`/#narrow/channel/${id}/topic/${encodeTopic(topic)}`)
    await message(page, 'the last').waitFor()
    await page.getByRole('heading', { level: 1, name: topic }).waitFor()

    expect(await page.title()).not.toContain('hacked')
    expect(
      await page
        .locator('[data-content] :is(script, iframe, object, [onerror], [onclick])')
        .count(),
    ).toBe(0)
    expect(
      await page
        .locator('[data-content] a[href^="javascript:"], [data-content] a[href^="data:"]')
        .count(),
    ).toBe(0)
    await expectNone(page.locator('[data-content] img[src="x"]'))
    expect(asked).toEqual([])
    // Nothing is wider than the page.
    const [inner, outer] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ])
    expect(inner).toBeLessThanOrEqual(outer ?? 0)

    // An uploaded SVG is served as an attachment, so its scripts cannot run.
    const file = await page.context().request.get(uri)
    expect(file.headers()['content-disposition'] ?? '').toMatch(/^attachment/)
    expect(file.headers()['content-security-policy'] ?? '').not.toBe('')
  })
})

/** Encodes a topic for a link: percent encoding with dots instead of percent signs. */
function encodeTopic(topic: string): string {
  return encodeURIComponent(topic)
    .replace(/[.!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
    .replaceAll('%', '.')
}
