import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Page,
} from 'playwright-core'
import { watchForFaults } from './faults'
import { hideHostNetwork } from './host-network'

/** A small page without scripts, in the same process of the browser as the app. */
const pageBetweenStories = '/api/v1/server_settings'

/** Calls whose effect outlives the document: after one of them, the window serves no other story. */
const lastingCalls = {
  page: [
    ...['addInitScript', 'addLocatorHandler', 'exposeBinding', 'exposeFunction', 'on', 'once'],
    ...['routeFromHAR', 'routeWebSocket', 'setDefaultTimeout', 'setExtraHTTPHeaders'],
  ],
  context: [
    ...['addInitScript', 'clearPermissions', 'exposeBinding', 'exposeFunction', 'grantPermissions'],
    ...['newCDPSession', 'on', 'once', 'route', 'setExtraHTTPHeaders', 'setGeolocation'],
    'setOffline',
  ],
}

/**
 * A window that goes from story to story, because the browser keeps the compiled scripts of the app for it: that saves
 * half of the app's start. Cookies, storage, history and look are those of a new window.
 */
export class ReusableWindow {
  #isSpent: boolean
  /** Only the end of a story has tools: with a session of them, a page would not learn that it is offline. */
  readonly #makeTools: () => Promise<CDPSession>
  #tell: (fault: string) => void = () => undefined

  private constructor(
    readonly page: Page,
    private readonly options: BrowserContextOptions,
  ) {
    const context = page.context()
    this.#makeTools = context.newCDPSession.bind(context, page)
    watchForFaults(context, (fault) => this.#tell(fault))
    // A service worker goes on after its pages.
    this.#isSpent = options.serviceWorkers === 'allow'
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame() && !frame.url().startsWith(`${options.baseURL}/`))
        this.#isSpent = true
    })
    this.#note(page, lastingCalls.page)
    this.#note(context, lastingCalls.context)
  }

  /** @param options with the server as `baseURL` */
  static async open(browser: Browser, options: BrowserContextOptions): Promise<ReusableWindow> {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      // Requests that a worker answers reach no `page.route`.
      serviceWorkers: 'block',
      ...options,
    })
    const page = await context.newPage()
    await hideHostNetwork(context, page)
    return new ReusableWindow(page, options)
  }

  /** Whether the window differs from that of these options in nothing but its look. */
  fits(options: BrowserContextOptions): boolean {
    return withoutLook(options) === withoutLook(this.options)
  }

  async begin(options: BrowserContextOptions, tell: (fault: string) => void): Promise<void> {
    this.#tell = tell
    await this.page.setViewportSize(options.viewport ?? { width: 1440, height: 900 })
    await this.page.emulateMedia({
      media: null,
      colorScheme: options.colorScheme ?? 'light',
      forcedColors: options.forcedColors ?? 'none',
      reducedMotion: options.reducedMotion ?? 'reduce',
    })
  }

  /** Ends the story in the window. @returns whether the window can serve another one; it is closed otherwise */
  async end(): Promise<boolean> {
    const context = this.page.context()
    const isCleared = !this.#isSpent && !this.page.isClosed() && (await this.#clear())
    if (!isCleared) await context.close()
    return isCleared
  }

  async #clear(): Promise<boolean> {
    const others = this.page
      .context()
      .pages()
      .filter((page) => page !== this.page)
    try {
      await Promise.all(others.map((page) => page.close()))
      await this.page.unrouteAll({ behavior: 'ignoreErrors' })
      const answer = await this.page.goto(pageBetweenStories)
      if (!answer?.ok()) return false
      const tools = await this.#makeTools()
      const origin = this.options.baseURL ?? ''
      await Promise.all([
        this.page.context().clearCookies(),
        this.page.evaluate('sessionStorage.clear()'),
        tools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }),
        tools.send('Page.resetNavigationHistory'),
      ])
      await tools.detach()
      return true
    } catch {
      // The server may be gone.
      return false
    }
  }

  #note(target: Page | BrowserContext, names: readonly string[]): void {
    for (const name of names) {
      const call = Reflect.get(target, name) as (...args: unknown[]) => unknown
      Reflect.set(target, name, (...args: unknown[]) => {
        this.#isSpent = true
        return call.apply(target, args)
      })
    }
  }
}

function withoutLook(options: BrowserContextOptions): string {
  const { viewport: _viewport, colorScheme: _colors, forcedColors: _forced, ...rest } = options
  return JSON.stringify(rest)
}
