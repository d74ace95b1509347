import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { built } from '../../support/built-server'
import type { Person } from '../../support/person'
import { describeWith } from '../../support/services'
import { useTestServer } from '../../support/test-server'
import type { TestServer } from '../../support/test-server'
import { useQuickTraces } from './quick-traces'
import { ReusableWindow } from './reusable-window'

/** The headless shell comes first, because it takes half the time. */
const programs = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
/** The browser that tests start; `none` if there is none. */
export const chromiumProgram =
  process.env['CHROMIUM'] ?? programs.find((path) => existsSync(path)) ?? 'none'

/** The headless shell has no service for notifications: it denies them whatever is granted. */
const fullProgram = [chromiumProgram, ...programs].find(
  (path) => existsSync(path) && !basename(path).includes('headless-shell'),
)

/** A block of tests in a real browser; the report lists it as skipped if there is none. */
export function describeInBrowser(title: string, stories: () => void): void {
  const url = existsSync(chromiumProgram) ? chromiumProgram : undefined
  describeWith(
    { name: `Chromium (${chromiumProgram}; another one: CHROMIUM)`, url },
    title,
    stories,
  )
}

/**
 * A block of tests in a browser that shows notifications, whose program the stories hand to {@link useWindows}; the
 * report lists it as skipped if there is none.
 */
export function describeInFullBrowser(title: string, stories: (program: string) => void): void {
  const name = 'Chromium that shows notifications (/usr/bin/chromium, or CHROMIUM)'
  describeWith({ name, url: fullProgram }, title, stories)
}

/**
 * The browser of a block of tests. Each window has its own context, so windows share no cookies or storage. Windows are
 * cleared or closed after the test, except those opened in `beforeAll`, which stay for the block.
 */
export interface Windows {
  /** Opens a window without a session. */
  open(options?: WindowOptions): Promise<Page>
  /** Opens a window with a session of the person, and waits for the app. */
  openAs(person: Person, options?: WindowOptions): Promise<Page>
}

interface WindowOptions extends BrowserContextOptions {
  /** URL of the server; by default that of the block. */
  url?: string
  /** Path and fragment, such as `/#inbox`. */
  path?: string
  /**
   * Expected console errors, such as those of cut connections. All other console errors, uncaught exceptions and
   * violations of the content security policy fail the test.
   */
  allow?: RegExp
}

/**
 * An organization at the shared server, and a browser, for a block of tests. The rate limits are the default ones, and each
 * test has a minute of its own.
 */
export function useServerAndBrowser(): { server: TestServer; windows: Windows } {
  const server = useTestServer({ limits: 'default' })
  beforeEach(() => server.forgetCalls())
  return { server, windows: useWindows(() => server.url) }
}

/**
 * @param urlOf the URL of the server, called after the server has started
 * @param executablePath the browser; by default the quickest that there is
 */
export function useWindows(urlOf: () => string, executablePath: string = chromiumProgram): Windows {
  let browser: Browser
  let isInTest = false
  let opened: ReusableWindow[] = []
  let free: ReusableWindow[] = []
  let faults: string[] = []

  beforeAll(async () => {
    useQuickTraces()
    built('main.js')
    browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    })
  })
  beforeEach(() => {
    isInTest = true
  })
  afterEach(async () => {
    isInTest = false
    const ended = opened
    opened = []
    const kept = await Promise.all(ended.map((window) => window.end()))
    free.push(...ended.filter((_, index) => kept[index]))
    const found = faults
    faults = []
    expect(found).toEqual([])
  })
  afterAll(async () => {
    free = []
    await browser.close()
  })

  async function openWindow({ url, path: _path, allow, ...options }: WindowOptions): Promise<Page> {
    const asked = { baseURL: url ?? urlOf(), ...options }
    const fitting = free.find((window) => window.fits(asked))
    free = free.filter((window) => window !== fitting)
    const window = fitting ?? (await ReusableWindow.open(browser, asked))
    if (isInTest) opened.push(window)
    await window.begin(asked, (fault) => {
      if (!allow?.test(fault)) faults.push(fault)
    })
    return window.page
  }

  return {
    async open(options = {}) {
      const page = await openWindow(options)
      await page.goto(options.path ?? '/')
      return page
    },

    async openAs(person, options = {}) {
      const page = await openWindow(options)
      const origin = options.url ?? urlOf()
      const answer = await page.context().request.post('/json/session', {
        form: { email: person.email, password: passwordOf(person) },
        headers: { Origin: origin },
      })
      if (!answer.ok()) throw new Error(`log in ${person.email}: ${await answer.text()}`)
      await page.goto(options.path ?? '/')
      await page.getByRole('button', { name: 'Your menu' }).waitFor()
      return page
    },
  }
}

/** The password that the test server gives to a new user. */
export function passwordOf({ email }: Person): string {
  return `password of ${email.split('@', 1)[0] ?? ''}`
}
