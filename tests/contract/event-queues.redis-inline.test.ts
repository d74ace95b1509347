import { Redis } from 'ioredis'
import { BadEventQueueIdError } from '../../src/server/events/errors'
import { shardKey } from '../../src/server/events/redis/keys'
import type { EventQueues } from '../../src/server/events/queues'
import { describeWith, findTestRedis } from '../support/services'
import {
  alice,
  bob,
  contents,
  message,
  pointer,
  read,
  readAfter,
  registrationOf,
  until,
  wait,
} from './event-queues.cast'
import { RedisWorkers } from './event-queues.redis-workers'

const toAlice = { to: [alice] }
const redis = { name: 'Redis', url: findTestRedis() }

describeWith(redis, 'the only event of a queue, in Redis', (url) => {
  let workers: RedisWorkers
  let worker: EventQueues
  let queueId: string
  let dropped: string[]

  beforeEach(async () => {
    dropped = []
    workers = new RedisWorkers(url)
    worker = await workers.open({ onQueueDropped: (reason) => dropped.push(reason) })
    queueId = (await worker.register(registrationOf(alice))).queueId
  })
  afterEach(async () => workers.close())

  async function hasSet(): Promise<boolean> {
    return (await workers.kindsOfKeys()).includes('events')
  }

  async function hasPayload(): Promise<boolean> {
    return (await workers.kindsOfKeys()).includes('payload')
  }

  it('is in the state of its queue until a second event comes, and again when all are acknowledged', async () => {
    await worker.publish([message('one', toAlice)])
    expect(await hasSet()).toBe(false)
    expect(contents(await read(worker, alice, queueId))).toEqual(['one'])
    expect(contents(await read(worker, alice, queueId))).toEqual(['one'])

    await worker.publish([message('two', toAlice)])
    await worker.publish([message('three', toAlice)])
    expect(await hasSet()).toBe(true)
    const events = await read(worker, alice, queueId)
    expect(events.map((event) => event.id)).toEqual([0, 1, 2])
    expect(contents(events)).toEqual(['one', 'two', 'three'])
    expect(contents(await read(worker, alice, queueId, 1))).toEqual(['three'])
    expect(await read(worker, alice, queueId, 2)).toEqual([])
    expect([await hasSet(), await hasPayload()]).toEqual([false, false])

    await worker.publish([message('four', toAlice)])
    expect(await hasSet()).toBe(false)
    expect(await read(worker, alice, queueId, 2)).toMatchObject([{ id: 3 }])
    await worker.acknowledge(queueId, alice, 3)
    expect(await hasPayload()).toBe(false)
  })

  it('is in the state of its queue while a client acknowledges each event at once', async () => {
    for (const [lastEventId, text] of ['one', 'two', 'three'].entries()) {
      const poll = wait(worker, alice, queueId, lastEventId - 1)
      await workers.untilParked(queueId)
      await worker.publish([message(text, toAlice)])
      expect(contents(await poll)).toEqual([text])
      expect(await hasSet()).toBe(false)
    }
  })

  it('stays the same for a client that claims to have later events', async () => {
    await worker.publish([message('one', toAlice)])
    const cursors = { lastEventId: -1, afterEventId: 41 }
    expect(await readAfter(worker, alice, queueId, cursors)).toEqual([])
    expect(await read(worker, alice, queueId)).toMatchObject([{ id: 0 }])
    await worker.publish([message('two', toAlice)])
    expect(await read(worker, alice, queueId)).toMatchObject([{ id: 0 }, { id: 42 }])
    expect(await read(worker, alice, queueId, 0)).toMatchObject([{ id: 42 }])
    expect(await read(worker, alice, queueId, 42)).toEqual([])
    expect([await hasSet(), await hasPayload()]).toEqual([false, false])
  })

  it('stays until it is acknowledged, while a poll is parked for the next event', async () => {
    await worker.publish([message('known', toAlice)])
    const poll = worker.poll(queueId, alice, -1, { park: true, afterEventId: 0 })
    await workers.untilParked(queueId)
    expect(await hasSet()).toBe(false)
    await worker.publish([message('next', toAlice)])
    expect(JSON.parse((await poll).json)).toMatchObject([{ id: 1 }])
    expect(contents(await read(worker, alice, queueId))).toEqual(['known', 'next'])
  })

  it('is replaced by an event that merges with it only until a poll was answered with it', async () => {
    await worker.publish([pointer(1, toAlice)])
    await worker.publish([pointer(2, toAlice)])
    expect(await read(worker, alice, queueId)).toMatchObject([{ pointer: 2, id: 1 }])

    const poll = wait(worker, alice, queueId, 1)
    await workers.untilParked(queueId)
    await worker.publish([pointer(3, toAlice)])
    expect(await poll).toMatchObject([{ pointer: 3 }])
    expect(await hasSet()).toBe(false)
    await worker.publish([pointer(4, toAlice)])
    await worker.publish([pointer(5, toAlice)])
    expect(await read(worker, alice, queueId, 1)).toMatchObject([{ pointer: 3 }, { pointer: 5 }])
  })

  it('may be a heartbeat', async () => {
    const hasty = await workers.open({ heartbeatMs: { min: 20, max: 30 } })
    const beat = { type: 'heartbeat', id: 0 }
    expect(await wait(hasty, alice, queueId)).toEqual([beat])
    expect([await hasSet(), await hasPayload()]).toEqual([false, false])
    expect(await read(hasty, alice, queueId)).toEqual([beat])
    await hasty.publish([message('after it', toAlice)])
    expect(await read(hasty, alice, queueId)).toMatchObject([beat, { id: 1, type: 'message' }])
  })

  it('ends the whole queue when its text is lost', async () => {
    await worker.publish([message('lost', toAlice)])
    const payloads = (await workers.keys()).filter((key) => key.includes('payload'))
    await workers.redis.del(...payloads)
    await expect(read(worker, alice, queueId)).rejects.toThrow(BadEventQueueIdError)
    expect(dropped).toEqual(['incomplete'])
    expect(await workers.keys()).toEqual([])
  })

  it('ends the queue when it is longer than the cap', async () => {
    const strict = await workers.open({ maxBytesPerQueue: 1_000 })
    await strict.publish([message('x'.repeat(2_000), toAlice)])
    await expect(read(worker, alice, queueId)).rejects.toThrow(BadEventQueueIdError)
    expect(await workers.keys()).toEqual([])
  })

  describe('the only event of a queue, beside a worker of an earlier version', () => {
    let older: Redis
    let beside: EventQueues

    beforeEach(async () => {
      older = new Redis(url)
      await older.subscribe(`${shardKey(workers.keyPrefix, 0)}wake-ups:AbCdEfGhIjKl`)
      beside = await workers.open()
    })
    afterEach(() => older.disconnect())

    it('is stored where the earlier version reads it', async () => {
      const poll = wait(beside, alice, queueId)
      await workers.untilParked(queueId)
      await beside.publish([message('one', toAlice)])
      expect(contents(await poll)).toEqual(['one'])
      expect(await hasSet()).toBe(true)
      expect(contents(await read(beside, alice, queueId))).toEqual(['one'])

      // A worker that started before the older one notices it at its next check.
      await worker.expire()
      await read(worker, alice, queueId, 0)
      await worker.publish([message('two', toAlice)])
      expect(await hasSet()).toBe(true)
    })

    it('is read by workers that start after the earlier version has left', async () => {
      const { queueId: bobs } = await beside.register(registrationOf(bob))
      await beside.publish([message('before', { to: [alice, bob] })])
      const poll = wait(beside, bob, bobs, 0)
      await workers.untilParked(bobs)
      older.disconnect()
      await until(async () => {
        const channels = await workers.redis.pubsub('CHANNELS', '*:AbCdEfGhIjKl')
        return channels.length === 0
      })

      const next = await workers.open()
      await next.publish([message('after', { to: [alice, bob] })])
      expect(contents(await poll)).toEqual(['after'])
      expect(contents(await read(next, bob, bobs, 0))).toEqual(['after'])
      expect(contents(await read(next, alice, queueId))).toEqual(['before', 'after'])
      await read(next, alice, queueId, 1)
      await next.publish([message('alone', toAlice)])
      expect(await hasSet()).toBe(false)
      expect(contents(await read(beside, alice, queueId, 1))).toEqual(['alone'])
    })
  })
})
