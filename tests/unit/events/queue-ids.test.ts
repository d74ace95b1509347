import { BadEventQueueIdError } from '../../../src/server/events/errors'
import { DispatchedIds } from '../../../src/server/events/memory/dispatched-ids'
import {
  newQueueId,
  shardOfQueue,
  shardOfUser,
} from '../../../src/server/events/redis/redis-queues'

describe('queue ids', () => {
  it('are two integers, and the second is the shard', () => {
    expect(newQueueId(3)).toMatch(/^\d+:3$/)
    expect(shardOfQueue(newQueueId(3), 4)).toBe(3)
    expect(newQueueId(0)).not.toBe(newQueueId(0))
  })

  it('are refused if they are those of other servers, or of no server', () => {
    for (const queueId of [
      '1:4',
      '1:',
      ':1',
      '1',
      'a:0',
      '1:0:0',
      ' 1:0',
      '1:-0',
      '1:0\n',
      '１:０',
    ]) {
      expect(() => shardOfQueue(queueId, 4)).toThrow(BadEventQueueIdError)
    }
  })

  it('share a shard if they are those of one user', () => {
    expect([0, 1, 2, 3, 4].map((userId) => shardOfUser(userId, 3))).toEqual([0, 1, 2, 0, 1])
  })
})

describe('dispatched outbox ids', () => {
  it('are known once added, each by itself', () => {
    const dispatched = new DispatchedIds()
    const ids = [1, 2, 8, 9, 65_535, 65_536, 2 ** 40]
    expect(ids.map((id) => dispatched.add(id))).toEqual(ids.map(() => true))
    expect(ids.map((id) => dispatched.add(id))).toEqual(ids.map(() => false))
    expect(dispatched.add(3)).toBe(true)
  })

  it('are forgotten after some millions of younger ones, and so need little memory', () => {
    const dispatched = new DispatchedIds()
    for (let page = 0; page < 65; page += 1) dispatched.add(page * 65_536)
    expect(dispatched.add(64 * 65_536)).toBe(false)
    expect(dispatched.add(65_536)).toBe(false)
    expect(dispatched.add(0)).toBe(true)
  })
})
