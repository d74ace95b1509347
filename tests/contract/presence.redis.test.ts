import { randomBytes } from 'node:crypto'
import Redis from 'ioredis'
import { RedisAwayError } from '../../src/server/lib/store-away'
import type { Presence } from '../../src/server/stores/presence/presence'
import { RedisPresence } from '../../src/server/stores/presence/redis/redis-presence'
import { elementAt, firstOf } from '../support/checked'
import { describeWith, findTestRedis } from '../support/services'
import { StoreProxy } from '../support/store-proxy'
import { untilHolds } from '../support/until'
import { describePresence } from './presence.suite'

describeWith({ name: 'Redis', url: findTestRedis() }, 'Redis', (url) => {
  const silence = { info: () => {}, warn: () => {} }
  const sign = (userId: number, at = 1_700_000_000) => {
    return { userId, email: `${userId}@example.com`, status: 'active' as const, at }
  }
  const userIds = (presences: readonly Presence[]) => presences.map(({ userId }) => userId).sort()
  let keyPrefix: string
  let opened: RedisPresence[]
  let redis: Redis

  beforeEach(() => {
    keyPrefix = `parley_test_${randomBytes(6).toString('hex')}`
    opened = []
    redis = new Redis(url)
  })
  afterEach(async () => {
    await Promise.all(opened.map((store) => store.close()))
    const keys = await redis.keys(`*${keyPrefix}*`)
    if (keys.length > 0) await redis.unlink(...keys)
    redis.disconnect()
  })

  function open(redisUrl = url): RedisPresence {
    const store = new RedisPresence({
      url: redisUrl,
      keyPrefix,
      log: silence,
      commandTimeoutMs: 1_000,
    })
    opened.push(store)
    return store
  }

  describePresence('presence in Redis', async () => open())

  describe('presences of several workers', () => {
    it('are noted at one and listed at another', async () => {
      const [a, b] = [open(), open()]
      await a.note(1, sign(10))
      const known = (await b.list(1, -1)).lastUpdateId
      await a.note(1, sign(11))
      const { presence, realm: asKnown } = await b.note(1, sign(12))
      expect(userIds(asKnown.listSince(known).presences)).toEqual([11, 12])
      expect(userIds((await a.list(1, -1)).presences)).toEqual([10, 11, 12])
      expect(await a.find(1, 12)).toEqual(presence)
    })

    it('are news at one worker only', async () => {
      const stores = [open(), open(), open()]
      const noted = await Promise.all(
        Array.from({ length: 30 }, (_, i) => elementAt(stores, i % 3).note(1, sign(10))),
      )
      expect(noted.filter(({ isNews }) => isNews)).toHaveLength(1)
    })

    it('are forgotten at all workers', async () => {
      const [a, b] = [open(), open()]
      await a.note(1, sign(10))
      expect(await b.find(1, 10)).toBeDefined()
      await a.forget(1, [10])
      for (const store of [a, b, open()]) {
        expect(await store.find(1, 10)).toBeUndefined()
        expect((await store.list(1, -1)).presences).toEqual([])
      }
    })

    it('are all read by a worker that starts later, even thousands', async () => {
      const a = open()
      const ids = Array.from({ length: 4_500 }, (_, i) => i)
      await Promise.all(ids.map((userId) => a.note(1, sign(userId))))
      expect((await open().list(1, -1)).presences).toHaveLength(ids.length)
    })
  })

  it('leaves two keys for each realm, which expire', async () => {
    await open().note(1, sign(10))
    const keys = await redis.keys(`*${keyPrefix}*`)
    expect(keys).toHaveLength(2)
    for (const key of keys) expect(await redis.ttl(key)).toBeGreaterThan(13 * 86_400)
  })

  it('deletes users who were away for two weeks', async () => {
    await open().note(1, sign(10))
    const order = firstOf(await redis.keys(`*${keyPrefix}*order`))
    await redis.zadd(order, Date.now() - 15 * 86_400_000, '10')
    // At another worker: the cache of the first one would not see ids become smaller.
    await open().note(1, sign(11))
    expect(userIds((await open().list(1, -1)).presences)).toEqual([11])
    expect(await redis.zcard(order)).toBe(1)
  })

  it('goes on with an empty Redis after a loss of all data', async () => {
    const store = open()
    await store.note(1, sign(10))
    const { lastUpdateId } = await store.list(1, -1)
    await redis.unlink(...(await redis.keys(`*${keyPrefix}*`)))
    expect(await store.list(1, -1)).toEqual({ presences: [], lastUpdateId: -1 })

    const { presence, isNews, realm: asKnown } = await store.note(1, sign(11))
    expect(isNews).toBe(true)
    expect(asKnown.listSince(lastUpdateId).presences).toEqual([presence])
    expect(userIds((await store.list(1, -1)).presences)).toEqual([11])
  })

  it('refuses calls while Redis is away, and recovers', async () => {
    const proxy = new StoreProxy(new URL(url))
    const store = open(await proxy.listen())
    await store.note(1, sign(10))
    proxy.cut()
    await expect(store.note(1, sign(10))).rejects.toThrow(RedisAwayError)
    await expect(store.list(1, -1)).rejects.toThrow(RedisAwayError)
    proxy.restore()
    await untilListed(store)
    await proxy.close()
  })

  async function untilListed(store: RedisPresence): Promise<void> {
    await untilHolds('Redis is there again', async () => (await store.list(1, -1)) !== undefined)
    expect(userIds((await store.list(1, -1)).presences)).toEqual([10])
  }
})
