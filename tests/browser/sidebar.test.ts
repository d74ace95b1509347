import type { Locator, Page } from 'playwright-core'
import { shapedLike } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { untilHolds } from '../support/until'
import { describeInBrowser, useServerAndBrowser } from './support/browser'
import { expectNone } from './support/waits'

const conversations = (page: Page) => page.getByRole('navigation', { name: 'Conversations' })

describeInBrowser('The list of conversations', () => {
  const { server, windows } = useServerAndBrowser()

  it('offers more topics only if there are more', async () => {
    const [ada, bo] = await server.users('ada', 'bo')
    await server.stream('few', { subscribers: [ada, bo] })
    await server.stream('many', { subscribers: [ada, bo] })
    await bo.send('few', 'one topic', 'hello')
    for (let count = 1; count <= 6; count += 1) await bo.send('many', `topic ${count}`, 'hello')
    const page = await windows.openAs(ada)
    const list = conversations(page)
    const row = (stream: string) =>
      list.getByRole('listitem').filter({ has: page.getByRole('link', { name: stream }) })
    const more = (stream: string) => row(stream).getByRole('link', { name: 'More topics' })

    // Both streams are unfolded, because they have unread messages.
    await list.getByRole('link', { name: /^one topic/ }).waitFor()
    await expectNone(more('few'))
    await more('many').click()
    const main = page.getByRole('main')
    await main.getByRole('heading', { level: 1, name: 'Topics of many' }).waitFor()
    await main.getByRole('link', { name: /^topic 1\b/ }).waitFor()
  })

  it('shows read topics of an unfolded stream', async () => {
    const [cy, dan] = await server.users('cy', 'dan')
    await server.stream('read', { subscribers: [cy, dan] })
    await cy.send('read', 'an old topic', 'hello')
    expectSuccess(await cy.post('/mark_all_as_read'))
    const page = await windows.openAs(cy)
    const list = conversations(page)
    await list.getByRole('button', { name: 'Show topics of read' }).click()
    await list.getByRole('link', { name: 'an old topic' }).waitFor()
  })

  it('groups streams by folder, and shows the unread count of a closed folder', async () => {
    const [eli, fay] = await server.users('eli', 'fay')
    const streams = await Promise.all(
      ['alpha', 'beta', 'gamma'].map((name) => server.stream(name, { subscribers: [eli, fay] })),
    )
    const made = await server.owner.post('/channel_folders/create', { name: 'Greek' })
    const { channel_folder_id: id } = shapedLike(expectSuccess(made), { channel_folder_id: 0 })
    expectSuccess(await eli.post('/mark_all_as_read'))
    const page = await windows.openAs(eli)
    const list = conversations(page)
    const folder = list.getByRole('region', { name: 'Greek' })
    await list.getByRole('link', { name: 'alpha', exact: true }).waitFor()
    await expectNone(folder)

    // Moves into the folder appear at once.
    for (const { id: streamId } of streams.slice(0, 2)) {
      expectSuccess(await server.owner.patch(`/streams/${streamId}`, { folder_id: id }))
    }
    await folder.getByRole('link', { name: 'alpha', exact: true }).waitFor()
    await folder.getByRole('link', { name: 'beta', exact: true }).waitFor()
    const others = list.getByRole('region', { name: 'Streams' })
    await others.getByRole('link', { name: 'gamma', exact: true }).waitFor()
    await expectNone(others.getByRole('link', { name: 'alpha', exact: true }))

    await folder.getByRole('button', { name: 'Greek' }).click()
    await fay.send('alpha', 'news', 'hello')
    await folder.locator('[data-count="1"]').waitFor()
    await expectNone(folder.getByRole('link'))

    // A setting turns folders off.
    const plain = { web_left_sidebar_show_channel_folders: false }
    expectSuccess(await eli.patch('/settings', plain))
    await others.getByRole('link', { name: /^alpha/ }).waitFor()
    await expectNone(folder)
  })

  it('is light with 300 streams, and shows the matches of its filter from the first one on', async () => {
    const ida = await server.user('ida')
    for (const hundred of [1, 2, 3]) {
      const subscriptions = Array.from({ length: 100 }, (_, index) => ({
        name: `load ${hundred * 100 + index}`,
      }))
      expectSuccess(await ida.post('/users/me/subscriptions', { subscriptions }))
    }
    const page = await windows.openAs(ida)
    const link = (name: string) =>
      conversations(page).getByRole('link', { name: new RegExp(`^${name}`) })
    await link('load 399').scrollIntoViewIfNeeded()
    expect(await page.locator('*').count()).toBeLessThan(8_000)
    await conversations(page).getByRole('textbox').fill('load')
    await untilHolds('the first found stream is in sight', async () => {
      const box = await link('load 100').boundingBox()
      return box !== null && box.y > 0
    })
  })

  it('keeps the views in sight, and shows the chosen row of 42 streams', async () => {
    const [lou, mia] = await server.users('lou', 'mia')
    const subscriptions = Array.from({ length: 42 }, (_, index) => ({ name: `row ${index + 10}` }))
    expectSuccess(await lou.post('/users/me/subscriptions', { subscriptions }))
    await lou.send('row 51', 'the last', 'hello')
    const { stream_id: last } = await lou.call('GET /get_stream_id', { stream: 'row 51' })
    const { stream_id: first } = await lou.call('GET /get_stream_id', { stream: 'row 10' })
    expectSuccess(await lou.post('/mark_all_as_read'))
    const page = await windows.openAs(lou, { viewport: { width: 1280, height: 720 } })
    const list = conversations(page)
    const link = (name: string) => list.getByRole('link', { name, exact: true })
    const untilInView = async (name: string, isInView = true) =>
      untilHolds(`${name} is ${isInView ? 'in' : 'out of'} view`, () =>
        isSeen(link(name), isInView),
      )
    const goTo = (hash: string) => page.evaluate((to) => (location.hash = to), hash)

    // By an address, a shortcut, and a stream as a whole.
    await goTo(`#narrow/channel/${last}/topic/the.20last`)
    await untilInView('the last')
    await untilInView('Inbox')
    await untilInView('row 10', false)
    // Topics that appear above push no chosen row away.
    for (const stream of ['row 44', 'row 46', 'row 48', 'row 50']) {
      await lou.send(stream, 'above', 'hello')
    }
    const above = list.getByRole('link', { name: /^above/ })
    await untilHolds('four streams are unfolded', async () => (await above.count()) === 4)
    await untilInView('the last')
    await goTo(`#narrow/channel/${first}`)
    await untilInView('row 10')
    await goTo(`#topics/${last}/row-51`)
    await untilInView('row 51')

    // The focus stays in the sidebar when its row is folded away.
    await above.last().click()
    await goTo(`#narrow/channel/${first}`)
    await untilInView('row 10')
    expect(await list.locator(':focus').count()).toBe(1)
    expectSuccess(await lou.post('/mark_all_as_read'))
    await untilHolds('the read topics are folded', async () => (await above.count()) === 0)
    expect(await list.locator(':focus').count()).toBe(1)
    await goTo(`#topics/${last}/row-51`)
    await untilInView('row 51')

    // Scrolling that no act of the reader caused does not stay.
    await page.getByRole('main').click({ position: { x: 1, y: 1 } })
    await link('row 51').evaluate((row) => {
      for (let box = row.parentElement; box; box = box.parentElement) box.scrollTop = 0
    })
    await untilInView('row 51')

    // The reader's own scrolling stays.
    await list.hover()
    await page.mouse.wheel(0, -5_000)
    await untilInView('row 11')
    await lou.send('row 12', 'news', 'hello')
    await list.getByRole('link', { name: /^row 12, 1 unread/ }).waitFor()
    await untilInView('row 51', false)

    // A row that other rows bring back into view stays there.
    await page.setViewportSize({ width: 1280, height: 2_000 })
    await untilInView('row 51')
    await page.setViewportSize({ width: 1280, height: 720 })
    await untilInView('row 51')

    // A folded section shows the row where the reader is.
    await list.getByRole('button', { name: 'Streams', exact: true }).click()
    await untilInView('row 51')
    expect(await link('row 50').count()).toBe(0)
    await goTo(`#narrow/dm/${mia.id}-dm`)
    await untilInView('Mia')

    // On a phone, and in a short window.
    await list.getByRole('button', { name: 'Streams', exact: true }).click()
    await goTo(`#narrow/channel/${last}/topic/the.20last`)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Show conversations' }).click()
    for (const name of ['Inbox', 'Drafts', 'the last']) await untilInView(name)
    // An open drawer becomes a column of a wide window, and does not come back.
    await page.setViewportSize({ width: 1280, height: 500 })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Show conversations' }).waitFor()
    await expectNone(page.getByRole('dialog'))
    await page.setViewportSize({ width: 1280, height: 500 })
    for (const name of ['Inbox', 'Drafts', 'the last']) await untilInView(name)
    await page.setViewportSize({ width: 1280, height: 400 })
    await goTo('#inbox')
    await untilInView('Inbox')
    await goTo(`#narrow/channel/${last}/topic/the.20last`)
    await untilInView('the last')
  })

  it('opens a stream as set in the settings', async () => {
    const [gil, hal] = await server.users('gil', 'hal')
    await server.stream('views', { subscribers: [gil, hal] })
    await hal.send('views', 'older', 'hello')
    await hal.send('views', 'newer', 'hello')
    const page = await windows.openAs(gil)
    const stream = conversations(page).getByRole('link', { name: /^views/ })
    const opens = async (view: number, heading: string) => {
      expectSuccess(await gil.patch('/settings', { web_channel_default_view: view }))
      await page.goto('/#inbox')
      await page.reload()
      await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
      await stream.click()
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
    }
    await opens(2, 'views')
    await opens(1, 'newer')
    expectSuccess(await gil.post('/mark_all_as_read'))
    await opens(4, 'views')
    await opens(1, 'newer')
    await opens(3, 'views')
  })
})

/** Whether a link is wholly in view, or not at all. */
async function isSeen(link: Locator, isWhole: boolean): Promise<boolean> {
  if ((await link.count()) !== 1) return false
  const share = await link.evaluate(
    (row) =>
      new Promise<number>((resolve) => {
        new IntersectionObserver(([entry]) => resolve(entry?.intersectionRatio ?? 0)).observe(row)
      }),
  )
  return isWhole ? share > 0.95 : share === 0
}
