import type { Page } from 'playwright-core'
import { expectSuccess } from '../support/expectations'
import { multiply, readPage, readStreamUpTo, sendAll } from '../support/history'
import type { Person } from '../support/person'
import { describeInBrowser, useServerAndBrowser } from './support/browser'
import { rowsInView, scrollUntil, untilStill, watchForMoves } from './support/feed'
import { expectFocus, expectNone, expectValue } from './support/waits'

/** Runs before the scripts of a page: it hears of events once `window.mayHear` is done. */
const holdableEvents = `
  const own = window.fetch
  window.fetch = async (...call) => {
    const response = await own(...call)
    if (String(call[0]).includes('/json/events?')) await window.mayHear
    return response
  }`

describeInBrowser('Reading', () => {
  const { server, windows } = useServerAndBrowser()
  let ada: Person
  let bo: Person
  let ops: number
  const topicPath = (topic: string) => `/#narrow/channel/${ops}-ops/topic/${topic}`
  const feed = (page: Page, name: string) => page.getByRole('feed', { name, exact: true })

  beforeAll(async () => {
    ;[ada, bo] = await server.users('ada', 'bo')
    ops = (await server.stream('ops', { subscribers: [ada, bo] })).id
  })

  /** Creates a topic of `count` messages; Ada has read all but the last `unread`. @returns the unread ids */
  async function longTopic(topic: string, count: number, unread: number): Promise<number[]> {
    const first = await bo.send('ops', topic, 'message')
    await multiply(server, first, count - 1)
    const { messages } = await readPage(ada, {
      narrow: [['topic', topic]],
      num_before: unread + 1,
    })
    await readStreamUpTo(server, ada, ops, messages[0]?.id ?? 0)
    return messages.slice(1).map(({ id }) => id)
  }

  it('starts at the first unread message, and marks the messages in view as read', async () => {
    const unread = await longTopic('begin', 500, 200)
    const page = await windows.openAs(ada, { path: topicPath('begin') })
    await feed(page, 'begin').locator(`[data-message-id="${unread[0]}"]`).waitFor()
    await expectHeading(page, 'begin')

    const inView = await rowsInView(page)
    expect(inView.map(({ id }) => id)).toContain(unread[0])
    expect(await page.getByText('New', { exact: true }).count()).toBe(1)
    await page
      .getByRole('navigation', { name: 'Conversations' })
      .getByRole('link', { name: /^begin.* \d+ unread$/ })
      .waitFor()
    const seen = inView.at(-2)?.id ?? 0
    await untilRead(ada, seen)
    const { messages } = await readPage(ada, { message_ids: [unread[100]], anchor: undefined })
    expect(messages[0]?.flags).not.toContain('read')
  })

  describe('The view of a topic of 100,000 messages', () => {
    // In `beforeAll`, so that writing them does not count against the test's timeout.
    beforeAll(() => longTopic('still', 100_000, 0))

    it('does not jump while pages load, up to the first message and back', async () => {
      const page = await windows.openAs(ada, { path: topicPath('still') })
      await page.getByRole('form', { name: 'Compose' }).waitFor()
      await feed(page, 'still').getByRole('article').last().waitFor()
      const [start] = await rowsInView(page)
      const moves = await watchForMoves(page)

      await scrollUntil(page, -900, async () => {
        const [top] = await rowsInView(page)
        return (top?.id ?? Infinity) < (start?.id ?? 0) - 1500
      })
      expect(await moves()).toEqual([])
      expect(await feed(page, 'still').getByRole('article').count()).toBeLessThanOrEqual(160)
      expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(8000)

      await page.keyboard.press('Home')
      await page.getByText('No older messages').waitFor()
      await untilStill(page)
      const { messages } = await readPage(ada, {
        narrow: [['topic', 'still']],
        anchor: 'oldest',
        num_after: 1,
        num_before: 0,
      })
      expect((await rowsInView(page))[0]?.id).toBe(messages[0]?.id)

      await page.getByRole('button', { name: 'Jump to the newest message' }).click()
      await feed(page, 'still').locator(`[data-message-id="${start?.id}"]`).waitFor()
      await untilStill(page)
      expect((await rowsInView(page)).map(({ id }) => id)).toContain(start?.id)
    })
  })

  it('measures nothing for a message beyond the rows', async () => {
    await longTopic('beyond', 400, 0)
    const page = await windows.openAs(ada, { path: topicPath('beyond') })
    await page.getByRole('form', { name: 'Compose' }).waitFor()
    await feed(page, 'beyond').getByRole('article').last().waitFor()
    const [start] = await rowsInView(page)
    await scrollUntil(page, -700, async () => {
      const [top] = await rowsInView(page)
      return (top?.id ?? Infinity) < (start?.id ?? 0) - 250
    })
    await untilStill(page)
    await page.evaluate(() => {
      const read = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop')!
      const counted = { ...read, get: () => 0 }
      counted.get = function (this: Element) {
        document.body.dataset['reads'] = `${this.className} ${document.body.dataset['reads'] ?? ''}`
        return read.get?.call(this) as number
      }
      Object.defineProperty(Element.prototype, 'scrollTop', counted)
    })
    const reads: (string | undefined)[] = []
    for (const count of ['1 new message', '2 new messages', '3 new messages']) {
      await page.evaluate(() => delete document.body.dataset['reads'])
      await bo.send('ops', 'beyond', 'One more')
      await page.getByRole('button', { name: count }).waitFor()
      reads.push(await page.evaluate(() => document.body.dataset['reads']))
    }
    // The app may still look at the rows that the reader scrolled to, but not for each message.
    expect(reads).toContain(undefined)
    // Near the end, the rows are there.
    await page.getByRole('button', { name: '3 new messages' }).click()
    await feed(page, 'beyond').getByText('One more').last().waitFor()
  })

  it('restores the scroll position', async () => {
    await longTopic('return', 600, 0)
    await bo.send('ops', 'elsewhere', 'somewhere else')
    const page = await windows.openAs(ada, { path: topicPath('return') })
    await page.getByRole('form', { name: 'Compose' }).waitFor()
    await feed(page, 'return').getByRole('article').last().waitFor()
    const [start] = await rowsInView(page)
    await scrollUntil(page, -700, async () => {
      const [top] = await rowsInView(page)
      return (top?.id ?? Infinity) < (start?.id ?? 0) - 200
    })
    await untilStill(page)
    const before = await rowsInView(page)

    await page.goto(`/${topicPath('elsewhere').slice(1)}`)
    await feed(page, 'elsewhere').getByText('somewhere else').waitFor()
    await page.goBack()
    await feed(page, 'return').locator(`[data-message-id="${before[0]?.id}"]`).waitFor()
    await untilStill(page)
    expect(await rowsInView(page)).toEqual(before)

    await page.reload()
    await page.getByRole('form', { name: 'Compose' }).waitFor()
    await feed(page, 'return').locator(`[data-message-id="${before[0]?.id}"]`).waitFor()
    await untilStill(page)
    expect(await rowsInView(page)).toEqual(before)
  })

  it('does not jump while others edit, react, delete and move above', async () => {
    const ids = await sendAll(
      bo,
      'ops',
      'busy',
      Array.from({ length: 80 }, (_, index) => `message ${index}`),
    )
    await readStreamUpTo(server, ada, ops, ids.at(-1) ?? 0)
    const page = await windows.openAs(ada, { path: topicPath('busy') })
    await page.getByRole('form', { name: 'Compose' }).waitFor()
    const last = feed(page, 'busy').getByText('message 79')
    await last.waitFor()
    const start = await rowsInView(page)
    await scrollUntil(page, -300, async () => {
      const [top] = await rowsInView(page)
      return (top?.id ?? Infinity) < (start[0]?.id ?? 0) - 15
    })
    await untilStill(page)
    const inView = await rowsInView(page)
    const above = ids.filter((id) => id < (inView[0]?.id ?? 0) - 1)
    const moves = await watchForMoves(page)

    const long = Array.from({ length: 12 }, (_, line) => `line ${line}`).join('\n\n')
    expectSuccess(await bo.patch(`/messages/${above[3]}`, { content: long }))
    await feed(page, 'busy').getByText('line 11').waitFor()
    for (const id of above.slice(5, 9)) {
      expectSuccess(await bo.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    }
    expectSuccess(await server.owner.delete(`/messages/${above[10]}`))
    expectSuccess(await server.owner.patch(`/messages/${above[12]}`, { topic: 'calm' }))
    const gone = feed(page, 'busy').locator(`[data-message-id="${above[12]}"]`)
    await gone.waitFor({ state: 'detached' })
    await bo.send('ops', 'busy', 'one more')
    await page.getByRole('button', { name: '1 new message' }).waitFor()

    expect(await moves()).toEqual([])
    expect(await rowsInView(page)).toEqual(inView)

    // The message after one that grew and went stays where it was last.
    const [first, second] = inView
    const placeOfSecond = async () => (await rowsInView(page)).find(({ id }) => id === second?.id)
    expectSuccess(await bo.patch(`/messages/${first?.id}`, { content: 'one\n\ntwo' }))
    await feed(page, 'busy').getByText('two', { exact: true }).waitFor()
    const place = await placeOfSecond()
    expectSuccess(await server.owner.delete(`/messages/${first?.id}`))
    const deleted = feed(page, 'busy').locator(`[data-message-id="${first?.id}"]`)
    await deleted.waitFor({ state: 'detached' })
    expect(await placeOfSecond()).toEqual(place)
    await page.getByRole('button', { name: '1 new message' }).click()
    await feed(page, 'busy').getByText('one more').waitFor()
    await untilStill(page)
    expect((await rowsInView(page)).at(-1)?.text).toBe('one more')

    // At the end, the feed follows new messages.
    await bo.send('ops', 'busy', 'and another')
    await feed(page, 'busy').getByText('and another').waitFor()
    await untilStill(page)
    expect((await rowsInView(page)).at(-1)?.text).toBe('and another')
  })

  it('leaves the focus on a message that an edit of another one pushes out of view', async () => {
    await longTopic('pushed', 60, 0)
    const { messages } = await readPage(ada, { narrow: [['topic', 'pushed']], num_before: 60 })
    const ids = messages.map(({ id }) => id)
    const look = { viewport: { width: 1280, height: 600 } }
    const page = await windows.openAs(ada, { ...look, path: topicPath('pushed') })
    await page.addInitScript(holdableEvents)
    await page.reload()
    await page.getByRole('form', { name: 'Compose' }).waitFor()
    await feed(page, 'pushed')
      .locator(`[data-message-id="${ids.at(-1)}"]`)
      .waitFor()
    await untilStill(page)
    const focused = feed(page, 'pushed').locator('[data-message-id]:focus')
    for (let pressed = 0; pressed < 45; pressed += 1) await page.keyboard.press('k')
    await focused.waitFor()
    await untilStill(page)
    // Down to the edge, where each further message is scrolled into view.
    const top = () => feed(page, 'pushed').evaluate((list) => list.parentElement?.scrollTop)
    for (let before = await top(); (await top()) === before;) {
      await page.keyboard.press('j')
      await untilStill(page)
    }

    // The edit comes in the same task as the step, which scrolls.
    await page.evaluate('void (window.mayHear = new Promise((done) => (window.hear = done)))')
    const heard = page.waitForResponse('**/json/events?**')
    const above = (await rowsInView(page))[2]
    const long = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n\n')
    expectSuccess(await bo.patch(`/messages/${above?.id}`, { content: long }))
    await heard
    const focusedId = async () => Number(await focused.getAttribute('data-message-id'))
    const next = ids[ids.indexOf(await focusedId()) + 1]
    await page.evaluate(
      `document.activeElement.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'j', code: 'KeyJ', bubbles: true, cancelable: true }),
      )
      window.hear()`,
    )
    await feed(page, 'pushed').getByText('line 39').waitFor()
    expect((await rowsInView(page)).map((row) => row.id)).not.toContain(next)
    await bo.send('ops', 'pushed', 'one more')
    await page.getByRole('button', { name: '1 new message' }).waitFor()
    expect(await focusedId()).toBe(next)
  })

  it('does not jump for a message that the reader sends from another tab', async () => {
    await longTopic('tabs', 60, 0)
    const page = await windows.openAs(ada, { path: topicPath('tabs') })
    await feed(page, 'tabs').getByRole('article').first().waitFor()
    const [start] = await rowsInView(page)
    await scrollUntil(page, -300, async () => {
      const [top] = await rowsInView(page)
      return (top?.id ?? Infinity) < (start?.id ?? 0) - 10
    })
    await untilStill(page)
    const inView = await rowsInView(page)

    const other = await page.context().newPage()
    await other.goto(topicPath('tabs'))
    await other.getByRole('textbox', { name: 'Message' }).fill('from the other tab')
    await other.keyboard.press('Enter')
    await feed(other, 'tabs').getByText('from the other tab').waitFor()
    await feed(page, 'tabs').getByText('from the other tab').waitFor({ state: 'attached' })
    await untilStill(page)
    expect(await rowsInView(page)).toEqual(inView)
  })

  it('has the same unread counts in two tabs', async () => {
    const page = await windows.openAs(ada, { path: '/#inbox' })
    const other = await page.context().newPage()
    await other.goto('/#inbox')
    await bo.send('ops', 'counted', 'first')
    await bo.send('ops', 'counted', 'second')
    const links = [page, other].map((tab) =>
      tab
        .getByRole('navigation', { name: 'Conversations' })
        .getByRole('link', { name: /^counted.*2 unread$/ }),
    )
    for (const link of links) await link.waitFor()
    await page.bringToFront()
    await links[0]?.click()
    await feed(page, 'counted').getByText('second').waitFor()
    for (const link of links) await link.waitFor({ state: 'detached' })
  })

  it('moves from message to message by keyboard', async () => {
    const ids = await sendAll(bo, 'ops', 'keys', ['one', 'two', 'three'])
    await readStreamUpTo(server, ada, ops, ids.at(-1) ?? 0)
    const page = await windows.openAs(ada, { path: topicPath('keys') })
    await feed(page, 'keys').getByText('three').waitFor()
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('data-message-id'))
    await page.keyboard.press('Home')
    await page.keyboard.press('j')
    expect(await focused()).toBe(String(ids[1]))
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe(String(ids[2]))
    await page.keyboard.press('k')
    expect(await focused()).toBe(String(ids[1]))
    const name = await page.locator(':focus').getAttribute('aria-label')
    expect(name).toMatch(/^Bo, /)
  })

  it('finds messages by search', async () => {
    await sendAll(bo, 'ops', 'found', ['a needle in the hay', 'only hay'])
    const page = await windows.openAs(ada, { path: '/#inbox' })
    const search = page.getByRole('searchbox', { name: 'Search' })
    await page.keyboard.press('/')
    await search.pressSequentially('stream:o')
    await page.getByRole('option', { name: 'stream:ops' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await search.pressSequentially('needle')
    await page.keyboard.press('Enter')
    const found = page.getByRole('feed')
    await found.getByText('a needle in the hay').waitFor()
    expect(await found.getByRole('article').count()).toBe(1)
    expect(await found.locator('.highlight').textContent()).toBe('needle')

    await bo.send('ops', 'found', 'another needle')
    await found.getByText('another needle').waitFor()
    await bo.send('ops', 'found', 'no more')
    await page.goto('/#narrow/search/nothing.20like.20that')
    await page.getByText('No messages found.').waitFor()
  })

  it('marks and focuses the message that a followed link means', async () => {
    const ids = await sendAll(
      bo,
      ...([
        'ops',
        'linked',
        Array.from({ length: 40 }, (_, index) => `linked line ${index}`),
      ] as const),
    )
    const near = (id: number | undefined) => `#narrow/channel/${ops}-ops/topic/linked/near/${id}`
    const [other] = await sendAll(bo, 'ops', 'linking', [`Bo [said](${near(ids[20])}) so.`])
    const quote = await bo.send('ops', 'linked', `Bo [said](${near(ids[5])}):`)
    await readStreamUpTo(server, ada, ops, quote)
    const page = await windows.openAs(ada, { path: '/#narrow/search/linked.20line.205' })
    const marked = (id: number | undefined) =>
      page.locator(`article[data-message-id="${id}"][aria-current="true"]`)

    await page.getByRole('feed').getByText('linked line 5', { exact: true }).click()
    await expectFocus(marked(ids[5]))
    await page.keyboard.press('j')
    await expectFocus(page.locator(`[data-message-id="${ids[6]}"]`))
    expect(await page.locator('article[aria-current]').count()).toBe(1)

    // A link to the present address leads to its message again.
    await page.keyboard.press('End')
    await feed(page, 'linked').getByRole('link', { name: 'said' }).click()
    await expectFocus(marked(ids[5]))

    // A step back has the mark, and moves nothing.
    await page.goto(`/#narrow/channel/${ops}-ops/topic/linking/near/${other}`)
    await feed(page, 'linking').getByRole('link', { name: 'said' }).click()
    await expectFocus(marked(ids[20]))
    await page.goBack()
    await marked(other).waitFor()
    await expectNone(marked(other).and(page.locator('[data-landed]')))
  })

  it('leaves the focus in a field that the reader took before a linked message came', async () => {
    const [id] = await sendAll(bo, 'ops', 'late', ['here at last'])
    const page = await windows.openAs(ada, { path: '/#inbox' })
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/json/messages?*', async (route) => {
      await released
      await route.continue()
    })
    await page.goto(`/#narrow/channel/${ops}-ops/topic/late/near/${id}`)
    const box = page.getByRole('textbox', { name: 'Message' })
    await box.click()
    await page.keyboard.type('in the meantime')
    release()
    await page.locator(`[data-message-id="${id}"]`).waitFor()
    await expectFocus(box)
    await expectValue(box, 'in the meantime')
    await page.unroute('**/json/messages?*')
  })

  it('reports a missing stream, and follows a moved topic', async () => {
    const page = await windows.openAs(ada, { path: '/#narrow/channel/99999-gone/topic/x' })
    await page.getByText('This stream does not exist or is private.').waitFor()

    const [id] = await sendAll(bo, 'ops', 'old name', ['moved along'])
    expectSuccess(
      await server.owner.patch(`/messages/${id}`, {
        topic: 'new name',
        propagate_mode: 'change_all',
      }),
    )
    await page.goto(`/#narrow/channel/${ops}-ops/topic/old.20name/with/${id}`)
    await feed(page, 'new name').getByText('moved along').waitFor()
    expect(new URL(page.url()).hash).toContain('new.20name')
  })

  async function expectHeading(page: Page, name: string): Promise<void> {
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  }

  /** Polls until the page has told the server that the message is read. */
  async function untilRead(person: Person, id: number): Promise<void> {
    for (;;) {
      const { messages } = await readPage(person, { message_ids: [id], anchor: undefined })
      if (messages[0]?.flags.includes('read')) return
    }
  }
})
