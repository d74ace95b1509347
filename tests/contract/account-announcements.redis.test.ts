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
    /** Ids of the users that this worker was told to forget. */
    forgotten: number[]
  }

  /** Opens a worker and waits until it has signed in. */
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

  it('have reached all signed-in workers when announcing returns', async () => {
    const [first, second, third] = [await open(), await open(), await open()]
    for (let id = 1; id <= 200; id += 1) {
      // Workers sign in several times a second; announcing stops waiting for a worker that does not.
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
    // The announcing worker has already forgotten the user, so it is not told.
    expect(first.forgotten).not.toContain(1)
  })

  it('wait a limited time for a worker that has fallen silent', async () => {
    const steady = await open()
    const silent = await open(await proxy.listen())
    proxy.fallSilent()
    await steady.announcements.announce([change(1)])
    expect(silent.forgotten).toEqual([])
  })

  it('wait a limited time for Redis and for the workers that still reach it', async () => {
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

  it('do not wait for closed workers, and leave no key', async () => {
    const [staying, leaving] = [await open(), await open()]
    expect(await listed()).toBe(2)
    await leaving.announcements.close()
    expect(await listed()).toBe(1)
    await staying.announcements.close()
    expect(await redis.keys(`*${keyPrefix}*`)).toEqual([])
  })

  const listed = () => redis.zcard(`{${keyPrefix}:accounts}:workers`)
})
