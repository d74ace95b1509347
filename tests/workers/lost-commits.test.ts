import type { Database } from '../../src/server/data/engine/database'
import { maybe, present, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { messageIn } from '../support/person'
import type { Person, Queue } from '../support/person'
import { PostgresProxy } from '../support/postgres-proxy'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { openTestDatabase, ownerAt, Worker } from '../support/workers'

/*
 * Clients repeat requests that were answered with an error, and the server could not tell the
 * repetition from a second, equal message. Source: docs/protocol/errors.md#no-5xx-after-commit.
 */
describeWithServices('a worker whose connection breaks while it commits', () => {
  let stores: TestStores
  let proxy: PostgresProxy
  let database: Database
  let worker: Worker
  let owner: Person
  let queue: Queue

  beforeAll(async () => {
    stores = await createTestStores()
    proxy = new PostgresProxy(new URL(present(stores.settings['DATABASE_URL'], 'DATABASE_URL')))
    const settings = { ...stores.settings, DATABASE_URL: await proxy.listen() }
    worker = await Worker.start({ ...stores, settings })
    database = openTestDatabase(stores)
    owner = await ownerAt(worker)
    const subscriptions = [{ name: 'lunch' }]
    expectSuccess(await owner.post('/users/me/subscriptions', { subscriptions }))
  })
  beforeEach(async () => {
    proxy.acceptAll()
    queue = await owner.register({ event_types: ['message', 'realm_user'] })
  })
  afterAll(async () => {
    await worker.kill()
    await proxy.close()
    await database.close()
    await stores.remove()
  })

  it.each(['answer', 'request'] as const)(
    'stores a message exactly once when the %s is lost',
    async (lose) => {
      const content = `the ${lose} is lost`
      proxy.breakAt({ marker: content, lose, refuseNext: 3 })
      const { id } = expectSuccess(await send(content))
      expect(proxy.hasBroken).toBe(true)
      expect(await idsOf(content)).toEqual([id])
      expect(await contentsUntilNow()).toEqual([content])
    },
  )

  it('stores the messages of many senders exactly once', async () => {
    const contents = Array.from({ length: 20 }, (_, number) => `one of many: ${number}`)
    proxy.breakAt({ marker: 'one of many: 13', lose: 'answer' })
    const answers = await Promise.all(contents.map((content) => send(content)))
    for (const answer of answers) expectSuccess(answer)
    expect(proxy.hasBroken).toBe(true)
    expect((await contentsUntilNow()).sort()).toEqual([...contents].sort())
  })

  it('answers success to a change that was committed, and tells of it', async () => {
    proxy.breakAt({ marker: 'Ada', at: 'commit\0', lose: 'answer' })
    expectSuccess(await owner.patch(`/users/${owner.id}`, { full_name: 'Ada' }))
    expect(proxy.hasBroken).toBe(true)
    const [event] = await owner.pollUntil(queue, 'realm_user')
    expect(event).toMatchObject({ type: 'realm_user', person: { full_name: 'Ada' } })
  })

  it('answers 503 to a change that was rolled back', async () => {
    proxy.breakAt({ marker: 'Grace', at: 'commit\0', lose: 'request' })
    const answer = await owner.patch(`/users/${owner.id}`, { full_name: 'Grace' })
    expectError(answer, 503, { code: 'SERVICE_UNAVAILABLE' })
    expect(expectSuccess(await owner.get('/users/me'))['full_name']).not.toBe('Grace')
  })

  const send = (content: string) =>
    owner.post('/messages', { type: 'stream', to: 'lunch', topic: 'pizza', content })

  async function idsOf(content: string): Promise<number[]> {
    const rows = await database.query
      .selectFrom('messages')
      .select('id')
      .where('content', '=', content)
      .execute()
    return rows.map((row) => row.id)
  }

  /** Contents of the queue's messages, up to a last one that is sent now. */
  async function contentsUntilNow(): Promise<string[]> {
    // The server may have repeated its request less often than the proxy wanted to refuse connections.
    proxy.acceptAll()
    expectSuccess(await send('that is all'))
    const events = await owner.pollUntil(
      queue,
      ({ message }) => shapedLike(message, maybe({ content: '' }))?.content === 'that is all',
    )
    const contents = events.map((event) => messageIn(event).content)
    return contents.filter((content) => content !== 'that is all')
  }
})
