import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { untilHolds } from '../support/until'
import { builtWebApp } from '../support/built-server'
import { defaultLimits } from '../support/config'
import { makeOwnFolder } from '../support/own-folder'
import { useOwnServer } from '../support/own-server'
import type { Person } from '../support/person'
import { describeInBrowser, useWindows } from './support/browser'

/** Console errors of browsers for connections that were cut. */
const cutConnections = /net::ERR_|Failed to load resource/
const withWorker = { serviceWorkers: 'allow', allow: cutConnections } as const

describeInBrowser('The app without a network', () => {
  /** A copy of the built app, which a test replaces by a newer version. */
  let folder = ''
  beforeAll(async () => {
    folder = await makeOwnFolder('offline-web')
    cpSync(builtWebApp(), folder, { recursive: true })
  })
  const server = useOwnServer({
    settings: defaultLimits,
    get webFolder() {
      return folder
    },
  })
  const windows = useWindows(() => server.url)
  let ada: Person
  let bo: Person
  let path: string

  beforeAll(async () => {
    ;[ada, bo] = await server.users('ada', 'bo')
    const { id } = await server.stream('ops', { subscribers: [ada, bo] })
    path = `/#narrow/channel/${id}-ops/topic/release`
    await bo.send('ops', 'release', 'The release is **out**.')
  })

  const statusOf = (page: Page) => page.getByRole('banner').getByRole('status')
  const offline = (page: Page) => statusOf(page).filter({ hasText: 'Offline' })
  const message = (page: Page, text: string) => page.getByRole('feed').getByText(text)

  /** Waits until the service worker has stored a whole build, and answers for the page. */
  async function untilStored(page: Page): Promise<void> {
    const isStored = async () =>
      navigator.serviceWorker.controller !== null && (await caches.match('/')) !== undefined
    while (!(await page.evaluate(isStored)));
  }

  const countCaches = (page: Page) => page.evaluate(async () => (await caches.keys()).length)

  /** Waits until the text of everything in the browser's database is as asked for. */
  async function untilDatabase(page: Page, isRight: (text: string) => boolean): Promise<void> {
    while (!isRight(await page.evaluate(readDatabase)));
  }

  const hasMessages = (text: string) => text.includes('The release is')

  it('shows the last conversations, keeps what is written, and sends it once', async () => {
    const text = 'Without a network.'
    const page = await windows.openAs(ada, { ...withWorker, path })
    await message(page, 'The release is out.').waitFor()
    await untilStored(page)
    await untilDatabase(page, hasMessages)
    await page.context().setOffline(true)
    await page.reload()
    await offline(page).waitFor()
    await message(page, 'The release is out.').waitFor()
    await page.getByText('This page shows the messages that were stored here').first().waitFor()
    const icon = page.getByRole('banner').locator('img').first()
    expect(await icon.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Go to' }).fill('zeppelin')
    await page.getByText('No matches in this browser. The server cannot be reached.').waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('textbox', { name: 'Message' }).fill(text)
    await page.getByRole('button', { name: 'Send' }).click()
    await message(page, text).waitFor()
    await page.reload()
    await message(page, text).waitFor()

    const news = await server.stream('news', { subscribers: [ada] })
    await page.context().setOffline(false)
    await page.getByRole('navigation').getByRole('link', { name: news.name }).first().waitFor()
    await statusOf(page).filter({ hasText: /^$/ }).waitFor({ state: 'attached' })
    // The limits of calls count each look by way of the API.
    const sent = () =>
      server.db.selectFrom('messages').select('id').where('content', '=', text).execute()
    await untilHolds('the message is sent', async () => (await sent()).length > 0)
    await bo.send('ops', 'release', 'And the next one.')
    await message(page, 'And the next one.').waitFor()
    expect(await message(page, text).count()).toBe(1)
    expect(await sent()).toHaveLength(1)
  })

  it('has nothing left of the messages after a log-out, in any tab', async () => {
    const page = await windows.openAs(ada, { ...withWorker, path })
    await untilStored(page)
    await untilDatabase(page, hasMessages)
    const other = await page.context().newPage()
    await other.goto(path)
    await message(other, 'The release is out.').waitFor()
    await page.getByRole('button', { name: 'Your menu' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    for (const tab of [page, other]) await tab.getByRole('button', { name: 'Log in' }).waitFor()
    await untilDatabase(page, (text) => text === '')
    const cached = await page.evaluate(async () => {
      const texts: string[] = []
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys()) texts.push(new URL(request.url).pathname)
      }
      return texts
    })
    expect(cached).toContain('/')
    const isOfApp = (name: string) => name === '/' || /^[/](assets|icons)[/]/.test(name)
    expect(cached.filter((name) => !isOfApp(name))).toEqual([])
  })

  it('opens the page of the last visit until a newer one is stored', async () => {
    const page = await windows.openAs(ada, withWorker)
    await untilStored(page)
    const shell = join(folder, 'index.html')
    const other = readFileSync(shell, 'utf8').replace(
      /(parley-version" content=")\w+/,
      '$10123456789abcdef',
    )
    writeFileSync(shell, other)
    server.ctx.web.reread()

    const next = await page.context().newPage()
    await next.goto('/')
    expect(await versionOf(next)).not.toBe('0123456789abcdef')
    await untilHolds('the new build is stored', async () => (await countCaches(next)) === 2)
    await next.goto('/login')
    expect(await versionOf(next)).toBe('0123456789abcdef')
    // The first page is still of the old build, whose files stay until a reload.
    expect(await countCaches(next)).toBe(2)
    await page.reload()
    expect(await versionOf(page)).toBe('0123456789abcdef')
    // Each page that opens makes the worker look for builds that no page uses.
    await untilHolds('the old build is gone', async () => {
      await page.reload()
      return (await countCaches(page)) === 1
    })
  })
})

/** Runs in the page. @returns empty text for an empty database */
async function readDatabase(): Promise<string> {
  if (!(await indexedDB.databases()).some(({ name }) => name === 'parley')) return ''
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('parley')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('refused'))
  })
  const stores = [...database.objectStoreNames]
  const all = stores.map((name) => {
    const request = database.transaction(name).objectStore(name).getAll()
    return new Promise<unknown[]>((resolve) => {
      request.onsuccess = () => resolve(request.result as unknown[])
    })
  })
  const records = (await Promise.all(all)).flat()
  database.close()
  return records.length === 0 ? '' : JSON.stringify(records)
}

const versionOf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name=parley-version]')?.content)
