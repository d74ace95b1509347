import type { EventQueues } from '../../src/server/events/queues'
import {
  alice,
  bob,
  contents,
  message,
  read,
  received,
  registrationOf,
  wait,
} from './event-queues.cast'
import type { Stage } from './event-queues.cast'

/** Parked polls, and the reasons for which they end. */
export function describeWaiting(stage: Stage): void {
  describe('waiting', () => {
    let queues: EventQueues
    beforeEach(() => {
      queues = stage.queues
    })

    it('ends with the first event', async () => {
      const { queueId } = await queues.register(registrationOf(alice))
      const poll = queues.poll(queueId, alice, -1, { park: true })
      expect(queues.parkedPolls).toBe(1)
      await queues.publish([message('not for her', { to: [bob] })])
      await queues.publish([message('at last', { to: [alice] })])

      expect(received(await poll)).toMatchObject([{ id: 0, message: { content: 'at last' } }])
      expect(queues.parkedPolls).toBe(0)
    })

    it('ends at once when there are events already', async () => {
      const { queueId } = await queues.register(registrationOf(alice))
      await queues.publish([message('early', { to: [alice] })])
      const polled = await queues.poll(queueId, alice, -1, { park: true })
      expect(contents(received(polled))).toEqual(['early'])
    })

    it('ends with all events of a batch', async () => {
      const { queueId } = await queues.register(registrationOf(alice))
      const poll = wait(queues, alice, queueId)
      await read(queues, bob, (await queues.register(registrationOf(bob))).queueId)
      await queues.publish([
        message('one', { to: [alice] }),
        message('for Bob', { to: [bob] }),
        message('two', { to: [alice] }),
      ])
      expect(contents(await poll)).toEqual(['one', 'two'])
    })

    it('ends with a heartbeat, which is kept like any other event', async () => {
      const hasty = await stage.open({ heartbeatMs: { min: 20, max: 30 } })
      const { queueId } = await hasty.register(registrationOf(alice, { eventTypes: [] }))

      const beat = { type: 'heartbeat', id: 0 }
      expect(await wait(hasty, alice, queueId)).toEqual([beat])
      expect(await read(hasty, alice, queueId)).toEqual([beat])
      expect(await wait(hasty, alice, queueId)).toEqual([beat])
      expect(await wait(hasty, alice, queueId, 0)).toEqual([{ type: 'heartbeat', id: 1 }])
      expect(await read(hasty, alice, queueId, 1)).toEqual([])
    })

    it('ends when a newer poll comes, which is parked instead', async () => {
      const { queueId } = await queues.register(registrationOf(alice))
      const older = wait(queues, alice, queueId)
      const newer = wait(queues, alice, queueId)
      expect(await older).toEqual([])

      await queues.publish([message('for the newer', { to: [alice] })])
      expect(contents(await newer)).toEqual(['for the newer'])
    })

    it('ends when a poll comes that is not to be parked', async () => {
      const { queueId } = await queues.register(registrationOf(alice))
      const older = wait(queues, alice, queueId)
      expect(await read(queues, alice, queueId)).toEqual([])
      expect(await older).toEqual([])
    })

    it('ends with events newer than the received ones', async () => {
      const { queueId } = await queues.register(registrationOf(alice))
      await queues.publish([message('known', { to: [alice] })])
      const poll = queues.poll(queueId, alice, -1, { park: true, afterEventId: 0 })
      await queues.publish([message('new', { to: [alice] })])
      expect(contents(received(await poll))).toEqual(['new'])
      expect(contents(await read(queues, alice, queueId))).toEqual(['known', 'new'])

      const hasty = await stage.open({ heartbeatMs: { min: 20, max: 30 } })
      const { queueId: silent } = await hasty.register(registrationOf(alice))
      await hasty.publish([message('known', { to: [alice] })])
      const beat = await hasty.poll(silent, alice, -1, { park: true, afterEventId: 0 })
      expect(received(beat)).toEqual([{ type: 'heartbeat', id: 1 }])
    })

    it('goes on while earlier events are acknowledged', async () => {
      const { queueId } = await queues.register(registrationOf(alice))
      await queues.publish([message('known', { to: [alice] })])
      const poll = queues.poll(queueId, alice, -1, { park: true, afterEventId: 0 })
      await queues.acknowledge(queueId, alice, 0)
      expect(queues.parkedPolls).toBe(1)
      await queues.publish([message('new', { to: [alice] })])
      expect(contents(received(await poll))).toEqual(['new'])
      expect(contents(await read(queues, alice, queueId))).toEqual(['new'])
    })

    it('ends at once for a continuation if another poll came in between', async () => {
      const { queueId } = await queues.register(registrationOf(alice))
      const goOn = { park: true, isContinuation: true }
      const older = queues.poll(queueId, alice, -1, goOn)
      const newer = wait(queues, alice, queueId)
      expect(received(await older)).toEqual([])
      expect(received(await queues.poll(queueId, alice, -1, goOn))).toEqual([])

      await queues.publish([message('for the newer', { to: [alice] })])
      expect(contents(await newer)).toEqual(['for the newer'])
      expect(contents(received(await queues.poll(queueId, alice, -1, goOn)))).toHaveLength(1)
    })

    it('leaves its events to the next poll when the client hangs up', async () => {
      const { queueId } = await queues.register(registrationOf(alice))
      const client = new AbortController()
      const poll = queues.poll(queueId, alice, -1, { park: true, signal: client.signal })
      client.abort()
      expect(received(await poll)).toEqual([])
      expect(queues.parkedPolls).toBe(0)

      await queues.publish([message('kept', { to: [alice] })])
      expect(contents(await wait(queues, alice, queueId))).toEqual(['kept'])
      const late = queues.poll(queueId, alice, 0, { park: true, signal: client.signal })
      expect(received(await late)).toEqual([])
    })

    it('ends for all queues when the worker drains, and does not begin again', async () => {
      const [first, second] = await Promise.all([
        queues.register(registrationOf(alice)),
        queues.register(registrationOf(bob)),
      ])
      const polls = [wait(queues, alice, first.queueId), wait(queues, bob, second.queueId)]
      await queues.drain()
      expect(await Promise.all(polls)).toEqual([[], []])

      expect(await wait(queues, alice, first.queueId)).toEqual([])
      await queues.publish([message('still served', { to: [alice] })])
      expect(contents(await wait(queues, alice, first.queueId))).toEqual(['still served'])
    })
  })
}
