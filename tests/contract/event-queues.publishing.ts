import type { EventQueues } from '../../src/server/events/queues'
import type { TypingOp } from '../../src/shared/typing'
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
import type { Stage } from './event-queues.cast'

/** Batches, repetitions and merging. */
export function describePublishing(stage: Stage): void {
  describe('publishing', () => {
    let queues: EventQueues
    beforeEach(() => {
      queues = stage.queues
    })

    it('dispatches an outbox row once', async () => {
      const { queueId } = await queues.register(registrationOf(alice))
      const batch = [message('one', { to: [alice] }), message('two', { to: [alice] })]
      await Promise.all([queues.publish(batch), queues.publish(batch)])
      await queues.publish([...batch, message('three', { to: [alice] })])
      expect(contents(await read(queues, alice, queueId))).toEqual(['one', 'two', 'three'])
    })

    it('does nothing when the audience cannot be read, and can be repeated', async () => {
      const { queueId } = await queues.register(registrationOf(alice))
      const batch = [message('one', { to: [alice] }), message('two', { to: [alice] })]
      const failing = { ...batch[1], selectUsers: () => Promise.reject(new Error('no database')) }
      await expect(queues.publish([batch[0], failing] as typeof batch)).rejects.toThrow(
        'no database',
      )
      expect(await read(queues, alice, queueId)).toEqual([])

      await queues.publish(batch)
      expect(contents(await read(queues, alice, queueId))).toEqual(['one', 'two'])
    })

    it('keeps only the latest of the pointers that no poll was answered with', async () => {
      const { queueId } = await queues.register(registrationOf(alice))
      await queues.publish([pointer(1, { to: [alice] })])
      await queues.publish([message('between', { to: [alice] })])
      await queues.publish([pointer(2, { to: [alice] }), pointer(3, { to: [alice] })])
      expect(await read(queues, alice, queueId)).toMatchObject([
        { type: 'message', id: 1 },
        { type: 'pointer', pointer: 3, id: 3 },
      ])

      await queues.publish([pointer(4, { to: [alice] })])
      expect(await read(queues, alice, queueId, 1)).toEqual([
        { type: 'pointer', pointer: 3, id: 3 },
        { type: 'pointer', pointer: 4, id: 4 },
      ])
    })

    it('keeps a pointer that a poll was answered with', async () => {
      const { queueId } = await queues.register(registrationOf(alice))
      const poll = wait(queues, alice, queueId)
      await queues.publish([message('first', { to: [bob] })])
      await queues.publish([pointer(1, { to: [alice] })])
      expect(await poll).toMatchObject([{ pointer: 1 }])
      await queues.publish([pointer(2, { to: [alice] })])
      expect(await read(queues, alice, queueId)).toMatchObject([{ pointer: 1 }, { pointer: 2 }])
    })

    it('appends events outside the outbox every time, in order with the others', async () => {
      const { queueId } = await queues.register(registrationOf(alice))
      const typing = (op: TypingOp) => ephemeral(typingBy(bob, op), { to: [alice] })
      const start = typing('start')
      await queues.publish([start])
      await queues.publish([message('between', { to: [alice] }), typing('stop'), start])
      await queues.publish([start])
      const events = await read(queues, alice, queueId)
      expect(events.map(({ id, type, op }) => [id, op ?? type])).toEqual([
        [0, 'start'],
        [1, 'message'],
        [2, 'stop'],
        [3, 'start'],
        [4, 'start'],
      ])
      expect(await read(queues, alice, queueId, 3)).toMatchObject([{ op: 'start', id: 4 }])
    })

    it('answers a parked poll with events outside the outbox', async () => {
      const { queueId } = await queues.register(registrationOf(alice))
      const poll = wait(queues, alice, queueId)
      await queues.publish([ephemeral(typingBy(bob, 'start'), { to: [alice] })])
      expect(await poll).toEqual([{ ...typingBy(bob, 'start'), id: 0 }])
    })

    it('keeps only the latest presence of each user that no poll was answered with', async () => {
      const { queueId } = await queues.register(registrationOf(alice))
      const to = [alice]
      await queues.publish([presence(bob, 'idle', { to }), presence(carol, 'active', { to })])
      await queues.publish([presence(bob, 'active', { to })])
      const unread = await read(queues, alice, queueId)
      expect(unread).toMatchObject([
        { user_id: carol.userId, id: 1 },
        { user_id: bob.userId, presence: { website: { status: 'active' } }, id: 2 },
      ])
      await queues.publish([presence(bob, 'idle', { to })])
      expect((await read(queues, alice, queueId)).slice(0, 2)).toEqual(unread)
      expect(await read(queues, alice, queueId, 2)).toMatchObject([
        { presence: { website: { status: 'idle' } }, id: 3 },
      ])

      const poll = wait(queues, alice, queueId, 3)
      await queues.publish([presence(bob, 'active', { to })])
      expect(await poll).toMatchObject([{ presence: { website: { status: 'active' } }, id: 4 }])
      await queues.publish([presence(bob, 'idle', { to }), presence(bob, 'active', { to })])
      expect(await read(queues, alice, queueId, 3)).toMatchObject([{ id: 4 }, { id: 6 }])
    })

    it('passes on any text unchanged', async () => {
      const { queueId } = await queues.register(registrationOf(alice))
      const text = `"} \\ ,"id":7 \u2028 \u0000 \ud800 🍕 {{x}} \n${'ü'.repeat(5_000)}`
      const poll = wait(queues, alice, queueId)
      const overlay = { flags: ['a "quoted" flag\n'], echo: { queueId, localId: '"\n\\ ü' } }
      const fields = { sender_id: alice.userId }
      await queues.publish([message(text, { to: [alice], overlay, fields })])

      const [event] = await poll
      expect(event?.message?.content).toBe(text)
      expect(event).toMatchObject({ flags: overlay.flags, local_message_id: '"\n\\ ü', id: 0 })
      expect(await read(queues, alice, queueId)).toEqual([event])
    })
  })
}
