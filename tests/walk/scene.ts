import { chromium } from 'playwright-core'
import type { Browser, BrowserContext } from 'playwright-core'
import { chromiumProgram, passwordOf } from '../browser/support/browser'
import { findSharedServer } from '../support/shared-server/shared-server'
import type { Limits } from '../support/shared-server/shared-server'
import { organizationAt } from '../support/test-server'
import { watchRequests } from './invariants/requests'
import { furnish } from './organization'
import { installProbe } from './page/probe'
import { Walk } from './walk'
import type { Window } from './walk'

/** A server and a browser for any number of walks. */
export interface Scene {
  /** Begins a walk in an organization and a window of its own. */
  begin(window: Window): Promise<BegunWalk>
  close(): Promise<void>
}

export interface BegunWalk {
  walk: Walk
  /** Faults of requests and of the console since the last call. */
  complaints(): string[]
  end(): Promise<void>
}

/** @param limits of the server: a walk is quicker than people, so long ones need it without */
export async function openScene(limits: Limits): Promise<Scene> {
  const found = await findSharedServer(limits)
  const browser = await chromium.launch({
    executablePath: chromiumProgram,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  return {
    async begin(window) {
      const server = await organizationAt(found)
      const org = await furnish(server)
      const context = await openContext(browser, server.url, window)
      const answer = await context.request.post('/json/session', {
        form: { email: org.reader.email, password: passwordOf(org.reader) },
        headers: { Origin: server.url },
      })
      if (!answer.ok()) throw new Error(`log in: ${await answer.text()}`)
      const complaints = watchRequests(context)
      return {
        walk: await Walk.begin(context, org, window),
        complaints,
        end: () => context.close(),
      }
    },
    close: () => browser.close(),
  }
}

async function openContext(
  browser: Browser,
  baseURL: string,
  { width, height, isPhone }: Window,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(isPhone && { hasTouch: true, isMobile: true }),
  })
  await context.addInitScript(installProbe)
  return context
}
