import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { pushDue } from '../../src/server/chat/jobs/pushes/sender'
import { asNumber } from '../support/checked'
import { defaultLimits } from '../support/config'
import { expectSuccess } from '../support/expectations'
import { judgeAll } from '../support/judged'
import { useOwnServer } from '../support/own-server'
import type { Person } from '../support/person'
import { usePushService } from '../support/push-service'
import { untilHolds } from '../support/until'
import { describeInFullBrowser, useWindows } from './support/browser'

/*
 * Notifications while no tab of the app is open. They need all of Chromium. They are left out if only its
 * headless shell is installed, as by `.ci/run`, which then says so in its summary. The push service is a stand-in that decrypts
 * what the server sends, and Chromium's developer tools hand that to the service worker. They cannot click a
 * notification; `tests/unit/web/pushes.test.ts` has the clicks.
 */

/** A browser with no tab of the app, only its service worker. */
class ClosedApp {
  /** The newest that Chromium told of the worker. */
  #registrationId = ''
  #runningStatus = ''

  private constructor(
    readonly context: BrowserContext,
    readonly tools: CDPSession,
    readonly origin: string,
  ) {}

  /** Closes the tab, the only one of the app. */
  static async closing(tab: Page): Promise<ClosedApp> {
    const context = tab.context()
    const { origin } = new URL(tab.url())
    await tab.evaluate(async () => void (await navigator.serviceWorker.ready))
    const tools = await context.newCDPSession(await context.newPage())
    const app = new ClosedApp(context, tools, origin)
    await app.#watchWorker()
    await tab.close()
    return app
  }

  async #watchWorker(): Promise<void> {
    this.tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === `${this.origin}/`)
      if (found) this.#registrationId = found.registrationId
    })
    this.tools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      this.#runningStatus = versions.at(-1)?.runningStatus ?? this.#runningStatus
    })
    await this.tools.send('ServiceWorker.enable')
    await untilHolds('the worker is registered', () => this.#registrationId !== '')
  }

  /** Hands a push to the service worker, which starts for it, as after a while without pages. */
  async deliver(payload: object): Promise<void> {
    await this.tools.send('ServiceWorker.stopAllWorkers')
    await untilHolds('the worker stopped', () => this.#runningStatus === 'stopped')
    await this.tools.send('ServiceWorker.deliverPushMessage', {
      origin: this.origin,
      registrationId: this.#registrationId,
      data: JSON.stringify(payload),
    })
    await untilHolds('the worker runs', () => this.#runningStatus === 'running')
  }

  /** Waits until the browser shows exactly these notifications, as `title: text`, in any order. */
  async untilShown(...wanted: readonly string[]): Promise<void> {
    const expected = JSON.stringify(wanted.toSorted())
    await untilHolds(`the notifications are ${expected}`, async () => {
      const shown = (await this.#shown()) ?? []
      return JSON.stringify(shown.toSorted()) === expected
    })
  }

  async #shown(): Promise<string[] | undefined> {
    return this.context.serviceWorkers()[0]?.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
      const all = await registration.getNotifications()
      return all.map(({ title, body }) => `${title}: ${body}`)
    })
  }
}

// Source: docs/protocol/notifications.md#web-push-payload.
describeInFullBrowser('A push to a browser without a tab of the app', (program) => {
  const service = usePushService()
  let now = new Date()
  const server = useOwnServer({
    settings: { ...defaultLimits, ...service.settings },
    clock: { now: () => now },
  })
  const windows = useWindows(() => server.url, program)

  /** A browser of a person who turned pushes on and closed the tab. */
  async function closedAppOf(person: Person): Promise<ClosedApp> {
    const tab = await windows.openAs(person, {
      serviceWorkers: 'allow',
      permissions: ['notifications'],
    })
    const { subscription } = service.receiver(person.fullName)
    await person.call('POST /users/me/web_push', { subscription })
    return ClosedApp.closing(tab)
  }

  /** Sends pushes of what happened, minutes later, and hands them to the browser. */
  async function push(app: ClosedApp): Promise<void> {
    now = new Date(now.getTime() + 600_000)
    const before = service.pushes.length
    await judgeAll(server)
    await pushDue(server.ctx)
    const [arrived, ...more] = service.pushes.slice(before)
    expect(more).toEqual([])
    await app.deliver(arrived?.payload ?? {})
  }

  async function tell(sender: Person, recipient: Person, content: string): Promise<number> {
    const message = { type: 'direct', to: [recipient.id], content }
    return asNumber(expectSuccess(await sender.post('/messages', message))['id'])
  }

  it('is shown, replaced by the next of its conversation, and closed once that is read', async () => {
    const [ada, bo, cy] = await server.users('ada', 'bo', 'cy')
    const app = await closedAppOf(ada)

    const messages = [await tell(bo, ada, 'Lunch?')]
    await push(app)
    await app.untilShown(`${bo.fullName}: Lunch?`)

    await tell(cy, ada, 'Tea?')
    await push(app)
    await app.untilShown(`${bo.fullName}: Lunch?`, `${cy.fullName}: Tea?`)

    messages.push(await tell(bo, ada, 'At noon?'))
    await push(app)
    await app.untilShown(`${bo.fullName}: At noon? (2)`, `${cy.fullName}: Tea?`)

    expectSuccess(await ada.post('/messages/flags', { messages, op: 'add', flag: 'read' }))
    await push(app)
    await app.untilShown(`${cy.fullName}: Tea?`)
  })
})
