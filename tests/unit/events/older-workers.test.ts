import type { Redis } from 'ioredis'
import { newWorkerName, olderWakeUpChannels, shardKey } from '../../../src/server/events/redis/keys'
import { OlderWorkers } from '../../../src/server/events/redis/older-workers'
import { partOf } from '../../support/stand-ins'

describe('workers of earlier versions', () => {
  let nowMs: number
  let channels: string[]
  let workers: OlderWorkers

  beforeEach(() => {
    nowMs = 0
    channels = []
    const redis = partOf<Pick<Redis, 'pubsub'>>({ pubsub: async () => channels })
    workers = new OlderWorkers(redis, shardKey('parley', 0), () => nowMs)
  })

  it('are assumed to exist until the first check', async () => {
    expect(workers.areGone).toBe(false)
    await workers.look()
    expect(workers.areGone).toBe(true)
  })

  it('are gone when they were not seen for a while', async () => {
    channels = ['one of theirs']
    await workers.look()
    expect(workers.areGone).toBe(false)
    channels = []
    nowMs += 60_000
    await workers.look()
    expect(workers.areGone).toBe(false)
    nowMs += 1
    expect(workers.areGone).toBe(true)
  })

  it('may come back', async () => {
    await workers.look()
    channels = ['one of theirs']
    await workers.look()
    expect(workers.areGone).toBe(false)
  })

  it('have names without our mark, under any prefix', () => {
    expect(newWorkerName()).toMatch(/^\.[\w-]{11}$/)
    expect(olderWakeUpChannels(shardKey('a*b?[c]\\', 2))).toBe(
      '{a\\*b\\?\\[c\\]\\\\:2}:wake-ups:[^.]*',
    )
  })
})
