import pino from 'pino'
import { BadEventQueueIdError } from '../../src/server/events/errors'
import type { EventQueues } from '../../src/server/events/queues'
import { findRedisServer } from '../support/binaries'
import { exactly, shapedLike } from '../support/checked'
import { OwnRedis } from '../support/own-redis'
import { describeWith } from '../support/services'
import {
  alice,
  bob,
  contents,
  message,
  presence,
  read,
  registrationOf,
  untilReady,
  wait,
} from './event-queues.cast'
import { RedisWorkers } from './event-queues.redis-workers'

const server = { name: 'redis-server', url: findRedisServer() }
const toBoth = { to: [alice, bob] }

describeWith(server, 'event queues after a return of Redis', () => {
  let redis: OwnRedis
  let workers: RedisWorkers
  let one: EventQueues
  let other: EventQueues
  /** A worker whose polls end soon. */
  let hasty: EventQueues
  let dropped: string[]
  let lines: { msg: string; shard?: number; queues?: number }[]

  async function start(args: readonly string[]): Promise<void> {
    redis = await OwnRedis.start(args)
    // Alice and Bob are in different shards.
    workers = new RedisWorkers(redis.url, 2)
    dropped = []
    lines = []
    const log = pino(
      {},
      { write: (line: string) => lines.push(shapedLike(JSON.parse(line), { msg: '' })) },
    )
    const options = { onQueueDropped: (reason: string) => dropped.push(reason), log }
    ;[one, other] = exactly(await workers.openSeveral(2, options), 2)
    hasty = await workers.open({ ...options, heartbeatMs: { min: 20, max: 30 } })
  }
  afterEach(async () => {
    await workers.close()
    await redis.remove()
  })

  describe('event queues after Redis came back from an older snapshot', () => {
    beforeEach(() => start(['--appendonly', 'no']))

    async function goBackToSnapshot(): Promise<void> {
      await redis.kill()
      await redis.start()
    }

    it('are dropped as a whole, without gaps, even if events were added since', async () => {
      const { queueId } = await other.register(registrationOf(bob))
      await one.publish([message('kept', toBoth)])
      await redis.with((client) => client.save())
      const poll = wait(other, bob, queueId, 0)
      await workers.untilParked(queueId)
      await one.publish([presence(alice, 'active', { to: [bob] }), message('lost', { to: [bob] })])
      expect(await poll).toHaveLength(2)
      const next = wait(other, bob, queueId, 2)
      await workers.untilParked(queueId)
      await goBackToSnapshot()

      await expect(next).rejects.toThrow(BadEventQueueIdError)
      await Promise.all([one, other].map(untilReady))
      await other.publish([message('hole in front', toBoth)])
      for (const worker of [one, other])
        await expect(read(worker, bob, queueId)).rejects.toThrow(BadEventQueueIdError)
      expect(dropped).toEqual(['incomplete'])
    })

    it('stay in a shard that lost none of them', async () => {
      const alices = await one.register(registrationOf(alice))
      const bobs = await one.register(registrationOf(bob))
      await one.publish([message('kept', toBoth)])
      await redis.with((client) => client.save())
      await one.publish([message('lost', { to: [bob] })])
      await goBackToSnapshot()
      await untilReady(one)
      await one.publish([message('next', toBoth)])
      expect(contents(await read(one, alice, alices.queueId))).toEqual(['kept', 'next'])
      await expect(read(one, bob, bobs.queueId)).rejects.toThrow(BadEventQueueIdError)
      const losses = lines.filter(({ msg }) => msg.startsWith('Redis lost its latest writes'))
      expect(losses).toMatchObject([{ shard: 1, queues: 1 }])
    })

    it.each([
      ['a heartbeat', (queueId: string) => wait(hasty, alice, queueId, 0)],
      ['an event without a row', () => one.publish([presence(bob, 'active', { to: [alice] })])],
    ])(
      'are dropped if %s alone is lost, whose id the next event would get',
      async (_what, lose) => {
        const { queueId } = await one.register(registrationOf(alice))
        await one.publish([message('kept', toBoth)])
        await redis.with((client) => client.save())
        expect(contents(await wait(one, alice, queueId))).toEqual(['kept'])
        await lose(queueId)
        await goBackToSnapshot()
        await Promise.all([one, other, hasty].map(untilReady))
        await other.publish([message('under the same id', toBoth)])
        await expect(wait(other, alice, queueId, 1)).rejects.toThrow(BadEventQueueIdError)
        expect(dropped).toEqual(['incomplete'])
      },
    )

    it('stay if they were registered after Redis came back, even before all workers reconnected', async () => {
      await one.register(registrationOf(alice))
      await redis.with((client) => client.save())
      await one.publish([message('lost', toBoth)])
      await redis.kill()
      // The other worker did not publish the lost message, so it would find nothing missing.
      await other.close()
      await redis.start()
      const late = await workers.open()
      const { queueId } = await late.register(registrationOf(alice))
      await untilReady(one)
      await one.publish([message('new', toBoth)])
      expect(contents(await read(late, alice, queueId))).toEqual(['new'])
    })

    it('stay if nothing was published since', async () => {
      const { queueId } = await one.register(registrationOf(alice))
      await one.publish([message('kept', toBoth)])
      await redis.with((client) => client.save())
      await goBackToSnapshot()
      await untilReady(other)
      expect(contents(await read(other, alice, queueId))).toEqual(['kept'])
      await untilReady(one)
      expect(dropped).toEqual([])
    })

    it('are dropped even if they are more than one step deletes', async () => {
      const queueIds = await Promise.all(
        Array.from(
          { length: 1_001 },
          async () => (await one.register(registrationOf(alice))).queueId,
        ),
      )
      await redis.with((client) => client.save())
      await one.publish([message('lost', toBoth)])
      await goBackToSnapshot()
      await untilReady(one)
      expect(dropped).toHaveLength(queueIds.length)
      expect(await workers.keys()).toEqual([])
    })
  })

  describe('event queues after Redis came back without its latest second', () => {
    beforeEach(() => start([]))

    it('are dropped, and begin with new ids', async () => {
      const { queueId } = await other.register(registrationOf(bob))
      await one.publish([message('kept', toBoth)])
      const loseTheRest = await redis.markFile()
      await one.publish([message('lost', toBoth)])
      expect(contents(await wait(other, bob, queueId))).toEqual(['kept', 'lost'])
      await redis.kill()
      await loseTheRest()
      await redis.start()
      await Promise.all([one, other].map(untilReady))
      await other.publish([message('under the same id', toBoth)])
      await expect(wait(other, bob, queueId, 1)).rejects.toThrow(BadEventQueueIdError)
      const again = await other.register(registrationOf(bob))
      await one.publish([message('next', toBoth)])
      expect(contents(await read(other, bob, again.queueId))).toEqual(['next'])
    })

    /** Redis and all workers end together, as in a power cut. */
    async function cutPower(lose: () => Promise<void>): Promise<void> {
      await redis.kill()
      await Promise.all([one, other, hasty].map((worker) => worker.close()))
      await lose()
      await redis.start()
    }

    it('are dropped although no worker remembers it', async () => {
      const { queueId } = await other.register(registrationOf(bob))
      await one.publish([message('kept', toBoth)])
      const loseTheRest = await redis.markFile()
      await one.publish([message('lost', toBoth)])
      await cutPower(loseTheRest)

      const [first, second] = exactly(
        await workers.openSeveral(2, {
          witnessPatienceMs: 0,
          onQueueDropped: (reason) => dropped.push(reason),
        }),
        2,
      )
      const { queueId: younger } = await first.register(registrationOf(alice))
      for (const worker of [first, second]) await worker.expire()
      await second.publish([message('hole in front', toBoth)])
      await expect(read(first, bob, queueId)).rejects.toThrow(BadEventQueueIdError)
      expect(contents(await read(second, alice, younger))).toEqual(['hole in front'])
      expect(dropped).toEqual(['incomplete'])
    })

    it('stay if a worker that was connected before comes back', async () => {
      const { queueId } = await other.register(registrationOf(bob))
      await one.publish([message('kept', toBoth)])
      await redis.kill()
      await Promise.all([one, hasty].map((worker) => worker.close()))
      await redis.start()
      const late = await workers.open({ onQueueDropped: (reason) => dropped.push(reason) })
      await untilReady(other)
      await other.expire()
      await late.expire()
      await late.publish([message('next', toBoth)])
      expect(contents(await read(late, bob, queueId))).toEqual(['kept', 'next'])
      expect(dropped).toEqual([])
    })
  })

  describe('event queues after Redis came back without a loss', () => {
    beforeEach(() => start([]))

    it('stay, with all events', async () => {
      const { queueId } = await one.register(registrationOf(alice))
      const batch = [message('before', toBoth)]
      await one.publish(batch)
      await redis.kill()
      await redis.start()
      await Promise.all([one, other].map(untilReady))
      await one.publish(batch)
      await one.publish([message('after', toBoth)])
      expect(contents(await read(other, alice, queueId))).toEqual(['before', 'after'])
      expect(dropped).toEqual([])
    })
  })
})
