import { QueueCheck } from '../../../scripts/lib/bench/load/queue-check'

/** Each receipt: event id, sequence number, sender. */
function check(...receipts: [number, number, number][]): QueueCheck {
  const queue = new QueueCheck()
  for (const receipt of receipts) queue.take(...receipt)
  return queue
}

describe('the check of events received from a queue', () => {
  it('finds no fault in rising ids, also with gaps, and in senders that overtake each other', () => {
    const queue = check([1, 0, 0], [4, 2, 1], [5, 1, 0], [9, 3, 0])
    expect(queue).toMatchObject({ duplicates: 0, disorders: 0 })
  })

  it('finds duplicates, under any id', () => {
    const queue = new QueueCheck()
    expect(queue.take(1, 500, 0)).toBe(true)
    expect(queue.take(2, 501, 0)).toBe(true)
    expect(queue.take(3, 500, 0)).toBe(false)
    expect(queue.take(2, 501, 0)).toBe(false)
    expect(queue).toMatchObject({ duplicates: 2, disorders: 0 })
  })

  it('finds ids that do not rise', () => {
    expect(check([2, 0, 0], [2, 1, 0])).toMatchObject({ disorders: 1 })
    expect(check([2, 0, 0], [1, 1, 0])).toMatchObject({ disorders: 1 })
  })

  it('finds messages of one sender in the wrong order', () => {
    expect(check([1, 1, 0], [2, 0, 0], [3, 2, 0])).toMatchObject({ duplicates: 0, disorders: 1 })
  })
})
