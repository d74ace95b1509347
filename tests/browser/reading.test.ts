import type { Page } from 'playwright-core'
import { multiply, readPage, readStreamUpTo } from '../support/history'
import type { Person } from '../support/person'
import { describeInBrowser, useServerAndBrowser } from './support/browser'

/** The messages that are in view, with where they are. */
interface RowInView {
  id: number
  top: number
  text: string
}

/** The message texts in view and where exactly they are drawn, from above. */
function rowsInView(page: Page): Promise<RowInView[]> {
  return page.getByRole('feed').evaluate((feed) => {
    const view = feed.parentElement?.getBoundingClientRect()
    return [...feed.querySelectorAll<HTMLElement>('[data-message-id]')]
      .map((row) => {
        const content = row.querySelector('[data-content]') ?? row
        return {
          id: Number(row.dataset['messageId']),
          top: content.getBoundingClientRect().top,
          text: content.textContent.trim(),
        }
      })
      .filter(({ top }) => top >= (view?.top ?? 0) && top < (view?.bottom ?? 0))
  })
}

function scroller(page: Page) {
  return page.getByRole('feed').locator('xpath=..')
}

/** Scrolls like a wheel does, until something is so. */
async function scrollUntil(
  page: Page,
  pixels: number,
  isDone: () => Promise<boolean>,
): Promise<void> {
  await scroller(page).hover()
  while (!(await isDone())) await page.mouse.wheel(0, pixels)
}

describeInBrowser('Reading', () => {
  const { server, windows } = useServerAndBrowser()
  let ada: Person
  let bo: Person
  let ops: number

  beforeAll(async () => {
    ;[ada, bo] = await server.users('ada', 'bo')
    ops = (await server.stream('ops', { subscribers: [ada, bo] })).stream_id
  })

  it('opens a topic at the first unread message', async () => {
    const first = await bo.send('ops', 'long', 'message')
    await multiply(server, first, 1000)
    const { messages } = await readPage(ada, {
      narrow: [['topic', 'long']],
      anchor: 'oldest',
      num_before: 0,
      num_after: 1001,
    })
    const middle = messages[500]?.id ?? 0
    await readStreamUpTo(server, ada, ops, middle)
    const page = await windows.openAs(ada, { path: `/#narrow/channel/${ops}-ops/topic/long` })
    await page.getByRole('feed', { name: 'long' }).waitFor()
    if (process.env['SHOTS']) await page.screenshot({ path: '/tmp/w/read-shots/open.png' })
    console.log(await rowsInView(page), middle, await page.getByRole('article').count())
  })
})
