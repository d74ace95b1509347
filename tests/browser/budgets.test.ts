import type { Locator, Page } from 'playwright-core'
import { seedRealm } from '../../src/server/chat/jobs/seed'
import type { Person } from '../support/person'
import { multiply, readPage } from '../support/history'
import { describeInBrowser } from './support/browser'
import { rowsInView, untilStill, watchForMoves } from './support/feed'
import { holdBackLaterParts, loadAnew } from './support/later-parts'
import { useOwnServerAndBrowser } from './support/own-browser'

/** Maximum bytes of compressed response bodies. */
const mostTransferred = 130_000
const mostElements = 8_000

const people = 200

describeInBrowser('The first visit', () => {
  const { server, windows } = useOwnServerAndBrowser()
  let ada: Person
  /** The address of a stream with one topic. */
  let path: string
  let newest: number

  beforeAll(async () => {
    await seedRealm(server.ctx, '', { users: people, streams: 5 })
    const [first, bo] = await server.users('ada', 'bo')
    ada = first
    const { id } = await server.stream('ops', { subscribers: [ada, bo] })
    path = `/#narrow/channel/${id}-ops`
    await multiply(server, await bo.send('ops', 'release', 'The release is out.'), 300)
    const { messages } = await readPage(ada, { narrow: [['topic', 'release']], num_before: 1 })
    newest = messages.at(-1)?.id ?? 0
    const { body } = await ada.get('/users')
    expect((body as { members: unknown[] }).members.length).toBeGreaterThan(people)
  })

  const article = (page: Page) => page.getByRole('feed').getByRole('article')
  const box = (page: Page) => page.getByRole('textbox', { name: 'Message' })

  it('shows messages within the budgets of bytes and elements', async () => {
    const page = await windows.openAs(ada)
    await page.addInitScript(noteFirstArticle)
    await loadAnew(page, `${path}/topic/release`)
    await box(page).waitFor()

    const { transferred, files } = await page.evaluate(bytesBeforeFirstArticle)
    expect(files).toContain('register')
    expect(files).toContain('messages')
    expect(transferred).toBeLessThanOrEqual(mostTransferred)
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(
      mostElements,
    )
  })

  it.each([
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
    { width: 390, height: 844 },
    { width: 320, height: 640 },
  ])('moves no message when the compose box loads, at $width pixels', async (viewport) => {
    const page = await windows.openAs(ada, { viewport })
    await expectNoMove(page, `${path}/topic/release/near/${newest}`, box(page))
    await expectNoMove(
      page,
      `${path}/near/${newest}`,
      page.getByRole('button', { name: 'New topic in #ops' }),
    )
  })

  /** @param written an element that is there once the compose box has loaded */
  async function expectNoMove(page: Page, place: string, written: Locator): Promise<void> {
    const release = await holdBackLaterParts(page)
    await loadAnew(page, place)
    await article(page).last().waitFor()
    await untilStill(page)
    await scrollToWholePixels(page)
    const before = await rowsInView(page)
    const moves = await watchForMoves(page)

    release()
    await written.waitFor()
    await untilStill(page)
    expect(before.map(({ id }) => id)).toContain(newest)
    expect(await rowsInView(page)).toEqual(before)
    expect(await moves()).toEqual([])
  }
})

/** Avoids false moves: browsers may round a fractional scroll position at each layout, by half a pixel. */
async function scrollToWholePixels(page: Page): Promise<void> {
  await page.getByRole('feed').evaluate(({ parentElement: scroller }) => {
    if (scroller) scroller.scrollTop = Math.floor(scroller.scrollTop)
  })
  await untilStill(page)
}

/** Runs in the page, before its own scripts. */
function noteFirstArticle(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[role=feed] article')) return
    performance.mark('first-article')
    observer.disconnect()
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** Runs in the page: the requests made before the first message was shown. */
function bytesBeforeFirstArticle(): { transferred: number; files: string[] } {
  const shownAt = performance.getEntriesByName('first-article')[0]?.startTime ?? Infinity
  const entries = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ] as PerformanceResourceTiming[]
  const first = entries.filter(({ startTime }) => startTime < shownAt)
  return {
    transferred: first.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    files: first.map(({ name }) => new URL(name).pathname.split('/').pop() ?? ''),
  }
}
