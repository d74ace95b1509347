import { BadEventQueueIdError, ForeignEventQueueError } from '../../src/server/events/errors'
import type { EventQueues } from '../../src/server/events/queues'
import {
  alice,
  bob,
  contents,
  message,
  read,
  readAfter,
  registrationOf,
  stranger,
  wait,
} from './event-queues.cast'
import type { Stage } from './event-queues.cast'

/** Cursors, acknowledgment and ownership. */
export function describeReading(stage: Stage): void {
  describe('reading', () => {
    let queues: EventQueues
    beforeEach(() => {
      queues = stage.queues
    })

    it('registers an empty queue whose id is two integers', async () => {
      const { queueId, lastEventId } = await queues.register(registrationOf(alice))
      expect(queueId).toMatch(/^\d+:\d+$/)
      expect(lastEventId).toBe(-1)
      expect(await read(queues, alice, queueId)).toEqual([])
    })

    it('hands events out in order, with ids that begin at 0', async () => {
      const { queueId } = await queues.register(registrationOf(alice))
      await queues.publish([message('one', { to: [alice] }), message('two', { to: [alice] })])
      await queues.publish([message('three', { to: [alice, bob] })])

      const events = await read(queues, alice, queueId)
      expect(contents(events)).toEqual(['one', 'two', 'three'])
      expect(events.map((event) => event.id)).toEqual([0, 1, 2])
    })

    it('returns the same events until they are acknowledged', async () => {
      const { queueId } = await queues.register(registrationOf(alice))
      await queues.publish(['one', 'two', 'three'].map((text) => message(text, { to: [alice] })))
      const events = await read(queues, alice, queueId)

      expect(await read(queues, alice, queueId)).toEqual(events)
      expect(contents(await read(queues, alice, queueId, 0))).toEqual(['two', 'three'])
      expect(contents(await read(queues, alice, queueId, 1))).toEqual(['three'])
      // Acknowledged events are deleted; an older cursor is no error and gets the events that are left.
      expect(contents(await read(queues, alice, queueId, -1))).toEqual(['three'])
      expect(await read(queues, alice, queueId, 2)).toEqual([])
    })

    it('returns events newer than the received ones, and keeps unacknowledged ones', async () => {
      const { queueId } = await queues.register(registrationOf(alice))
      await queues.publish(['one', 'two', 'three'].map((text) => message(text, { to: [alice] })))
      const after = async (lastEventId: number, afterEventId: number) =>
        contents(await readAfter(queues, alice, queueId, { lastEventId, afterEventId }))

      expect(await after(-1, 1)).toEqual(['three'])
      expect(await after(0, 2)).toEqual([])
      expect(await after(-1, 41)).toEqual([])
      expect(contents(await read(queues, alice, queueId))).toEqual(['two', 'three'])
      await queues.publish([message('four', { to: [alice] })])
      expect(await readAfter(queues, alice, queueId, { lastEventId: 2, afterEventId: 41 })).toEqual(
        [expect.objectContaining({ id: 42 })],
      )
    })

    it('deletes events that a client acknowledges without reading', async () => {
      const { queueId } = await queues.register(registrationOf(alice))
      await queues.publish(['one', 'two', 'three'].map((text) => message(text, { to: [alice] })))
      await queues.acknowledge(queueId, alice, 1)
      expect(contents(await read(queues, alice, queueId))).toEqual(['three'])
      await queues.acknowledge(queueId, alice, -1)
      await queues.acknowledge(queueId, alice, 41)
      expect(await read(queues, alice, queueId)).toEqual([])
      await queues.publish([message('four', { to: [alice] })])
      expect(await read(queues, alice, queueId)).toMatchObject([{ id: 42 }])

      await expect(queues.acknowledge(queueId, bob, 1)).rejects.toThrow(ForeignEventQueueError)
      await expect(queues.acknowledge('1:0', bob, 1)).rejects.toThrow(BadEventQueueIdError)
    })

    it('continues above an id that the client made up', async () => {
      const { queueId } = await queues.register(registrationOf(alice))
      await queues.publish([message('lost on purpose', { to: [alice] })])
      expect(await read(queues, alice, queueId, 41)).toEqual([])

      await queues.publish([message('next', { to: [alice] })])
      expect(await read(queues, alice, queueId, 41)).toMatchObject([
        { id: 42, message: { content: 'next' } },
      ])
    })

    it('accepts absurd cursors', async () => {
      const { queueId } = await queues.register(registrationOf(alice))
      expect(await read(queues, alice, queueId, Number.MAX_SAFE_INTEGER)).toEqual([])
      await queues.publish([message('still here', { to: [alice] })])
      expect(contents(await read(queues, alice, queueId, -5))).toEqual(['still here'])
    })

    it('answers only the owner of a queue, and refuses unknown queues', async () => {
      const { queueId } = await queues.register(registrationOf(alice))
      for (const [other, refusal] of [
        [bob, ForeignEventQueueError],
        // In another realm.
        [stranger, BadEventQueueIdError],
      ] as const) {
        await expect(read(queues, other, queueId)).rejects.toThrow(refusal)
        await expect(wait(queues, other, queueId)).rejects.toThrow(refusal)
        await expect(queues.delete(queueId, other)).rejects.toThrow(refusal)
        await expect(queues.acknowledge(queueId, other, 1)).rejects.toThrow(refusal)
      }
      for (const wrong of ['1:0', '1:999', '', 'x', '-1:0', `${queueId}0`, `${queueId}\n`]) {
        await expect(read(queues, alice, wrong)).rejects.toThrow(BadEventQueueIdError)
        await expect(wait(queues, alice, wrong)).rejects.toThrow(BadEventQueueIdError)
        await expect(queues.delete(wrong, alice)).rejects.toThrow(BadEventQueueIdError)
      }
    })
  })
}
