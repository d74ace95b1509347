import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { firstOf } from '../support/checked'
import { Cluster, clusterNeeds } from '../support/cluster'
import { ownerApiKey, ownerEmail } from '../support/config'
import { EventSource } from '../support/event-source'
import { expectSuccess } from '../support/expectations'
import { Person } from '../support/person'
import { describeWith } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'

describeWith(clusterNeeds, 'npm run cluster', () => {
  let stores: TestStores
  let cluster: Cluster
  let owner: Person

  beforeAll(async () => {
    stores = await createTestStores()
    cluster = await Cluster.start(stores)
    const anyone = new Person(cluster.url, 0, ownerEmail, ownerApiKey, 'Owner')
    const { user_id: id } = await anyone.call('GET /users/me')
    owner = new Person(cluster.url, id, ownerEmail, ownerApiKey, 'Owner')
  })
  afterAll(async () => {
    await cluster.stop()
    await stores.remove()
  })

  it('passes every form of arguments through its proxy', async () => {
    expectSuccess(
      await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'proxied' }] }),
    )
    // A body on DELETE, which some proxies drop.
    expect(
      expectSuccess(await owner.delete('/users/me/subscriptions', { subscriptions: ['proxied'] })),
    ).toMatchObject({ removed: ['proxied'] })
    // A query of 100 kB.
    const long = await owner.get('/streams', { ignored: 'x'.repeat(100_000) })
    expectSuccess(long)
  })

  it.each([
    ['TRACE /api/v1/users/me HTTP/1.1', 405],
    ['CONNECT /api/v1/ HTTP/1.1', 405],
    ['GET /api/v1/users/me HTTP/3.0', 400],
    ['POST /api/v1/messages HTTP/1.1\r\nTransfer-Encoding: odd', 400],
    [`GET /api/v1/users/me?${'x'.repeat(200_000)} HTTP/1.1`, 414],
  ])('answers in JSON what its proxy refuses, %#', async (head, status) => {
    const { hostname, port } = new URL(cluster.url)
    const socket = connect({ host: hostname, port: Number(port) })
    socket.write(`${head}\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`)
    const [start, body] = (await text(socket)).split('\r\n\r\n')
    expect(start).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(JSON.parse(body ?? '')).toMatchObject({
      result: 'error',
      msg: expect.any(String),
    })
  })

  it('passes event streams on without buffering', async () => {
    const queue = await owner.register({ event_types: ['message'] })
    const source = await EventSource.open(owner, queue)
    await cluster.holderOfPoll()
    const id = await owner.send('general', 'cluster', 'at once')
    expect(await source.event()).toMatchObject({ message: { id } })
    expectSuccess(await owner.delete('/events', { queue_id: queue.queue_id }))
    expect(await source.event()).toBeUndefined()
  })

  it('refuses nothing while a worker stops under load', async () => {
    const over = new AbortController()
    const statuses = new Set<number>()
    let answers = 0
    const sender = async (): Promise<void> => {
      while (!over.signal.aborted) {
        statuses.add((await owner.post('/messages/render', { content: 'x' })).status)
        answers += 1
      }
    }
    const senders = Array.from({ length: 16 }, sender)
    await untilHolds('there is load', () => answers > 100)
    await cluster.replace(firstOf(cluster.workers))
    over.abort()
    await Promise.all(senders)
    expect([...statuses]).toEqual([200])
  })

  it('answers a poll although its worker is killed, and restarts the worker', async () => {
    const queue = await owner.register({ event_types: ['message'] })
    const polled = owner.pollUntil(queue, 'message')
    const { restarted } = await cluster.kill(await cluster.holderOfPoll())
    const message = { to: 'general', topic: 'cluster', content: 'still delivered' }
    const id = await cluster.sendAfterKill(owner, message)
    expect(await polled).toMatchObject([{ message: { id, content: 'still delivered' } }])
    await restarted
  })

  it('ends in order when its terminal is gone', async () => {
    expect(await cluster.stop('SIGHUP')).toBe(0)
    const asked = cluster.workers.map(({ url }) => fetch(`${url}/health`))
    for (const answer of asked) await expect(answer).rejects.toThrow()
  })
})
