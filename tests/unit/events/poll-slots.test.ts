import { TooManyPollsError, WorkerFullError } from '../../../src/server/events/errors'
import { PollSlots } from '../../../src/server/events/poll-slots'

const alice = { id: 10, api_key: 'key of alice' }
const bob = { id: 11, api_key: 'key of bob' }

describe('the slots for polls of a worker', () => {
  let slots: PollSlots
  let refusals: string[]
  let isCurrent: boolean
  /** Valid keys; null while the check is unavailable. */
  let keys: string[] | null
  beforeEach(() => {
    refusals = []
    isCurrent = true
    keys = [alice.api_key, bob.api_key]
    slots = new PollSlots({
      maxPerUser: 2,
      maxInAll: 3,
      isCurrent: () => isCurrent,
      findAgain: async ({ api_key: apiKey }) => {
        if (!keys) throw new Error('away')
        return [alice, bob].find((each) => each.api_key === apiKey && keys?.includes(apiKey))
      },
      onRefused: (full) => refusals.push(full),
    })
  })

  it('are limited per user, and are released', () => {
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

  it('are limited in total, including queues that are not created yet', () => {
    slots.take(alice, undefined)
    slots.take(alice, undefined)
    slots.refuseIfWorkerFull()
    const last = slots.take(bob, 'one')
    expect(() => slots.refuseIfWorkerFull()).toThrow(WorkerFullError)
    expect(() => slots.take(bob, undefined)).toThrow(WorkerFullError)
    last.release()
    slots.refuseIfWorkerFull()
  })

  it('are one per queue, taken over by the newest poll', () => {
    const left: number[] = []
    const taken = [0, 1, 2, 3, 4].map((n) => {
      const slot = slots.take(alice, 'one', { endsWhenTakenOver: true })
      slot.addEventListener('abort', () => left.push(n))
      return slot
    })
    expect(left).toEqual([0, 1, 2, 3])
    expect(taken.map((slot) => slot.aborted)).toEqual([true, true, true, true, false])
    // The former holders have nothing to release.
    for (const slot of taken.slice(0, 4)) slot.release()
    slots.take(alice, 'two')
    expect(() => slots.take(alice, 'three')).toThrow(TooManyPollsError)
    taken[4]?.release()
    slots.take(alice, 'three')
  })

  it('are not taken over with the queue id of another user', () => {
    const held = slots.take(alice, 'one', { endsWhenTakenOver: true })
    slots.take(bob, 'one')
    expect(held.aborted).toBe(false)
    slots.take(alice, 'two')
    expect(() => slots.refuseIfWorkerFull()).toThrow(WorkerFullError)
  })

  describe('the slots of polls whose keys die', () => {
    const asked = () => new Promise((resolve) => setImmediate(resolve))
    const change = { userIds: [alice.id] }

    it('end at once if the worker knows', () => {
      const [hers, his] = [slots.take(alice, 'one'), slots.take(bob, 'one')]
      let left = 0
      hers.addEventListener('abort', () => (left += 1))
      slots.forget({ ...change, revokesKeys: true })
      expect([hers.isRevoked, hers.aborted, left]).toEqual([true, true, 1])
      expect([his.isRevoked, his.aborted]).toEqual([false, false])
    })

    it('end when the key is found to be gone, and not for other changes', async () => {
      const slot = slots.take(alice, 'one')
      slots.forget(change)
      slots.forgetAll()
      await asked()
      expect(slot.aborted).toBe(false)
      keys = []
      slots.forget({ userIds: null })
      await asked()
      expect(slot.aborted).toBe(false)
      slots.forget(change)
      await asked()
      expect(slot.isRevoked).toBe(true)
    })

    it('end for a key that died while its call was authenticated', async () => {
      isCurrent = false
      keys = []
      const slot = slots.take(alice, 'one')
      await asked()
      expect(slot.isRevoked).toBe(true)
    })

    it('are aborted for a retry if the check is unavailable', async () => {
      const slot = slots.take(alice, 'one')
      keys = null
      slots.forget(change)
      await asked()
      expect([slot.isRevoked, slot.aborted]).toEqual([false, true])
    })
  })
})
