import { BadEventQueueIdError } from '../../src/server/events/errors'
import { RedisAwayError } from '../../src/server/lib/store-away'
import type { Dispatch, EventQueues, QueueOwner } from '../../src/server/events/queues'
import { shardKey } from '../../src/server/events/redis/keys'
import { findRedisServer } from '../support/binaries'
import { elementAt, exactly, firstOf, present } from '../support/checked'
import type { OwnRedis } from '../support/own-redis'
import { OwnRedisCluster } from '../support/own-redis-cluster'
import { describeWith } from '../support/services'
import { contents, message, read, registrationOf, until, wait } from './event-queues.cast'
import { race } from './event-queues.race'
import { RedisWorkers } from './event-queues.redis-workers'
import { describeEventQueues } from './event-queues.suite'

const shards = 5

describeWith({ name: 'redis-server', url: findRedisServer() }, 'Redis Cluster', () => {
  let cluster: OwnRedisCluster
  let workers: RedisWorkers
  beforeAll(async () => {
    cluster = await OwnRedisCluster.start()
  })
  afterAll(async () => cluster.remove())

  describe('a Redis Cluster of three nodes', () => {
    beforeEach(() => {
      workers = new RedisWorkers(cluster.url, shards)
    })
    afterEach(async () => workers.close())

    describeEventQueues('event queues in a cluster', (options) => workers.open(options))

    it('has queues on all of them, which lose, double and disorder nothing', async () => {
      const open = await workers.openSeveral(2)
      expect(await race(open, 200)).toMatchObject({ faults: [] })
      for (const node of cluster.nodes) {
        const keys = await node.with((redis) => redis.keys(`*${workers.keyPrefix}*`))
        expect(keys).not.toEqual([])
      }
    })

    it('is reached through any of its nodes', async () => {
      const [first, second, third] = exactly(cluster.nodes, 3)
      const one = await workers.open({ url: `${second.url},redis://127.0.0.1:1` })
      const other = await workers.open({ url: `redis://127.0.0.1:1,${third.url},${first.url}` })
      const queueIds = await Promise.all(
        people.map(async (owner) => (await one.register(registrationOf(owner))).queueId),
      )
      await other.publish([message('found', { to: people })])
      for (const [i, owner] of people.entries()) {
        expect(contents(await read(one, owner, elementAt(queueIds, i)))).toEqual(['found'])
      }
    })
  })

  describe('a Redis Cluster that loses a node', () => {
    let worker: EventQueues
    let node: OwnRedis
    /** Users with their queues on that node, and on another one. */
    let affected: QueueOwner
    let unaffected: QueueOwner

    beforeEach(async () => {
      workers = new RedisWorkers(cluster.url, shards)
      worker = await workers.open()
      node = await nodeOf(firstOf(people))
      affected = firstOf(people)
      for (const person of people) if ((await nodeOf(person)) !== node) unaffected = person
    })
    afterEach(async () => workers.close())

    function keyOf({ userId }: QueueOwner): string {
      return shardKey(workers.keyPrefix, userId % shards)
    }
    function nodeOf(owner: QueueOwner): Promise<OwnRedis> {
      return cluster.nodeOf(keyOf(owner))
    }
    async function untilPublished(event: Dispatch): Promise<void> {
      await until(() =>
        worker.publish([event]).then(
          () => true,
          () => false,
        ),
      )
    }

    it('serves the other nodes, and all of them once the node is back', async () => {
      const away = await worker.register(registrationOf(affected))
      const here = await worker.register(registrationOf(unaffected))
      const poll = wait(worker, affected, away.queueId)
      await workers.untilParked(away.queueId)
      await node.kill()

      const event = message('meanwhile', { to: [affected, unaffected] })
      await expect(worker.publish([event])).rejects.toThrow(RedisAwayError)
      expect(contents(await wait(worker, unaffected, here.queueId))).toEqual(['meanwhile'])
      await expect(worker.register(registrationOf(affected))).rejects.toThrow(RedisAwayError)
      await worker.ping()

      await node.start()
      await untilPublished(event)
      expect(contents(await poll)).toEqual(['meanwhile'])
      expect(contents(await read(worker, unaffected, here.queueId))).toEqual(['meanwhile'])
    })

    it('drops only the queues of the node if the node comes back empty', async () => {
      const away = await worker.register(registrationOf(affected))
      const here = await worker.register(registrationOf(unaffected))
      const poll = wait(worker, affected, away.queueId)
      await workers.untilParked(away.queueId)
      await node.kill()
      await node.empty()
      await node.start()

      await expect(poll).rejects.toThrow(BadEventQueueIdError)
      await untilPublished(message('after', { to: [unaffected] }))
      expect(contents(await wait(worker, unaffected, here.queueId))).toEqual(['after'])
    })

    it('waits while a shard moves to another node, and finds the shard there', async () => {
      const { queueId } = await worker.register(registrationOf(affected))
      const poll = wait(worker, affected, queueId)
      await workers.untilParked(queueId)
      const target = present(cluster.nodes.find((each) => each !== node))
      const move = await cluster.beginMove(keyOf(affected), node, target)
      // During the move the shard may be split between the nodes, so neither node has all of its keys.
      await expect(read(worker, affected, queueId)).rejects.toThrow(RedisAwayError)
      await expect(worker.register(registrationOf(affected))).rejects.toThrow(RedisAwayError)
      await move.finish()

      await untilPublished(message('moved', { to: [affected] }))
      expect(contents(await poll)).toEqual(['moved'])
      await untilPublished(message('settled', { to: [affected] }))
      expect(contents(await wait(worker, affected, queueId, 0))).toEqual(['settled'])
    })
  })
})

/** One user in each shard. */
const people = Array.from({ length: shards }, (_, i): QueueOwner => ({
  realmId: 1,
  userId: 20 + i,
}))
