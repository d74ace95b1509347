import type { Database } from '../../src/server/data/engine/database'
import { AuthenticatorApp, ticketOf } from '../support/authenticator-app'
import { Browser, browserOf, passwordOf, sessionsOf } from '../support/browser'
import { shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { memberAt, openTestDatabase, ownerAt, Worker } from '../support/workers'

const loggedOut = {
  code: 'UNAUTHORIZED',
  msg: 'Not logged in: API authentication or user session required',
}

/** A way to end the session of a browser, by a call to its own worker; `other` is a second browser there. */
interface End {
  what: string
  make: (browser: Browser, other: Browser, person: Person) => Promise<void>
}

const ends: End[] = [
  {
    what: 'logging out',
    async make(browser) {
      expectSuccess(await browser.delete('/json/session'))
    },
  },
  {
    what: 'ending it from another browser',
    async make(browser, other) {
      const [session] = (await sessionsOf(browser)).filter(({ is_current }) => is_current)
      expectSuccess(await other.delete(`/json/sessions/${session?.id}`))
    },
  },
  {
    what: 'ending all others',
    async make(_browser, other) {
      expectSuccess(await other.delete('/json/sessions'))
    },
  },
  {
    what: 'another password',
    async make(_browser, other, person) {
      const change = { old_password: passwordOf(person), new_password: 'another one' }
      expectSuccess(await other.call('patch', '/json/settings', change))
    },
  },
  {
    what: 'deactivation',
    async make(browser, _other, person) {
      const owner = await ownerAt({ url: browser.url })
      expectSuccess(await owner.delete(`/users/${person.id}`))
    },
  },
]

describeWithServices('sessions at two workers', () => {
  let stores: TestStores
  let database: Database
  let workers: [Worker, Worker]
  let people = 0

  beforeAll(async () => {
    stores = await createTestStores()
    const settings = {
      LOGIN_RATE_LIMIT: 'off',
      SECRETS_KEY: 'a key of the tests with more than 32 characters',
    }
    workers = [await Worker.start(stores, settings), await Worker.start(stores, settings)]
    database = openTestDatabase(stores)
  })
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.kill()))
    await database.close()
    await stores.remove()
  })

  async function somebody(at: Worker): Promise<Person> {
    people += 1
    return (await memberAt(workers[0], database, `person${people}`)).at(at.url)
  }

  /** Has a worker remember a session, so that it asks nobody about it. */
  async function isKnownTo(worker: Worker, browser: Browser): Promise<void> {
    const there = browser.as(worker.url)
    let before: number
    do {
      before = await hitsOf(worker)
      expectSuccess(await there.get('/json/users/me'))
    } while ((await hitsOf(worker)) === before)
  }

  async function hitsOf({ url }: Worker): Promise<number> {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    return Number(/^parley_memory_hits_total\{memory="requesters"\} (\d+)$/m.exec(metrics)?.[1])
  }

  it('begin at one and go on at the other', async () => {
    const person = await somebody(workers[0])
    const browser = await browserOf(person)
    for (const { url } of workers) {
      expect(expectSuccess(await browser.as(url).get('/json/users/me'))).toMatchObject({
        user_id: person.id,
      })
    }
  })

  it('begin in two steps at different workers, which take a code once between them', async () => {
    const person = await somebody(workers[0])
    const its = await browserOf(person)
    const clock = { now: () => new Date() }
    const app = await AuthenticatorApp.setUp(its.as(workers[1].url), clock)
    const tickets: string[] = []
    for (const { url } of workers) {
      tickets.push(ticketOf(await new Browser(url).logIn(person.email, passwordOf(person))))
    }
    // The step of the set-up is used up, and that after it is near enough.
    const code = app.code(1)
    const answers = await Promise.all(
      [workers[1], workers[0]].map(({ url }, index) =>
        new Browser(url).post('/json/session/second', { ticket: tickets[index] ?? '', code }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
  })

  it.each(ends)(
    'A session ($what) ends at the other worker when the call returns',
    async ({ make }) => {
      for (let round = 0; round < 2; round += 1) {
        const [one, other] = round % 2 === 0 ? workers : [workers[1], workers[0]]
        const person = await somebody(one)
        const browser = await browserOf(person)
        const remote = browser.as(other.url)
        const second = await browserOf(person)
        await isKnownTo(other, browser)
        await make(browser, second, person)
        expectError(await remote.get('/json/users/me'), 401, loggedOut)
      }
    },
  )

  it.each(ends)('A session ($what) ends its parked polls at the other worker', async ({ make }) => {
    const person = await somebody(workers[0])
    const browser = await browserOf(person)
    const second = await browserOf(person)
    const remote = browser.as(workers[1].url)
    const queue = shapedLike(
      expectSuccess(await remote.post('/json/register', { event_types: [] })),
      { queue_id: '', last_event_id: 0 },
    )
    const poll = remote.get('/json/events', { ...queue })
    await workers[1].holdsPolls(1)
    await make(browser, second, person)
    // Deactivation also deletes the queue; either answer may come first.
    const { status, body } = await poll
    expect([status, shapedLike(body, { code: '' }).code]).toEqual(
      status === 400 ? [400, 'BAD_EVENT_QUEUE_ID'] : [401, 'UNAUTHORIZED'],
    )
  })

  it('end after a moment when they are deleted with psql', async () => {
    const person = await somebody(workers[0])
    const browser = await browserOf(person)
    for (const worker of workers) await isKnownTo(worker, browser)
    await database.query.deleteFrom('sessions').where('user_id', '=', person.id).execute()
    for (const { url } of workers) {
      await untilHolds(
        'the session has ended',
        async () => (await browser.as(url).get('/json/users/me')).status === 401,
      )
    }
  })
})
