import { randomBytes } from 'node:crypto'
import type { Database } from '../../src/server/data/engine/database'
import { shardKey } from '../../src/server/events/redis/keys'
import { presenceKeys } from '../../src/server/stores/presence/redis/redis-presence'
import { findRedisServer } from '../support/binaries'
import { present, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { OwnRedis } from '../support/own-redis'
import { OwnRedisCluster } from '../support/own-redis-cluster'
import type { Person } from '../support/person'
import { describeWith, findTestDatabase, findTestRedis } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { memberAt, openTestDatabase, Worker } from '../support/workers'

const shards = 3
const url = findTestDatabase() && findTestRedis() && findRedisServer()

describeWith(
  { name: 'PostgreSQL, Redis and redis-server', url },
  'workers on a Redis Cluster',
  () => {
    let cluster: OwnRedisCluster
    let stores: TestStores
    let database: Database
    let keyPrefix: string
    let workers: [Worker, Worker]

    beforeAll(async () => {
      ;[stores, cluster] = await Promise.all([createTestStores(), OwnRedisCluster.start(shards)])
      keyPrefix = await prefixThatSpreads()
      const settings = {
        REDIS_URL: cluster.url,
        REDIS_KEY_PREFIX: keyPrefix,
        EVENT_SHARDS: String(shards),
        RATE_LIMIT: '1000',
      }
      workers = await Promise.all([Worker.start(stores, settings), Worker.start(stores, settings)])
      database = openTestDatabase(stores)
    })
    afterAll(async () => {
      await Promise.all(workers.map((worker) => worker.kill()))
      await database.close()
      await Promise.all([stores.remove(), cluster.remove()])
    })

    /** Under which each node has a shard. */
    async function prefixThatSpreads(): Promise<string> {
      for (;;) {
        const prefix = `test-${randomBytes(4).toString('hex')}`
        const keys = Array.from({ length: shards }, (_, shard) => shardKey(prefix, shard))
        const nodes = await Promise.all(keys.map((key) => cluster.nodeOf(key)))
        if (new Set(nodes).size === shards) return prefix
      }
    }

    /** Somebody with queues in a shard, or in any other. */
    async function findPerson(isWanted: (shard: number) => boolean): Promise<Person> {
      for (;;) {
        const person = await memberAt(
          workers[0],
          database,
          `person-${randomBytes(4).toString('hex')}`,
        )
        if (isWanted(person.id % shards)) return person
      }
    }

    /** Waits until Redis knows of a poll at the queue. */
    async function untilParked(shard: number, queueId: string): Promise<void> {
      const key = shardKey(keyPrefix, shard)
      const node = await cluster.nodeOf(key)
      await untilHolds('a poll waits', async () => {
        const state = await node.with((redis) => redis.hget(`${key}states`, queueId))
        // Its last word is the token of the poll, which ends with a zero byte.
        return /\d\0$/.test(state ?? '')
      })
    }

    /** The shard on the node that keeps the presences as well. */
    async function shardNextToPresences(): Promise<number> {
      const node = await cluster.nodeOf(presenceKeys(keyPrefix, 0).records)
      for (let shard = 0; ; shard += 1) {
        if ((await cluster.nodeOf(shardKey(keyPrefix, shard))) === node) return shard
      }
    }

    it('share queues and limits; when a node goes, its shard waits and the others go on', async () => {
      const lostShard = await shardNextToPresences()
      const alice = await findPerson((shard) => shard === lostShard)
      const bob = await findPerson((shard) => shard !== lostShard)
      for (const person of [alice, bob]) {
        const subscriptions = [{ name: 'lunch' }]
        expectSuccess(await person.post('/users/me/subscriptions', { subscriptions }))
      }
      const onlyMessages = { event_types: ['message'] }
      const [alices, bobs] = [await alice.register(onlyMessages), await bob.register(onlyMessages)]
      const [aliceOnB, bobOnB] = [alice.at(workers[1].url), bob.at(workers[1].url)]
      const calls = [await alice.get('/users/me'), await aliceOnB.get('/users/me')]
      const [onA, onB] = calls.map(({ headers }) => Number(headers['x-ratelimit-remaining']))
      expect(onB).toBe(present(onA, 'onA') - 1)

      const hears =
        (content: string) =>
        ({ type, message }: { type: string; message?: unknown }) =>
          type === 'message' && shapedLike(message, { content: '' }).content === content
      // Consume earlier events, so that the next poll parks.
      await bob.send('lunch', 'pizza', 'before')
      await aliceOnB.pollUntil(alices, hears('before'))
      const alicesPoll = aliceOnB.pollUntil(alices, hears('while it is away'))
      await untilParked(lostShard, alices.queue_id)
      const node: OwnRedis = await cluster.nodeOf(shardKey(keyPrefix, lostShard))
      await node.kill()

      await alice.send('lunch', 'pizza', 'while it is away')
      await bobOnB.pollUntil(bobs, hears('while it is away'))
      expectError(await alice.post('/register'), 503, { code: 'SERVICE_UNAVAILABLE' })
      const registered = expectSuccess(await bob.post('/register', { event_types: ['presence'] }))
      expect(registered).toMatchObject({ presences: {}, presence_last_update_id: -1 })
      expectSuccess(await bob.post('/register'))

      await node.start()
      await alicesPoll
      // Each worker finds the node again by itself; until then it says that it is away.
      for (const person of [alice, aliceOnB]) {
        await untilHolds('the shard is back', async () => {
          const { status } = await person.post('/register', onlyMessages)
          return status === 200
        })
      }
      await bob.send('lunch', 'pizza', 'and after it')
      await Promise.all([
        aliceOnB.pollUntil(alices, hears('and after it')),
        bobOnB.pollUntil(bobs, hears('and after it')),
      ])
    })
  },
)
