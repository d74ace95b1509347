import type { Database } from '../../src/server/data/engine/database'
import { systemGroups } from '../../src/shared/rules/system-groups'
import { asNumber, elementAt, present } from '../support/checked'
import { StoreProxy } from '../support/store-proxy'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { sampledCount } from '../support/sample'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { memberAt, openTestDatabase, ownerAt, Worker } from '../support/workers'

/** A change to an account, and a check that a worker has seen the change. */
interface Change {
  what: string
  /** Prepares the change, with a call of the person at the worker that is to see the change. */
  prepare?: (owner: Person, person: Person) => Promise<void>
  make: (owner: Person, person: Person) => Promise<Person>
  see: (person: Person, before: Person) => Promise<void>
}

const changes: Change[] = [
  {
    what: 'another role',
    async make(owner, person) {
      expectSuccess(await owner.patch(`/users/${person.id}`, { role: 600 }))
      return person
    },
    async see(person) {
      expect(expectSuccess(await person.get('/users/me'))).toMatchObject({ role: 600 })
    },
  },
  {
    what: 'another name',
    async make(owner, person) {
      expectSuccess(await owner.patch(`/users/${person.id}`, { full_name: 'Somebody Else' }))
      return person
    },
    async see(person) {
      expect(expectSuccess(await person.get('/users/me'))['full_name']).toBe('Somebody Else')
    },
  },
  {
    what: 'a new key',
    async make(owner, person) {
      const answer = await person.at(owner.url).post('/users/me/api_key/regenerate')
      return person.withKey(String(expectSuccess(answer)['api_key']))
    },
    async see(person, before) {
      expectError(await before.get('/users/me'), 401, { msg: 'Invalid API key' })
      expectSuccess(await person.get('/users/me'))
    },
  },
  {
    what: 'a group that lets one do more',
    async prepare(owner, person) {
      const created = await owner.post('/user_groups/create', { name: `of ${person.id}` })
      const id = asNumber(expectSuccess(created)['group_id'])
      const value = { direct_members: [], direct_subgroups: [systemGroups.owners.id, id] }
      const can_create_groups = JSON.stringify({ new: value })
      expectSuccess(await owner.patch('/realm', { can_create_groups }))
      const mine = await person.post('/user_groups/create', { name: `by ${person.id}` })
      expectError(mine, 400, { msg: 'Insufficient permission' })
    },
    async make(owner, person) {
      const id = await findGroupNamed(owner, `of ${person.id}`)
      expectSuccess(await owner.post(`/user_groups/${id}/members`, { add: [person.id] }))
      return person
    },
    async see(person) {
      expectSuccess(await person.post('/user_groups/create', { name: `by ${person.id}` }))
    },
  },
  {
    what: 'deactivation',
    async make(owner, person) {
      expectSuccess(await owner.delete(`/users/${person.id}`))
      return person
    },
    async see(person) {
      expectError(await person.get('/users/me'), 401, { msg: 'Account is deactivated' })
    },
  },
]

async function findGroupNamed(owner: Person, name: string): Promise<number> {
  const answer = await owner.call('GET /user_groups')
  const groups = answer.user_groups
  return present(groups.find((group) => group.name === name)).id
}

describeWithServices('a change to an account', () => {
  let stores: TestStores
  let database: Database
  let proxy: StoreProxy
  /** The worker that makes changes, the one that must see them, and one whose connection to Redis can be cut. */
  let workers: [Worker, Worker, Worker]
  let people = 0

  beforeAll(async () => {
    stores = await createTestStores()
    proxy = new StoreProxy(new URL(present(stores.settings['REDIS_URL'], 'REDIS_URL')))
    // These tests call with old keys often.
    const settings = { LOGIN_RATE_LIMIT: 'off' }
    const shaky = { ...settings, REDIS_URL: await proxy.listen() }
    workers = [
      await Worker.start(stores, settings),
      await Worker.start(stores, settings),
      await Worker.start(stores, shaky),
    ]
    database = openTestDatabase(stores)
  })
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.kill()))
    await proxy.close()
    await database.close()
    await stores.remove()
  })

  /** Creates a member and puts them into the cache of a worker, so that the worker does not query the account. */
  async function somebodyKnownTo(
    worker: Worker,
    { prepare }: Partial<Change> = {},
  ): Promise<Person> {
    people += 1
    const person = (await memberAt(workers[0], database, `person${people}`)).at(worker.url)
    await prepare?.(await ownerAt(workers[0]), person)
    await knows(worker, person)
    return person
  }

  async function knows(worker: Worker, person: Person): Promise<void> {
    let before: number
    do {
      before = await hitsOf(worker)
      expectSuccess(await person.at(worker.url).get('/users/me'))
    } while ((await hitsOf(worker)) === before)
  }

  async function hitsOf(worker: Worker): Promise<number> {
    const metrics = await metricsOf(worker)
    const hits = /^parley_memory_hits_total\{memory="requesters"\} (\d+)$/m.exec(metrics)?.[1]
    if (hits === undefined) throw new Error('The worker does not count who it remembers.')
    return Number(hits)
  }

  async function metricsOf(worker: Worker): Promise<string> {
    return (await fetch(`${worker.url}/metrics`)).text()
  }

  const untilAnswers = (person: Person, status: number) =>
    untilHolds(
      `GET /users/me answers ${status}`,
      async () => (await person.get('/users/me')).status === status,
    )

  /** Makes the change at one worker, and expects another one to see it when the call has returned. */
  async function expectToBeSeen(change: Change, at: Worker, by: Worker): Promise<void> {
    const person = await somebodyKnownTo(by, change)
    const owner = await ownerAt(at)
    await change.see(await change.make(owner, person), person)
  }

  it.each(changes)(
    'A change ($what) is known to another worker when the call returns',
    async (change) => {
      for (let round = 0; round < sampledCount(15, 1 / 3); round += 1) {
        await expectToBeSeen(
          change,
          elementAt(workers, round % 2),
          elementAt(workers, (round + 1) % 2),
        )
      }
    },
  )

  it.each(changes)(
    'A change ($what) is known to a worker that has just lost its connection to Redis',
    async (change) => {
      for (let round = 0; round < sampledCount(2, 1 / 2); round += 1) {
        const person = await somebodyKnownTo(workers[2], change)
        const owner = await ownerAt(workers[0])
        proxy.cut()
        await change.see(await change.make(owner, person), person)
        proxy.restore()
      }
    },
  )

  it.each(changes)(
    'A change ($what) is known to the others when a worker without Redis makes it',
    async (change) => {
      for (let round = 0; round < sampledCount(2, 1 / 2); round += 1) {
        const person = await somebodyKnownTo(workers[1], change)
        const owner = await ownerAt(workers[2])
        proxy.cut()
        await change.see(await change.make(owner, person), person)
        proxy.restore()
      }
    },
  )

  it.each(changes)(
    'A change ($what) is known to a worker that was suspended meanwhile',
    async (change) => {
      const [, stopped] = workers
      const person = await somebodyKnownTo(stopped, change)
      const owner = await ownerAt(workers[0])
      stopped.process.kill('SIGSTOP')
      const changed = await change.make(owner, person)
      stopped.process.kill('SIGCONT')
      await change.see(changed, person)
    },
  )

  it('A new key ends polls parked with the old key at another worker', async () => {
    const waiter = await somebodyKnownTo(workers[1])
    const queue = await waiter.register()
    const parked = waiter.get('/events', { ...queue })
    await workers[1].holdsPolls(1)
    await waiter.at(workers[0].url).post('/users/me/api_key/regenerate')
    expectError(await parked, 401, { msg: 'Invalid API key' })
  })

  it('A change made with psql is known to all workers after a moment', async () => {
    const person = await somebodyKnownTo(workers[0])
    await knows(workers[1], person)
    await database.query
      .updateTable('users')
      .set({ deactivated_at: new Date() })
      .where('id', '=', person.id)
      .execute()
    for (const worker of workers.slice(0, 2)) {
      await untilAnswers(person.at(worker.url), 401)
    }
  })

  it('A change to a realm is known to all workers after a moment', async () => {
    const person = await somebodyKnownTo(workers[0])
    await knows(workers[1], person)
    const close = (deactivated_at: Date | null) =>
      database.query.updateTable('realms').set({ deactivated_at }).execute()
    await close(new Date())
    for (const worker of workers.slice(0, 2)) {
      await untilAnswers(person.at(worker.url), 401)
    }
    await close(null)
    for (const worker of workers.slice(0, 2)) {
      await untilAnswers(person.at(worker.url), 200)
    }
  })
})
