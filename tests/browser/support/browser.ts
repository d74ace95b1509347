import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { built } from '../../support/built-server'
import { defaultLimits } from '../../support/config'
import type { Person } from '../../support/person'
import { describeWith } from '../../support/services'
import { useOwnServer } from '../../support/own-server'
import type { OwnServer } from '../../support/own-server'
import { watchForFaults } from './faults'

/** The same browser with and without windows; without, it takes half the time. */
const programs = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const program = process.env['CHROMIUM'] ?? programs.find((path) => existsSync(path)) ?? 'none'

/** What a block of tests in a browser needs, for `describeWith`. */
export const browserNeeds = {
  name: `Chromium (${program}; another one: CHROMIUM)`,
  url: existsSync(program) ? program : undefined,
}

/** A block of stories in a real browser; without one the report says that they were left out. */
export function describeInBrowser(title: string, stories: () => void): void {
  describeWith(browserNeeds, title, stories)
}

/** A browser for the tests of a block; each test has windows of its own, which share nothing. */
export interface Windows {
  /** A window in which nobody is logged in. @param url where; the server of the block unless given */
  open(options?: WindowOptions): Promise<Page>
  /** A window in which somebody is logged in, who sees the app. */
  openAs(person: Person, options?: WindowOptions): Promise<Page>
}

export interface WindowOptions extends BrowserContextOptions {
  /** The address of the server, unless it is that of the block. */
  url?: string
  /** What follows it, such as `/#inbox`. */
  path?: string
  /**
   * Errors in the console that belong to the story: connections that are cut, say. Any other, and
   * whatever a script throws or the policy of the page refuses, fails the test.
   */
  allow?: RegExp
}

/** The worker of a block of stories, and a browser to use it with. */
export function useServerAndBrowser(): { server: OwnServer; windows: Windows } {
  const server = useOwnServer({ settings: defaultLimits })
  return { server, windows: useWindows(() => server.url) }
}

/** @param urlOf the server's address, once it is there */
export function useWindows(urlOf: () => string): Windows {
  let browser: Browser
  let opened: BrowserContext[] = []
  let faults: string[] = []

  beforeAll(async () => {
    built('main.js')
    browser = await chromium.launch({
      executablePath: program,
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    })
  })
  afterEach(async () => {
    await Promise.all(opened.map((context) => context.close()))
    const found = faults
    opened = []
    faults = []
    expect(found).toEqual([])
  })
  afterAll(async () => browser.close())

  async function openContext({ url, path = '/', allow, ...options }: WindowOptions): Promise<{
    context: BrowserContext
    address: string
  }> {
    const context = await browser.newContext({
      baseURL: url ?? urlOf(),
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      ...options,
    })
    opened.push(context)
    watchForFaults(context, (fault) => {
      if (!allow?.test(fault)) faults.push(fault)
    })
    return { context, address: path }
  }

  return {
    async open(options = {}) {
      const { context, address } = await openContext(options)
      const page = await context.newPage()
      await page.goto(address)
      return page
    },

    async openAs(person, options = {}) {
      const { context, address } = await openContext(options)
      const origin = options.url ?? urlOf()
      const answer = await context.request.post('/json/session', {
        form: { email: person.email, password: passwordOf(person) },
        headers: { Origin: origin },
      })
      if (!answer.ok()) throw new Error(`log in ${person.email}: ${await answer.text()}`)
      const page = await context.newPage()
      await page.goto(address)
      await page.getByRole('button', { name: 'Your menu' }).waitFor()
      return page
    },
  }
}

/** As the test server gives it to those whom it makes. */
export function passwordOf({ email }: Person): string {
  return `password of ${email.split('@', 1)[0] ?? ''}`
}
