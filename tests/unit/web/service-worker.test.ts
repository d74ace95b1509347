import { keepBuild, removeOldBuilds } from '../../../src/web/service-worker/builds'
import { readShell } from '../../../src/web/service-worker/shell'

/** The caches and locks of a browser, as far as the service worker uses them. */
class FakeBrowser {
  /** The addresses in each cache. */
  readonly stored = new Map<string, Set<string>>()
  /** Held locks, which all belong to the same page. */
  readonly held: { name: string; clientId: string }[] = []
  /** Resolves when files that are added arrive. */
  arrival: Promise<unknown> = Promise.resolve()
  private last: Promise<unknown> = Promise.resolve()

  readonly caches = {
    keys: async () => [...this.stored.keys()],
    delete: async (name: string) => this.stored.delete(name),
    open: async (name: string) => {
      // A cache that is deleted can still be written, but nothing finds it.
      const files = this.stored.get(name) ?? new Set()
      this.stored.set(name, files)
      return {
        match: async (file: string) => (files.has(file) ? {} : undefined),
        addAll: async (added: string[]) => {
          await this.arrival
          for (const file of added) files.add(file)
        },
        put: async (file: string) => files.add(file),
        delete: async (file: string) => files.delete(file),
      }
    },
  }

  /** One lock, whatever its name. */
  readonly locks = {
    query: async () => ({ held: this.held }),
    request: (_name: string, use: () => Promise<unknown>) => {
      this.last = this.last.then(use)
      return this.last
    },
  }
}

describe('the service worker', () => {
  const shellOf = (files: string, language = 'en') =>
    `<!doctype html><html lang="${language}"><head><meta name="parley-version" content="0123abcd" />` +
    `<meta name="parley-files" content="${files}" /></head></html>`

  it('reads the build, its language and its files from the page', () => {
    expect(readShell(shellOf('/assets/a-1.js /assets/b-2.css', 'de'))).toEqual({
      name: 'parley build 0123abcd de',
      files: ['/assets/a-1.js', '/assets/b-2.css'],
    })
  })

  it('takes no other page for the app, and no endless list of files', () => {
    expect(readShell('<!doctype html><html lang="en"><p>Nothing here.</p></html>')).toBeUndefined()
    expect(readShell(shellOf(Array(200).fill('/a').join(' ')))).toBeUndefined()
  })

  it('keeps a build whose files arrive while unused builds are removed', async () => {
    const browser = new FakeBrowser()
    const page = { caches: browser.caches, navigator: { locks: browser.locks } }
    for (const [name, value] of Object.entries(page)) {
      Object.defineProperty(globalThis, name, { value, configurable: true })
    }
    const shell = { status: 200, html: shellOf('/assets/a-1.js'), headers: new Headers() }
    await keepBuild(shell)
    browser.held.push({ name: 'parley build 0123abcd en', clientId: 'page' })

    let arrive = (): void => undefined
    browser.arrival = new Promise<void>((resolve) => (arrive = resolve))
    const kept = keepBuild({ ...shell, html: shell.html.replace('0123abcd', '4567abcd') })
    const removed = removeOldBuilds(1)
    await new Promise(setImmediate)
    arrive()
    await Promise.all([kept, removed])
    expect(Object.fromEntries(browser.stored)).toEqual({
      'parley build 0123abcd en': new Set(['/assets/a-1.js']),
      'parley build 4567abcd en': new Set(['/assets/a-1.js', '/']),
    })
  })
})
