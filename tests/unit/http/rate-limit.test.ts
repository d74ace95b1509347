import { randomUUID } from 'node:crypto'

import { Type } from '@sinclair/typebox'
import pino from 'pino'

import { endpoint } from '../../../src/server/http/declare/endpoint'
import type { RateLimit } from '../../../src/server/http/declare/endpoint'
import { createLimits } from '../../../src/server/http/pipeline/rate-limit'
import type { Limits } from '../../../src/server/http/pipeline/rate-limit'
import { describeWith, findTestRedis } from '../../support/services'
import { removeRedisKeys } from '../../support/stores'
import { asAlice } from './support/fake-accounts'
import { useServer } from './support/test-server'

const limited = (path: string, rateLimit: RateLimit) =>
  endpoint({
    method: 'GET',
    path,
    tag: 'test',
    summary: 'Counts',
    auth: 'basic',
    rateLimit,
    params: {},
    response: { ok: Type.Boolean() },
    handler: async () => ({ ok: true }),
  })
const endpoints = [
  limited('/api/v1/normal', 'normal'),
  limited('/api/v1/register', 'overload503'),
  limited('/api/v1/free', 'none'),
]

describe('the limit of an account', () => {
  const server = useServer(endpoints, { rateLimit: 2 })
  const get = (path: string) => server.call.get(path).set('Authorization', asAlice)

  it('counts all its calls together, and reports the count', async () => {
    const first = await get('/api/v1/normal')
    expect(first.headers).toMatchObject({
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '1',
    })
    const reset = Number(first.headers['x-ratelimit-reset'])
    expect(Math.abs(reset - 60 - Date.now() / 1000)).toBeLessThan(5)
    expect((await get('/api/v1/register')).headers['x-ratelimit-remaining']).toBe('0')

    const refused = await get('/api/v1/normal')
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual({
      result: 'error',
      msg: 'API usage exceeded rate limit',
      code: 'RATE_LIMIT_HIT',
      'retry-after': expect.any(Number),
    })
    expect(Number(refused.headers['retry-after'])).toBe(Math.ceil(refused.body['retry-after']))
    expect(refused.headers).not.toHaveProperty('x-ratelimit-remaining')

    const overloaded = await get('/api/v1/register')
    expect(overloaded.status).toBe(503)
    expect(overloaded.body).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(Number(overloaded.headers['retry-after'])).toBeGreaterThan(0)

    const free = await get('/api/v1/free')
    expect(free.status).toBe(200)
    expect(free.headers).not.toHaveProperty('x-ratelimit-limit')
  })
})

const testRedis = findTestRedis()
const stores: [string, string | undefined][] = [
  ['memory', undefined],
  ...(testRedis ? [['Redis', testRedis] as [string, string]] : []),
  ['a Redis that is away', 'redis://127.0.0.1:1'],
]

describe.each(stores)('limits counted in %s', (_store, redisUrl) => {
  const redisKeyPrefix = `test:${randomUUID()}`
  const open = (): Limits =>
    createLimits(
      { redisUrl, redisKeyPrefix, rateLimit: 2, mailRateLimit: null, loginAttemptsPerMinute: 2 },
      pino({ level: 'silent' }),
      (kind) => refusals.push(kind),
    )
  const refusals: string[] = []
  const limits = open()
  afterAll(async () => {
    await limits.close()
    if (redisUrl && redisUrl === testRedis) await removeRedisKeys(redisUrl, redisKeyPrefix)
  })

  it('are per account and minute', async () => {
    expect(await limits.countCall(7)).toMatchObject({ isExceeded: false, limit: 2, remaining: 1 })
    expect(await limits.countCall(7)).toMatchObject({ isExceeded: false, remaining: 0 })
    const refused = await limits.countCall(7)
    expect(refused).toMatchObject({ isExceeded: true, remaining: 0 })
    expect(refused?.resetMs).toBeGreaterThan(0)
    expect(refused?.resetMs).toBeLessThanOrEqual(60_000)
    expect(await limits.countCall(8)).toMatchObject({ isExceeded: false })
  })

  const logIn = (ip: string, account: string) => limits.consumeLogin({ ip, account })
  const times = (count: number) => Array.from({ length: count }, (_, index) => index)
  const tooMany = { status: 429 }

  it('apply to logins by address and account together, ignoring letter case', async () => {
    await logIn('10.0.0.1', 'ada')
    await logIn('10.0.0.1', 'ADA ')
    await expect(logIn('10.0.0.1', 'ada')).rejects.toMatchObject(tooMany)
    await logIn('10.0.0.2', 'ada')
    await logIn('10.0.0.1', 'bo')
    expect(refusals.at(-1)).toBe('passwords')
  })

  it('apply to logins from one address to many accounts', async () => {
    for (const n of times(10)) await logIn('10.0.2.1', `account ${n}`)
    await expect(logIn('10.0.2.1', 'one more')).rejects.toMatchObject(tooMany)
  })

  it('apply to logins to one account from many addresses, except from its known ones', async () => {
    const home = { ip: '10.0.3.1', account: 'eve' }
    await limits.consumeLogin(home)
    await limits.forgiveLogin(home)
    for (const n of times(20)) await logIn(`10.0.4.${n}`, 'eve')
    await expect(logIn('10.0.4.100', 'eve')).rejects.toMatchObject(tooMany)
    await limits.consumeLogin(home)
  })

  it('do not count correct logins', async () => {
    const source = { ip: '10.0.1.1', account: 'dora' }
    for (const _ of times(5)) {
      await limits.consumeLogin(source)
      await limits.forgiveLogin(source)
    }
  })

  it('apply at once to addresses with repeated wrong credentials', async () => {
    limits.refuseGuesser('10.0.5.1')
    await limits.countFailedCredentials('10.0.5.1')
    limits.refuseGuesser('10.0.5.1')
    await limits.countFailedCredentials('10.0.5.1')
    expect(() => limits.refuseGuesser('10.0.5.1')).toThrow(expect.objectContaining(tooMany))
    limits.refuseGuesser('10.0.5.2')
  })

  it('take the addresses of one IPv6 network, and an address with ports, for one', async () => {
    await logIn('2001:db8:0:7::1', 'ida')
    await logIn('2001:db8::7:1:2:3:4', 'ida')
    await expect(logIn('2001:db8:0:7:ffff::9', 'ida')).rejects.toMatchObject(tooMany)
    await logIn('2001:db8:0:8::1', 'ida')
    await limits.countFailedCredentials('2001:db8:1::1')
    await limits.countFailedCredentials('2001:db8:1::2')
    expect(() => limits.refuseGuesser('2001:db8:1::3')).toThrow(expect.objectContaining(tooMany))
    limits.refuseGuesser('2001:db8:1:1::3')
    await limits.countFailedCredentials('10.0.6.1:5678')
    await limits.countFailedCredentials('::ffff:10.0.6.1')
    expect(() => limits.refuseGuesser('10.0.6.1')).toThrow(expect.objectContaining(tooMany))
  })
})

describeWith({ name: 'Redis', url: testRedis }, 'limits in Redis', (redisUrl) => {
  it('are counted over all workers', async () => {
    const settings = {
      redisUrl,
      redisKeyPrefix: `test:${randomUUID()}`,
      rateLimit: 2,
      mailRateLimit: null,
      loginAttemptsPerMinute: null,
    }
    const workers = [1, 2, 3].map(() => createLimits(settings, pino({ level: 'silent' })))
    const results = await Promise.all(workers.map((worker) => worker.countCall(1)))
    expect(results.filter((result) => result?.isExceeded)).toHaveLength(1)
    await workers[0]?.countFailedCredentials('10.0.0.1')
    await Promise.all(workers.map((worker) => worker.close()))
  })
})
