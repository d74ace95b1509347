import { BadEventQueueIdError } from '../../src/server/events/errors'
import type { EventQueues } from '../../src/server/events/queues'
import { describeWith, findTestRedis } from '../support/services'
import {
  alice,
  bob,
  carol,
  contents,
  ephemeral,
  message,
  pointer,
  presence,
  read,
  registrationOf,
  typingBy,
  wait,
} from './event-queues.cast'
import { RedisWorkers } from './event-queues.redis-workers'

describeWith(
  { name: 'Redis', url: findTestRedis() },
  'the keys that event queues leave in Redis',
  (url) => {
    let workers: RedisWorkers
    let worker: EventQueues
    let dropped: string[]

    beforeEach(async () => {
      dropped = []
      workers = new RedisWorkers(url, 2)
      worker = await workers.open({ onQueueDropped: (reason) => dropped.push(reason) })
    })
    afterEach(async () => workers.close())

    async function registerAndFill(lifespanSeconds = 600): Promise<string[]> {
      const wishes = [{}, { applyMarkdown: true }, { narrow: [], receivesPublicStreams: true }]
      const queueIds: string[] = []
      for (const wish of wishes) {
        for (const owner of [alice, bob, carol]) {
          const registration = registrationOf(owner, { ...wish, lifespanSeconds })
          queueIds.push((await worker.register(registration)).queueId)
        }
      }
      const to = [alice, bob, carol]
      await worker.publish([message('one', { to }), pointer(1, { to }), pointer(2, { to })])
      await worker.publish([message('two', { to }), pointer(3, { to: [alice] })])
      return queueIds
    }

    it('are all deleted once all queues are deleted', async () => {
      const queueIds = await registerAndFill()
      expect((await workers.kindsOfKeys()).sort()).toEqual([
        'directory',
        'events',
        'expiry',
        'payload',
        'registrations',
        'replaceable',
        'states',
        'user',
        'versions',
      ])
      for (const queueId of queueIds) {
        for (const owner of [alice, bob, carol]) await worker.delete(queueId, owner).catch(() => {})
      }
      expect(await workers.keys()).toEqual([])
    })

    it('are all deleted once all users are gone', async () => {
      await registerAndFill()
      await Promise.all([alice, bob, carol].map((owner) => worker.deleteAllOf(owner)))
      expect(await workers.keys()).toEqual([])
    })

    it('are all deleted once all queues have expired', async () => {
      const queueIds = await registerAndFill(0)
      expect(await worker.expire()).toBe(queueIds.length)
      expect(await workers.keys()).toEqual([])
      expect(await worker.expire()).toBe(0)
      expect(dropped).toEqual(queueIds.map(() => 'expired'))
    })

    it('are all deleted once all queues have outgrown their cap', async () => {
      await registerAndFill()
      const strict = await workers.open({ maxBytesPerQueue: 10 })
      await strict.publish([1, 2].map((n) => message(`${n}`, { to: [alice, bob, carol] })))
      expect(await workers.keys()).toEqual([])
    })

    it('have one payload for all queues with the same rendering, deleted with the last reference', async () => {
      const [first, second] = await Promise.all([
        worker.register(registrationOf(alice)),
        worker.register(registrationOf(alice)),
      ])
      await worker.publish([message('shared', { to: [alice] })])
      const payloads = async () => (await workers.keys()).filter((key) => key.includes('payload'))
      expect(await payloads()).toHaveLength(1)

      await read(worker, alice, first.queueId, 0)
      expect(await payloads()).toHaveLength(1)
      await read(worker, alice, second.queueId, 0)
      expect(await payloads()).toHaveLength(0)
    })

    it('have no record of replaceable events once all are acknowledged', async () => {
      const { queueId } = await worker.register(registrationOf(alice))
      const replaceable = async () => (await workers.kindsOfKeys()).includes('replaceable')
      await worker.publish([presence(bob, 'idle', { to: [alice] })])
      expect(await replaceable()).toBe(true)
      const poll = wait(worker, alice, queueId, 0)
      await workers.untilParked(queueId)
      expect(await replaceable()).toBe(false)
      await worker.publish([presence(bob, 'active', { to: [alice] })])
      expect(await poll).toMatchObject([{ presence: { website: { status: 'active' } } }])
      expect(await replaceable()).toBe(false)
    })

    it('include payloads of events outside the outbox, which are deleted in the same way', async () => {
      const { queueId } = await worker.register(registrationOf(alice))
      const typing = ephemeral(typingBy(bob, 'start'), { to: [alice] })
      await worker.publish([typing, typing])
      const kinds = async () => (await workers.kindsOfKeys()).filter((kind) => kind === 'payload')
      expect(await kinds()).not.toEqual([])
      expect(await workers.kindsOfKeys()).not.toContain('dispatched')
      await read(worker, alice, queueId, 1)
      expect(await kinds()).toEqual([])
    })

    it('include payloads for as long as a client reads them without acknowledging', async () => {
      const { queueId } = await worker.register(registrationOf(alice, { lifespanSeconds: 5_000 }))
      await worker.publish([message('again and again', { to: [alice] })])
      const [payload = ''] = (await workers.keys()).filter((key) => key.includes('payload'))
      expect(await workers.redis.ttl(payload)).toBeGreaterThan(5_000)

      await workers.redis.expire(payload, 100)
      expect(contents(await wait(worker, alice, queueId))).toEqual(['again and again'])
      expect(await workers.redis.ttl(payload)).toBeGreaterThan(5_000)
    })

    it('have no gaps: a queue that lost an event is dropped', async () => {
      const { queueId } = await worker.register(registrationOf(alice))
      const other = await worker.register(registrationOf(bob))
      await worker.publish([
        message('lost', { to: [alice] }),
        message('kept', { to: [alice, bob] }),
      ])
      const payloads = (await workers.keys()).filter((key) => key.includes('payload'))
      for (const key of payloads) {
        const text = await workers.redis.hget(key, 'text')
        if (text?.includes('lost')) await workers.redis.del(key)
      }

      await expect(read(worker, alice, queueId)).rejects.toThrow(BadEventQueueIdError)
      expect(contents(await read(worker, bob, other.queueId))).toEqual(['kept'])
      expect(dropped).toEqual(['incomplete'])
    })

    it('include dispatched rows for longer than the longest lifespan of a queue', async () => {
      await worker.register(registrationOf(alice))
      await worker.publish([message('one', { to: [alice] })])
      const [bitmap = ''] = await workers.redis.keys(`{${workers.keyPrefix}:0}:dispatched:*`)
      expect(await workers.redis.ttl(bitmap)).toBeGreaterThan(7 * 86_400)
    })
  },
)
