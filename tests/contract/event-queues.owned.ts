import type { EventQueues } from '../../src/server/events/queues'
import {
  alice,
  bob,
  message,
  plain,
  read,
  registrationOf,
  stranger,
  typingBy,
} from './event-queues.cast'
import type { Stage } from './event-queues.cast'

/** The list of a user's queues, for the trace of a message. */
export function describeOwned(stage: Stage): void {
  describe('the list of the queues of a user', () => {
    let queues: EventQueues
    beforeEach(() => {
      queues = stage.queues
    })

    /** The queues of Alice by client name, with the answer for message 7. */
    async function listed() {
      const list = await queues.listOf(alice, 7)
      return list.map((queue) => [queue.clientName, queue.waitingEvents, queue.holdsMessage])
    }

    it('names their clients, and tells which of them has not fetched a message', async () => {
      const before = Date.now()
      const slow = await queues.register(registrationOf(alice, { clientName: 'slow' }))
      const quick = await queues.register(registrationOf(alice, { clientName: 'quick' }))
      await Promise.all([bob, stranger].map((owner) => queues.register(registrationOf(owner))))
      await queues.publish([
        message('seven', { to: [alice, bob], fields: { id: 7 } }),
        // Has the id of the message elsewhere.
        plain({ ...typingBy(bob, 'start'), message_id: 7 } as never, { to: [alice] }),
      ])
      const handed = await read(queues, alice, quick.queueId)
      expect(await listed()).toEqual([
        ['slow', 2, true],
        ['quick', 2, true],
      ])
      await read(queues, alice, quick.queueId, handed.at(-1)?.id)
      expect(await listed()).toEqual([
        ['slow', 2, true],
        ['quick', 0, false],
      ])
      expect((await queues.listOf(alice, 77)).map((queue) => queue.holdsMessage)).toEqual([
        false,
        false,
      ])
      for (const { registeredAt, lastSeenAt } of await queues.listOf(alice, 7)) {
        expect(registeredAt.getTime()).toBeGreaterThanOrEqual(before - 1)
        expect(lastSeenAt.getTime()).toBeGreaterThanOrEqual(registeredAt.getTime() - 1)
        expect(lastSeenAt.getTime()).toBeLessThanOrEqual(Date.now() + 1)
      }
      await queues.delete(slow.queueId, alice)
      expect(await listed()).toEqual([['quick', 0, false]])
    })

    it('tells of a message that is alone in its queue, and whether a client wants all messages', async () => {
      const registered = await queues.register(registrationOf(alice, { clientName: 'app' }))
      const narrow = [{ operator: 'is', operand: 'private' }] as never
      await queues.register(registrationOf(alice, { clientName: 'bot', eventTypes: ['typing'] }))
      await queues.register(registrationOf(alice, { clientName: 'pager', narrow }))
      await queues.publish([message('seven', { to: [alice], fields: { id: 7 } })])
      const list = await queues.listOf(alice, 7)
      expect(list.map((queue) => [queue.clientName, queue.isForAllMessages])).toEqual([
        ['app', true],
        ['bot', false],
        ['pager', false],
      ])
      expect(list[0]?.holdsMessage).toBe(true)
      const [event] = await read(queues, alice, registered.queueId)
      await queues.acknowledge(registered.queueId, alice, event?.id ?? -1)
      expect((await listed())[0]).toEqual(['app', 0, false])
      await queues.deleteAllOf(alice)
      expect(await listed()).toEqual([])
    })
  })
}
