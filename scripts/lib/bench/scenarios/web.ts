import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Browser } from 'playwright-core'
import type { Bench } from '../bench'
import { hasChromium, openChromium, openWatchedPage } from '../browser/chromium'
import type { PageFigures, WatchedPage } from '../browser/chromium'
import { insertSession } from '../browser/log-in'
import { measureScrolling } from '../browser/scrolling'
import type { Scrolling } from '../browser/scrolling'
import { rowSelector, serveStaticCopy } from '../browser/static-page'
import type { StaticPage } from '../browser/static-page'
import type { Address } from '../load/protocol'
import { hostOf } from '../realms'
import { atMost, makeRow } from '../rows'
import type { Row } from '../rows'
import type { Scenario } from '../scenario'
import { authorizationOf } from '../seed'
import { seedHistory } from '../seed-history'

const realm = 'web'
const users = 200
const streams = 20
const eventsPerMeasurement = 200
/** The rows of the first page of a feed. */
const firstRows = 100
/** Messages that are loaded before; scrolling is measured without fetching. */
const heldWhileScrolling = 5_000

/** The web app in a real browser, in alternation with a page without scripts that has the same rows. */
export const web: Scenario = {
  name: 'web',
  summary: 'the web app in Chromium; "yardstick" is a page without scripts that has the same rows',
  async run(bench) {
    if (!hasChromium) {
      bench.say('web is left out: there is no Chromium (CHROMIUM, /usr/bin/chromium)')
      return []
    }
    const messages = bench.options.quick ? 20_000 : 120_000
    const address = await prepare(bench, messages)
    const browser = await openChromium()
    try {
      const open = () => openApp(bench, browser, address)
      const first = await open()
      const copy = await serveStaticCopy(first.page, firstRows)
      const longCopy = await serveStaticCopy(first.page, 2_000)
      await first.close()
      const rows = [
        ...(await measureStart(bench, browser, open, copy)),
        ...(await measureFrames(bench, browser, open, longCopy)),
        ...(await measureHeld(bench, open, bench.options.quick ? [10_000] : [10_000, 100_000])),
      ]
      await Promise.all([copy.close(), longCopy.close()])
      return rows
    } finally {
      await browser.close()
    }
  },
}

/** @returns address of the organization */
async function prepare(bench: Bench, messages: number): Promise<string> {
  const workers = await bench.workers(1)
  await bench.createRealm(realm)
  await bench.seed.usersOf(realm, users)
  bench.say(`seeding ${messages} messages`)
  await seedHistory(bench.seed.client, {
    ...{ realm, messages, streams, topicsPerStream: 20 },
    ...{ senders: users - 1, unread: 50 },
  })
  return `http://${hostOf(realm)}:${workers.addresses[0]?.port}`
}

/** The combined feed of a logged-in user, with its first messages. */
async function openApp(bench: Bench, browser: Browser, url: string): Promise<WatchedPage> {
  const cookie = await insertSession(bench.seed.client, { realm, user: 0, url })
  const watched = await openWatchedPage(browser, cookie)
  await watched.page.context().addCookies([{ name: 'parley_logged_in', value: '1', url }])
  await watched.page.goto(`${url}/#feed`)
  await watched.page.locator(rowSelector).first().waitFor()
  return watched
}

async function openCopy(browser: Browser, copy: StaticPage): Promise<WatchedPage> {
  const watched = await openWatchedPage(browser)
  await watched.page.goto(copy.url)
  await watched.page.locator(rowSelector).first().waitFor()
  return watched
}

async function measureStart(
  bench: Bench,
  browser: Browser,
  open: () => Promise<WatchedPage>,
  copy: StaticPage,
): Promise<Row[]> {
  bench.say('to the first messages')
  const parley: number[] = []
  const yardstick: number[] = []
  for (let round = 0; round < bench.options.rounds; round++) {
    yardstick.push(await cpuOf(() => openCopy(browser, copy)))
    parley.push(await cpuOf(open))
  }
  const target = atMost(250, 'figure')
  const figure = { load: 'cold visit', figure: 'CPU to first messages', unit: 'ms' }
  return [makeRow({ ...figure, parley, yardstick, target })]
}

async function cpuOf(open: () => Promise<WatchedPage>): Promise<number> {
  const watched = await open()
  const { cpuMs } = await watched.figures()
  await watched.close()
  return cpuMs
}

async function measureFrames(
  bench: Bench,
  browser: Browser,
  open: () => Promise<WatchedPage>,
  copy: StaticPage,
): Promise<Row[]> {
  bench.say('scrolling at 9,000 px/s')
  const measure = async (watched: WatchedPage): Promise<Scrolling> => {
    const result = await measureScrolling(watched, rowSelector, bench.options.seconds)
    await watched.close()
    return result
  }
  const [parley, yardstick]: [Scrolling[], Scrolling[]] = [[], []]
  for (let round = 0; round < bench.options.rounds; round++) {
    yardstick.push(await measure(await openCopy(browser, copy)))
    const watched = await open()
    await readBack(watched, heldWhileScrolling)
    parley.push(await measure(watched))
  }
  const load = 'scrolling, 9,000 px/s'
  const row = (figure: string, read: (each: Scrolling) => number, most: number): Row =>
    makeRow({
      ...{ load, figure, unit: 'ms', target: atMost(most, 'figure') },
      parley: parley.map(read),
      yardstick: yardstick.map(read),
    })
  return [
    row('CPU per frame', (each) => each.cpuMsPerFrame, 4),
    makeRow({
      ...{ load, figure: 'of it script, style, layout', unit: 'ms' },
      parley: parley.map((each) => each.ownCpuMsPerFrame),
      yardstick: yardstick.map((each) => each.ownCpuMsPerFrame),
    }),
    // 55 frames a second.
    row('time between frames, p95', (each) => each.p95Ms, 18.2),
  ]
}

/** The cost of an event, and the heap, after this many messages were loaded. */
async function measureHeld(
  bench: Bench,
  open: () => Promise<WatchedPage>,
  counts: readonly number[],
): Promise<Row[]> {
  const watched = await open()
  const rows: Row[] = []
  for (const count of [firstRows, ...counts]) {
    bench.say(`${count} messages read`)
    if (count > firstRows) await readBack(watched, count)
    const load = `${count} messages read`
    const heap = count === 10_000 ? { target: atMost(30, 'figure') } : {}
    const nodes = await watched.nodes()
    const event = await perEvent(bench, watched)
    rows.push(
      makeRow({ load, figure: 'heap', unit: 'MB', parley: [await watched.heapMb()], ...heap }),
      makeRow({
        ...{ load, figure: 'nodes', unit: '', parley: [nodes], target: atMost(8_000, 'figure') },
      }),
      makeRow({
        ...{ load, figure: 'CPU per event', unit: 'ms', target: atMost(2, 'figure') },
        parley: [event.cpuMs],
      }),
      makeRow({
        ...{ load, figure: 'of it script, style, layout', unit: 'ms', parley: [event.ownCpuMs] },
      }),
    )
  }
  await watched.close()
  return rows
}

/** Scrolls up until this many messages are loaded; the feed then shows the oldest of them. */
async function readBack({ page }: WatchedPage, count: number): Promise<void> {
  await page.evaluate(`(${scrollToTopUntil})(${count})`)
}

/** Runs in the page and counts the messages in the answers. */
const scrollToTopUntil = `async (count) => {
  let element = document.querySelector('article')
  const isScrolled = (candidate) => /auto|scroll/.test(getComputedStyle(candidate).overflowY)
  while (element.parentElement && !isScrolled(element)) element = element.parentElement
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const oldest = () => Number(document.querySelector('article').dataset.messageId)
  const newest = (window.newestRead ??= Number([...document.querySelectorAll('article')].at(-1).dataset.messageId))
  while (oldest() > 1 && newest - oldest() < count) {
    element.scrollTop = 0
    await nextFrame()
  }
}`

/** Other users write, at the end of the feed, which is not visible. */
async function perEvent(bench: Bench, { page, figures }: WatchedPage): Promise<PageFigures> {
  const { addresses } = await bench.workers(1)
  const [address] = addresses
  if (!address) throw new Error('There is no worker.')
  const heard = page.waitForEvent('requestfinished', {
    predicate: (request) => request.url().includes('/json/events'),
  })
  await post(address, 'the first of some')
  await heard
  const before = await figures()
  for (let index = 0; index < eventsPerMeasurement; index++) await post(address, `message ${index}`)
  // Time for the last of them to be rendered.
  await page.waitForTimeout(1_000)
  const after = await figures()
  return {
    cpuMs: (after.cpuMs - before.cpuMs) / eventsPerMeasurement,
    ownCpuMs: (after.ownCpuMs - before.ownCpuMs) / eventsPerMeasurement,
  }
}

/** A message to a topic, from another user than the reader. */
async function post({ host, port }: Address, content: string): Promise<void> {
  const sent = request({
    ...{ host, port, method: 'POST', path: '/api/v1/messages' },
    headers: {
      Host: hostOf(realm),
      Authorization: authorizationOf(1, realm),
      'Content-Type': 'application/x-www-form-urlencoded',
    },
  })
  sent.end(
    new URLSearchParams({ type: 'stream', to: 'stream-0', topic: 'topic 1', content }).toString(),
  )
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const answer = await text(response)
  if (response.statusCode !== 200) throw new Error(`POST /messages: ${answer}`)
}
