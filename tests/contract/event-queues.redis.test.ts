import type { EventQueues } from '../../src/server/events/queues'
import { BadEventQueueIdError } from '../../src/server/events/errors'
import { exactly } from '../support/checked'
import { describeWith, findTestRedis } from '../support/services'
import {
  alice,
  bob,
  carol,
  contents,
  message,
  nextOutboxId,
  read,
  received,
  registrationOf,
  wait,
} from './event-queues.cast'
import { RedisWorkers } from './event-queues.redis-workers'
import { describeEventQueues } from './event-queues.suite'

describeWith({ name: 'Redis', url: findTestRedis() }, 'Redis', (url) => {
  describe.each([1, 3])('Redis with %i shards', (shards) => {
    let workers: RedisWorkers
    beforeEach(() => {
      workers = new RedisWorkers(url, shards)
    })
    afterEach(async () => workers.close())

    describeEventQueues(`event queues in Redis, ${shards} shards`, (options) =>
      workers.open(options),
    )
  })

  describe('several workers', () => {
    let workers: RedisWorkers
    let a: EventQueues
    let b: EventQueues
    let c: EventQueues

    beforeEach(async () => {
      workers = new RedisWorkers(url, 2)
      ;[a, b, c] = exactly(await workers.openSeveral(3), 3)
    })
    afterEach(async () => workers.close())

    it('serve any queue: registered on one, polled on a second, sent to by a third', async () => {
      const { queueId } = await a.register(registrationOf(alice))
      const poll = wait(b, alice, queueId)
      await workers.untilParked(queueId)
      await c.publish([message('across', { to: [alice] })])
      expect(contents(await poll)).toEqual(['across'])
      expect(contents(await read(a, alice, queueId))).toEqual(['across'])
    })

    it('answer the older poll when a newer one comes to another worker', async () => {
      const { queueId } = await a.register(registrationOf(alice))
      const older = wait(a, alice, queueId)
      await workers.untilParked(queueId)
      const newer = wait(b, alice, queueId)
      expect(await older).toEqual([])
      expect([a.parkedPolls, b.parkedPolls]).toEqual([0, 1])

      await c.publish([message('for the newer', { to: [alice] })])
      expect(contents(await newer)).toEqual(['for the newer'])
    })

    it('learn of queues that other workers registered after their last publish', async () => {
      const first = await a.register(registrationOf(alice))
      await a.publish([message('one', { to: [alice, bob] })])
      const second = await b.register(registrationOf(bob))
      const third = await c.register(registrationOf(alice))
      await a.publish([message('two', { to: [alice, bob] })])

      expect(contents(await read(c, alice, first.queueId))).toEqual(['one', 'two'])
      expect(contents(await read(c, bob, second.queueId))).toEqual(['two'])
      expect(contents(await read(c, alice, third.queueId))).toEqual(['two'])
    })

    it('learn of queues registered while they selected the audience', async () => {
      // Same shard as Alice's queue: a publish to another shard would be complete already.
      await a.register(registrationOf(alice))
      const event = message('during', { to: [alice, carol] })
      let late = ''
      await a.publish([
        {
          ...event,
          selectUsers: async (online) => {
            late ||= (await b.register(registrationOf(carol))).queueId
            return event.selectUsers(online)
          },
        },
      ])
      expect(contents(await read(c, carol, late))).toEqual(['during'])
    })

    it('learn of such queues even if another event was published to them first', async () => {
      await a.register(registrationOf(alice))
      const event = message('overtaken', { to: [alice, carol] })
      let late = ''
      await a.publish([
        {
          ...event,
          selectUsers: async (online) => {
            const selected = await event.selectUsers(online)
            if (!late) {
              late = (await b.register(registrationOf(carol))).queueId
              await a.publish([message('overtaking', { to: [carol] })])
            }
            return selected
          },
        },
      ])
      expect(contents(await read(c, carol, late))).toEqual(['overtaking', 'overtaken'])
    })

    it('forget deleted queues', async () => {
      const { queueId } = await a.register(registrationOf(alice))
      await b.publish([message('one', { to: [alice] })])
      await c.delete(queueId, alice)
      await b.publish([message('two', { to: [alice] })])
      const { queueId: next } = await a.register(registrationOf(alice))
      await b.publish([message('three', { to: [alice] })])
      expect(contents(await read(c, alice, next))).toEqual(['three'])
    })

    it('add a row once, however many dispatch it at the same time', async () => {
      const { queueId } = await a.register(registrationOf(alice))
      const polls = [wait(a, alice, queueId)]
      await workers.untilParked(queueId)
      for (let round = 0; round < 20; round += 1) {
        const batch = [1, 2, 3].map((n) => message(`${round}/${n}`, { to: [alice] }))
        await Promise.all([a.publish(batch), b.publish(batch), c.publish(batch)])
      }
      await Promise.all(polls)
      const events = await read(b, alice, queueId)
      expect(events).toHaveLength(60)
      expect(new Set(contents(events)).size).toBe(60)
    })

    it('tell rows of a batch apart even if their ids are far apart', async () => {
      const { queueId } = await a.register(registrationOf(alice))
      const first = nextOutboxId()
      const ids = [first, first + 65_536, first + 65_535, first + 1]
      for (let time = 0; time < 2; time += 1) {
        for (const outboxId of ids) {
          await a.publish([message(String(outboxId), { to: [alice], outboxId })])
        }
      }
      expect(contents(await read(b, alice, queueId))).toEqual(ids.map(String))
    })

    it('end the polls of a user who lost access, at all workers', async () => {
      const queueIds = await Promise.all(
        [a, b, c].map(async (worker) => (await worker.register(registrationOf(alice))).queueId),
      )
      const polls = [a, b, c].map((worker, i) => wait(worker, alice, queueIds[i] ?? ''))
      await Promise.all(queueIds.map((queueId) => workers.untilParked(queueId)))
      await Promise.all([
        a.deleteAllOf(alice),
        ...polls.map((poll) => expect(poll).rejects.toThrow(BadEventQueueIdError)),
      ])
    })

    it('hand a queue over when one of them drains', async () => {
      const { queueId } = await a.register(registrationOf(alice))
      const poll = a.poll(queueId, alice, -1, { park: true })
      await workers.untilParked(queueId)
      await a.drain()
      expect(received(await poll)).toEqual([])

      const next = wait(b, alice, queueId)
      await c.publish([message('elsewhere', { to: [alice] })])
      expect(contents(await next)).toEqual(['elsewhere'])
    })

    it('drop an overfull queue at all workers', async () => {
      const dropped: string[] = []
      const strict = await workers.open({
        maxEventsPerQueue: 2,
        onQueueDropped: (reason) => dropped.push(reason),
      })
      const { queueId } = await a.register(registrationOf(alice))
      const other = await a.register(registrationOf(carol))
      const poll = wait(b, alice, queueId)
      await workers.untilParked(queueId)
      await strict.publish([1, 2, 3].map((n) => message(`${n}`, { to: [alice, carol] })))

      expect(contents(await poll)).toEqual(['1', '2', '3'])
      await expect(wait(b, alice, queueId, 2)).rejects.toThrow(BadEventQueueIdError)
      await expect(read(c, carol, other.queueId)).rejects.toThrow(BadEventQueueIdError)
      expect(dropped).toEqual(['overfull', 'overfull'])
    })
  })
})
