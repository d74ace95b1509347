import { randomBytes } from 'node:crypto'
import Redis from 'ioredis'
import { RedisAnnouncements } from '../../src/server/caches/account-changes/redis/redis-announcements'
import type { AccountChange } from '../../src/server/data/engine/transaction-effects'
import { RedisAwayError } from '../../src/server/lib/store-away'
import { describeWith, findTestRedis } from '../support/services'
import { until } from './event-queues.cast'
import { StoreProxy } from '../support/store-proxy'

describeWith({ name: 'Redis', url: findTestRedis() }, 'announcements through Redis', (url) => {
  const silence = { info: () => {}, warn: () => {} }
  const change = (id: number): AccountChange => ({ realmId: 1, userIds: [id] })
  let keyPrefix: string
  let opened: RedisAnnouncements[]
  let proxy: StoreProxy
  let redis: Redis

  beforeEach(async () => {
    keyPrefix = `parley_test_${randomBytes(6).toString('hex')}`
    opened = []
    proxy = new StoreProxy(new URL(url))
    redis = new Redis(url)
  })
  afterEach(async () => {
    await Promise.all(opened.map((worker) => worker.close()))
    await proxy.close()
    redis.disconnect()
  })

  interface Worker {
    announcements: RedisAnnouncements
    /** Ids of the users that it was told to forget. */
    forgotten: number[]
  }

  /** A worker that has signed in. */
  async function open(redisUrl = url): Promise<Worker> {
    const forgotten: number[] = []
    const announcements = new RedisAnnouncements({
      url: redisUrl,
      keyPrefix,
      workerId: 'tester',
      log: silence,
      onChanged: (changes) => forgotten.push(...changes.flatMap(({ userIds }) => userIds ?? [])),
    })
    opened.push(announcements)
    await until(() => isSignedIn(announcements))
    return { announcements, forgotten }
  }

  async function isSignedIn(announcements: RedisAnnouncements): Promise<boolean> {
    try {
      await announcements.signIn()
      return true
    } catch (error) {
      expect(error).toBeInstanceOf(RedisAwayError)
      return false
    }
  }

  it('are known to all workers that signed in when announcing returns', async () => {
    const [first, second, third] = [await open(), await open(), await open()]
    for (let id = 1; id <= 200; id += 1) {
      // As they do several times a second; who stops is not waited for after a while.
      await Promise.all([first, second, third].map((worker) => worker.announcements.signIn()))
      await Promise.all([
        first.announcements.announce([change(id)]).then(() => {
          expect(second.forgotten).toContain(id)
          expect(third.forgotten).toContain(id)
        }),
        second.announcements.announce([change(id + 1_000)]).then(() => {
          expect(first.forgotten).toContain(id + 1_000)
          expect(third.forgotten).toContain(id + 1_000)
        }),
      ])
    }
    // Whoever announces has forgotten already.
    expect(first.forgotten).not.toContain(1)
  })

  it('do not wait for ever for a worker that has fallen silent', async () => {
    const steady = await open()
    const silent = await open(await proxy.listen())
    proxy.fallSilent()
    await steady.announcements.announce([change(1)])
    expect(silent.forgotten).toEqual([])
  })

  it('do not wait for ever for Redis, nor for the workers that still reach it', async () => {
    const steady = await open()
    const cutOff = await open(await proxy.listen())
    proxy.cut()
    await cutOff.announcements.announce([change(1)])
    expect(await isSignedIn(cutOff.announcements)).toBe(false)

    proxy.restore()
    await until(() => isSignedIn(cutOff.announcements))
    await cutOff.announcements.announce([change(2)])
    expect(steady.forgotten).toContain(2)
    await steady.announcements.announce([change(3)])
    expect(cutOff.forgotten).toContain(3)
  })

  it('wait for nobody who has left, and leave no key', async () => {
    const [staying, leaving] = [await open(), await open()]
    expect(await listed()).toBe(2)
    await leaving.announcements.close()
    expect(await listed()).toBe(1)
    await staying.announcements.close()
    expect(await redis.keys(`*${keyPrefix}*`)).toEqual([])
  })

  const listed = () => redis.zcard(`{${keyPrefix}:accounts}:workers`)
})
