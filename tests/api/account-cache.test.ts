import pg from 'pg'
import { PreparingPglite } from '../../src/server/data/engine/preparing-pglite'
import { shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person, Queue } from '../support/person'
import { useOwnServer } from '../support/own-server'

/** Background statements of a worker. */
const background = /account_changes|outbox/

/** Runs some work and answers the statements that PostgreSQL was sent meanwhile. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spies = [
    jest.spyOn(pg.Client.prototype, 'query'),
    jest.spyOn(PreparingPglite.prototype, 'query'),
  ] as unknown as jest.SpyInstance<unknown, unknown[]>[]
  try {
    await work()
    const texts = spies.flatMap((spy) => spy.mock.calls).map(([query]) => textOf(query))
    return texts.filter((text) => !background.test(text))
  } finally {
    spies.forEach((spy) => spy.mockRestore())
  }
}

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : shapedLike(query, { text: '' }).text
}

/** Ten calls that need no data beside who makes them. */
async function callTenTimes(person: Person, { queue_id }: Queue): Promise<void> {
  const args = { queue_id, last_event_id: -1, dont_block: true }
  for (let call = 0; call < 10; call += 1) expectSuccess(await person.get('/events', args))
}

describe.each([
  ['the sole worker of an embedded database', { DATABASE_URL: '', REDIS_URL: '' }],
  ['a worker', {}],
])('%s', (_title, settings) => {
  const server = useOwnServer({ settings })

  it('authenticates a repeated caller without a statement', async () => {
    const alice = await server.user('alice')
    const queue = await alice.register({ event_types: ['message'] })
    expect(await statementsOf(() => alice.get('/streams'))).not.toEqual([])
    // A machine that is busy for a second makes a worker ask again, which is right.
    while ((await statementsOf(() => callTenTimes(alice, queue))).length > 0);
  })

  it('asks PostgreSQL once to register a queue for messages', async () => {
    const alva = await server.user('alva')
    const register = () => alva.register({ event_types: ['message'], fetch_event_types: null })
    // As above.
    let statements: string[]
    do statements = await statementsOf(register)
    while (statements.length > 1)
    expect(statements).toEqual([expect.stringContaining('subscription_periods')])
  })

  it('forgets an account before its queues go, so that no later one is missed', async () => {
    const ada = await server.user('ada')
    expectSuccess(await ada.get('/users/me'))
    const { ctx } = server
    const known: unknown[] = []
    const deleteAllOf = jest.spyOn(ctx.events, 'deleteAllOf')
    deleteAllOf.mockImplementationOnce(async (owner) => {
      known.push(ctx.caches.requesters.peek(ada.apiKey))
      deleteAllOf.mockRestore()
      await ctx.events.deleteAllOf(owner)
    })
    // As another worker, whose announcement has not come yet.
    const announce = jest.spyOn(ctx.caches, 'announce').mockImplementationOnce(async () => {})
    expectSuccess(await server.owner.delete(`/users/${ada.id}`))
    announce.mockRestore()
    expect(known).toEqual([undefined])
  })

  it('does not accept a wrong email, realm or key for a cached one', async () => {
    const [alma, bela] = await server.users('alma', 'bela')
    const other = await server.realm('elsewhere')
    for (let round = 0; round < 3; round += 1) {
      expectSuccess(await alma.get('/users/me'))
      expectError(await alma.withKey(bela.apiKey).get('/users/me'), 401, { msg: 'Invalid API key' })
      expectError(await alma.withKey('y'.repeat(32)).get('/users/me'), 401)
      expectError(await alma.atHost('elsewhere.localhost').get('/users/me'), 401, {
        msg: 'Account is not associated with this subdomain',
      })
      expectSuccess(await other.owner.get('/users/me'))
    }
  })

  it('accepts a new key at once, and refuses the old one', async () => {
    let person = await server.user('keyholder')
    for (let round = 0; round < 10; round += 1) {
      expectSuccess(await person.get('/users/me'))
      const answer = expectSuccess(await person.post('/users/me/api_key/regenerate'))
      const renewed = person.withKey(String(answer['api_key']))
      expectError(await person.get('/users/me'), 401, { msg: 'Invalid API key' })
      expectSuccess(await renewed.get('/users/me'))
      person = renewed
    }
  })

  it('uses another role, name and pointer at once', async () => {
    const person = await server.user('changer')
    for (let round = 0; round < 5; round += 1) {
      for (const [role, name] of [
        [600, 'Guest'],
        [200, 'Admin'],
      ] as const) {
        const full_name = `${name} ${round}`
        expectSuccess(await server.owner.patch(`/users/${person.id}`, { role, full_name }))
        expect((await person.get('/users/me')).body).toMatchObject({ role, full_name })
      }
      const pointer = await person.sendPrivately([person.id], 'read this')
      expectSuccess(await person.post('/users/me/pointer', { pointer }))
      expect((await person.get('/users/me/pointer')).body).toMatchObject({ pointer })
    }
  })

  it('refuses deactivated accounts and accepts reactivated ones at once', async () => {
    const person = await server.user('leaver')
    const bot = await server.bot(person, 'leaversbot')
    for (let round = 0; round < 5; round += 1) {
      for (const account of [person, bot]) expectSuccess(await account.get('/users/me'))
      expectSuccess(await server.owner.delete(`/users/${person.id}`))
      for (const account of [person, bot]) {
        expectError(await account.get('/users/me'), 401, { msg: 'Account is deactivated' })
      }
      for (const account of [person, bot]) {
        expectSuccess(await server.owner.post(`/users/${account.id}/reactivate`))
      }
    }
  })

  it('counts its hits', async () => {
    const counts = async () => {
      const metrics = await (await fetch(`${server.url}/metrics`)).text()
      const count = (name: string) =>
        Number(
          new RegExp(`^parley_memory_${name}{memory="requesters"} (\\d+)$`, 'm').exec(metrics)?.[1],
        )
      return { hits: count('hits_total'), misses: count('misses_total') }
    }
    const person = await server.user('counted')
    const queue = await person.register()
    const before = await counts()
    await callTenTimes(person, queue)
    const after = await counts()
    expect(after.hits - before.hits + after.misses - before.misses).toBe(10)
  })
})
