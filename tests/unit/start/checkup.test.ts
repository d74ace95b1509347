import {
  judgeDatabase,
  judgeHealth,
  judgeVersion,
} from '../../../src/server/start/checkup/database'
import { judgeClock } from '../../../src/server/start/checkup/finding'
import { judgeRedis } from '../../../src/server/start/checkup/redis'
import { warnOfStores } from '../../../src/server/start/checkup/warn-of-stores'
import { findRedisServer } from '../../support/binaries'
import { OwnRedis } from '../../support/own-redis'
import { describeWith } from '../../support/services'

const redis = {
  address: 'redis:6379',
  version: '7.0.0',
  maxMemoryBytes: 0,
  usedMemoryBytes: 1_000,
  evictionPolicy: 'noeviction',
  isAppendOnly: true,
  canWriteDisk: true,
  clockDifferenceMs: 20,
}
const postgres = {
  version: '16.1',
  versionNumber: 160_001,
  encoding: 'UTF8',
  isDurable: true,
  maxConnections: 100,
  clockDifferenceMs: -20,
}

const health = { unanalyzed: [], bloated: [], longTransactions: [], connections: 30 }

describe('the check of the stores', () => {
  it('finds nothing to say about settings that keep everything', () => {
    expect([
      ...judgeRedis(redis),
      ...judgeDatabase(postgres),
      ...judgeVersion(postgres),
      ...judgeHealth(health, postgres),
    ]).toEqual([])
    // Without a limit nothing is dropped.
    expect(judgeRedis({ ...redis, evictionPolicy: 'allkeys-lru' })).toEqual([])
  })

  it.each([
    [
      judgeRedis({ ...redis, maxMemoryBytes: 9_999, evictionPolicy: 'volatile-lru' }),
      /volatile-lru/,
    ],
    [judgeRedis({ ...redis, maxMemoryBytes: 1_000 }), /used up/],
    [judgeRedis({ ...redis, maxMemoryBytes: 1_050 }), /95 %/],
    [judgeRedis({ ...redis, canWriteDisk: false }), /could not write its disk/],
    [judgeRedis({ ...redis, clockDifferenceMs: -61_000 }), /61 seconds behind/],
    [judgeDatabase({ ...postgres, isDurable: false }), /fsync/],
    [judgeDatabase({ ...postgres, clockDifferenceMs: 7_000 }), /7 seconds ahead/],
    [judgeVersion({ ...postgres, version: '14.2', versionNumber: 140_002 }), /PostgreSQL 14.2/],
    [judgeVersion({ ...postgres, encoding: 'LATIN1' }), /LATIN1/],
    [judgeHealth({ ...health, unanalyzed: ['messages'] }, postgres), /no statistics of messages/],
    [judgeHealth({ ...health, bloated: ['message_flags'] }, postgres), /wait in message_flags/],
    [
      judgeHealth({ ...health, longTransactions: [{ pid: 42, minutes: 11 }] }, postgres),
      /open for 11 minutes \(process 42\)/,
    ],
    [judgeHealth({ ...health, connections: 90 }, postgres), /90 of its 100 connections/],
  ])('tells of a setting that loses data, with advice: %j', (findings, text) => {
    expect(findings).toMatchObject([
      {
        state: expect.not.stringMatching('ok'),
        text: expect.stringMatching(text),
      },
    ])
    expect(findings[0]?.advice).toMatch(/^[A-Z].*\.$/)
  })

  it('takes small differences of clocks for the way of the answer', () => {
    expect(judgeClock('Redis', 4_000)).toMatchObject({ state: 'ok' })
  })
})

const service = { name: 'Redis', url: findRedisServer() ? 'program' : undefined }

describeWith(service, 'a start', () => {
  it('warns of an eviction policy that loses queues', async () => {
    const own = await OwnRedis.start(['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru'])
    const warned: unknown[] = []
    const log = { warn: (...line: unknown[]) => warned.push(line), info: () => undefined }
    const ctx = { config: { redisUrl: own.url }, log } as never
    await warnOfStores(ctx)
    await own.remove()
    expect(warned).toEqual([
      [
        { subject: `Redis at 127.0.0.1:${own.port}`, advice: expect.any(String) },
        expect.stringContaining('allkeys-lru'),
      ],
    ])
    // Redis is gone: a start that cannot look goes on.
    await warnOfStores(ctx)
  })
})
