import { BadEventQueueIdError } from '../../src/server/events/errors'
import type { EventQueues } from '../../src/server/events/queues'
import { elementAt, firstOf } from '../support/checked'
import {
  alice,
  bob,
  carol,
  contents,
  message,
  read,
  received,
  registrationOf,
  stranger,
  until,
  wait,
} from './event-queues.cast'
import type { Stage } from './event-queues.cast'

/** How queues are deleted, expire or are dropped. */
export function describeEnding(stage: Stage): void {
  describe('the end of a queue', () => {
    let queues: EventQueues
    beforeEach(() => {
      queues = stage.queues
    })

    it('comes when its owner deletes it; a parked poll is answered', async () => {
      const { queueId } = await queues.register(registrationOf(alice))
      const poll = wait(queues, alice, queueId)
      await queues.delete(queueId, alice)
      expect(await poll).toEqual([])

      await expect(read(queues, alice, queueId)).rejects.toThrow(BadEventQueueIdError)
      await expect(queues.delete(queueId, alice)).rejects.toThrow(BadEventQueueIdError)
      await queues.publish([message('too late', { to: [alice] })])
    })

    it('comes when its owner registers too many, for the one polled longest ago', async () => {
      const dropped: string[] = []
      const crowded = await stage.open({
        maxQueuesPerUser: 3,
        onQueueDropped: (reason) => dropped.push(reason),
      })
      const register = async (owner = alice) =>
        (await crowded.register(registrationOf(owner))).queueId
      const first = await register()
      const poll = wait(crowded, alice, first)
      const [ofBob, ofStranger] = [await register(bob), await register(stranger)]
      // Polls are handled in order: after this read, Alice's poll is parked.
      await read(crowded, bob, ofBob)
      await crowded.publish([message('to her', { to: [bob] })])
      const others = [await register(), await register(), await register(), await register()]

      // Queues with a parked poll are dropped only if there is no other queue.
      await expect(read(crowded, alice, firstOf(others))).rejects.toThrow(BadEventQueueIdError)
      await expect(read(crowded, alice, elementAt(others, 1))).rejects.toThrow(BadEventQueueIdError)
      expect(dropped).toEqual(['crowded out', 'crowded out'])
      expect(await crowded.count()).toBe(5)
      await crowded.publish([message('to all', { to: [alice, bob] })])
      expect(contents(await poll)).toEqual(['to all'])
      for (const queueId of others.slice(2)) {
        expect(contents(await read(crowded, alice, queueId))).toEqual(['to all'])
      }
      expect(contents(await read(crowded, bob, ofBob))).toEqual(['to her', 'to all'])
      expect(await read(crowded, stranger, ofStranger)).toEqual([])
    })

    it('comes when its owner registers too many, even if each has a parked poll', async () => {
      const crowded = await stage.open({ maxQueuesPerUser: 2 })
      const register = async (owner = alice) =>
        (await crowded.register(registrationOf(owner))).queueId
      const oldest = expect(wait(crowded, alice, await register())).rejects.toThrow(
        BadEventQueueIdError,
      )
      const younger = wait(crowded, alice, await register())
      await read(crowded, bob, await register(bob))
      await register()
      await oldest
      await crowded.publish([message('still here', { to: [alice] })])
      expect(contents(await younger)).toEqual(['still here'])
    })

    it('comes when its owner registers too many at once, for the earliest ones', async () => {
      const dropped: string[] = []
      const crowded = await stage.open({
        maxQueuesPerUser: 2,
        onQueueDropped: (reason) => dropped.push(reason),
      })
      const owners = [alice, bob, alice, alice, alice, bob]
      const registered = await Promise.all(
        owners.map((owner) => crowded.register(registrationOf(owner))),
      )
      expect(dropped).toEqual(['crowded out', 'crowded out'])
      await crowded.publish([message('to both', { to: [alice, bob] })])
      const answers = registered.map(({ queueId }, i) => read(crowded, owners[i] ?? alice, queueId))
      const texts = (await Promise.allSettled(answers)).map((answer) =>
        answer.status === 'fulfilled' ? contents(answer.value)[0] : 'gone',
      )
      expect(texts).toEqual(['gone', 'to both', 'gone', 'to both', 'to both', 'to both'])
    })

    it('comes for queues registered in the same turn of the event loop', async () => {
      const registered = queues.register(registrationOf(alice))
      await queues.deleteAllOf(alice)
      await expect(read(queues, alice, (await registered).queueId)).rejects.toThrow(
        BadEventQueueIdError,
      )
    })

    it('comes for all queues of a user at once; parked polls fail', async () => {
      const mine = await Promise.all([1, 2].map(() => queues.register(registrationOf(alice))))
      const [ofBob, ofStranger] = await Promise.all([
        queues.register(registrationOf(bob)),
        queues.register(registrationOf(stranger)),
      ])
      const polls = mine.map(({ queueId }) => wait(queues, alice, queueId))
      await Promise.all([
        queues.deleteAllOf(alice),
        ...polls.map((poll) => expect(poll).rejects.toThrow(BadEventQueueIdError)),
      ])
      expect(await read(queues, bob, ofBob.queueId)).toEqual([])
      expect(await read(queues, stranger, ofStranger.queueId)).toEqual([])
    })

    it('comes for all queues when the database was restored; parked polls fail', async () => {
      const dropped: string[] = []
      const watched = await stage.open({ onQueueDropped: (reason) => dropped.push(reason) })
      const owners = [alice, bob, stranger]
      const all = await Promise.all(owners.map((owner) => watched.register(registrationOf(owner))))
      const poll = wait(watched, alice, firstOf(all).queueId)
      await watched.ping()
      const [ended] = await Promise.all([
        watched.deleteAll(),
        expect(poll).rejects.toThrow(BadEventQueueIdError),
      ])
      expect(ended).toBe(dropped.length)
      expect(dropped.filter((reason) => reason === 'restored').length).toBeGreaterThanOrEqual(3)
      expect(await watched.count()).toBe(0)
      const { queueId } = await watched.register(registrationOf(bob))
      await watched.publish([message('afterwards', { to: [bob] })])
      expect(contents(await read(watched, bob, queueId))).toEqual(['afterwards'])
    })

    it('comes for no queue by the epochs of the database, which are noted', async () => {
      const watched = await stage.open({})
      const seen = { current: 'a', next: 'b', restores: 2 }
      const later = { ...seen, next: 'c' }
      expect(await watched.replaceEpochs(undefined, seen)).toBe(true)
      expect(await watched.replaceEpochs(seen, later)).toBe(true)
      for (const late of [undefined, seen, { ...later, current: 'b' }]) {
        expect(await watched.replaceEpochs(late, { ...seen, current: 'z' })).toBe(false)
      }
      expect(await watched.seenEpochs()).toEqual(later)
    })

    it('comes after its lifespan without a poll, unless a poll is parked', async () => {
      const dropped: string[] = []
      const watched = await stage.open({ onQueueDropped: (reason) => dropped.push(reason) })
      const brief = { lifespanSeconds: 0 }
      const [vanished, waiting, lasting] = await Promise.all([
        watched.register(registrationOf(alice, brief)),
        watched.register(registrationOf(bob, brief)),
        watched.register(registrationOf(carol)),
      ])
      const poll = watched.poll(waiting.queueId, bob, -1, { park: true })
      // The poll was sent first, so it is parked when the ping is answered.
      await watched.ping()
      await until(async () => (await watched.expire()) > 0)

      await expect(read(watched, alice, vanished.queueId)).rejects.toThrow(BadEventQueueIdError)
      expect(await read(watched, carol, lasting.queueId)).toEqual([])
      await watched.publish([message('alive', { to: [alice, bob] })])
      expect(contents(received(await poll))).toEqual(['alive'])
      expect(dropped).toEqual(['expired'])
    })

    it('comes when it outgrows its cap: the whole queue is dropped', async () => {
      const dropped: string[] = []
      const small = await stage.open({
        maxEventsPerQueue: 3,
        onQueueDropped: (reason) => dropped.push(reason),
      })
      const { queueId } = await small.register(registrationOf(alice))
      const reader = await small.register(registrationOf(alice))
      for (const text of ['one', 'two', 'three']) {
        await small.publish([message(text, { to: [alice] })])
      }
      expect(await read(small, alice, queueId)).toHaveLength(3)
      expect(await read(small, alice, reader.queueId, 1)).toHaveLength(1)

      await small.publish([message('four', { to: [alice] })])
      await expect(read(small, alice, queueId)).rejects.toThrow(BadEventQueueIdError)
      expect(contents(await read(small, alice, reader.queueId))).toEqual(['three', 'four'])
      expect(dropped).toEqual(['overfull'])
    })

    it('counts the size of events as well', async () => {
      const dropped: string[] = []
      const small = await stage.open({
        maxBytesPerQueue: 20_000,
        onQueueDropped: (reason) => dropped.push(reason),
      })
      const { queueId } = await small.register(registrationOf(alice))
      for (let lastEventId = -1; lastEventId < 5; lastEventId += 1) {
        await small.publish([message('x'.repeat(9_000), { to: [alice] })])
        expect(await read(small, alice, queueId, lastEventId)).toHaveLength(1)
      }
      expect(dropped).toEqual([])
      await small.publish([1, 2].map(() => message('x'.repeat(9_000), { to: [alice] })))
      await expect(read(small, alice, queueId)).rejects.toThrow(BadEventQueueIdError)
      expect(dropped).toEqual(['overfull'])
    })
  })
}
