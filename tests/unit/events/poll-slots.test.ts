import { TooManyPollsError, WorkerFullError } from '../../../src/events/errors'
import { PollSlots } from '../../../src/events/poll-slots'

const [alice, bob] = [10, 11]

describe('the slots for what waits at a worker', () => {
  let slots: PollSlots
  let refusals: string[]
  beforeEach(() => {
    refusals = []
    slots = new PollSlots({
      maxPerUser: 2,
      maxInAll: 3,
      onRefused: (full) => refusals.push(full),
    })
  })

  it('are so many for a user, and come back', () => {
    const first = slots.take(alice, 'one')
    slots.take(alice, 'two')
    expect(() => slots.take(alice, 'three')).toThrow(TooManyPollsError)
    slots.take(bob, 'three')
    first.release()
    first.release()
    slots.take(alice, 'three')
    expect(() => slots.take(alice, 'four')).toThrow(WorkerFullError)
    expect(refusals).toEqual(['user', 'worker'])
  })

  it('are so many in all, also for queues that are yet to be', () => {
    slots.take(alice, undefined)
    slots.take(alice, undefined)
    slots.refuseIfWorkerFull()
    const last = slots.take(bob, 'one')
    expect(() => slots.refuseIfWorkerFull()).toThrow(WorkerFullError)
    expect(() => slots.take(bob, undefined)).toThrow(WorkerFullError)
    last.release()
    slots.refuseIfWorkerFull()
  })

  it('are one for a queue, which the newest takes over', () => {
    const left: number[] = []
    const taken = [0, 1, 2, 3, 4].map((n) => slots.take(alice, 'one', () => left.push(n)))
    expect(left).toEqual([0, 1, 2, 3])
    // Those who held it before have nothing to give back.
    for (const slot of taken.slice(0, 4)) slot.release()
    slots.take(alice, 'two')
    expect(() => slots.take(alice, 'three')).toThrow(TooManyPollsError)
    taken[4]?.release()
    slots.take(alice, 'three')
  })

  it('are not taken over by naming the queue of somebody else', () => {
    const left: string[] = []
    slots.take(alice, 'one', () => left.push('alice'))
    slots.take(bob, 'one')
    expect(left).toEqual([])
    slots.take(alice, 'two')
    expect(() => slots.refuseIfWorkerFull()).toThrow(WorkerFullError)
  })
})
