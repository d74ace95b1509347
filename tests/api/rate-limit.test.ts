import type { Response } from 'supertest'
import { shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { callAt } from '../support/person'
import type { Person } from '../support/person'
import { useOwnServer } from '../support/own-server'

const secondsFromNow = (unixSeconds: unknown) => Number(unixSeconds) - Date.now() / 1000

function expectWithinMinute(seconds: number): void {
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(61)
}

function expectLimited(response: Response): void {
  expectError(response, 429, {
    code: 'RATE_LIMIT_HIT',
    msg: 'API usage exceeded rate limit',
    'retry-after': expect.any(Number),
  })
  const { 'retry-after': seconds } = shapedLike(response.body, { 'retry-after': 0 })
  expectWithinMinute(seconds)
  expect(Number(response.headers['retry-after'])).toBe(Math.ceil(seconds))
}

describe('the limit of an account', () => {
  const limit = 10
  const server = useOwnServer({ settings: { RATE_LIMIT: String(limit) } })

  async function exhaust(person: Person): Promise<void> {
    for (let count = 0; count < limit; count += 1) expectSuccess(await person.get('/users/me'))
  }

  it('is in every answer, with the number of remaining calls', async () => {
    const alice = await server.user('alice')
    for (let left = limit - 1; left >= 0; left -= 1) {
      // Refused calls count as well.
      const { headers } = await alice.get(left % 2 ? '/users/me' : '/users/987654')
      expect(headers).toMatchObject({
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(left),
      })
      expectWithinMinute(secondsFromNow(headers['x-ratelimit-reset']))
    }
  })

  it('ends every kind of call: asked, refused or sent', async () => {
    const bob = await server.user('bob')
    const queue = await bob.register()
    expectError(await bob.post('/messages', { type: 'stream' }), 400)
    expectSuccess(await bob.get('/users/me'))
    expectError(await bob.get('/users/987654'), 400)
    await bob.send('general', 't', 'x')
    expectSuccess(
      await server.call('post', '/external/json').query({ api_key: bob.apiKey }).send({}),
    )
    const message = { type: 'stream', to: 'general', topic: 't', content: 'one too many' }
    for (const response of [
      await bob.post('/messages', message),
      await bob.get('/events'),
      await bob.get('/users/me'),
      await server.call('post', '/external/json').query({ api_key: bob.apiKey }).send({}),
    ]) {
      expectLimited(response)
      expect(response.headers['x-ratelimit-limit']).toBe(String(limit))
      expect(response.headers).not.toHaveProperty('x-ratelimit-remaining')
      expectWithinMinute(secondsFromNow(response.headers['x-ratelimit-reset']))
    }
    // Messages of others set the pace of polls, so these go on.
    await bob.pollNow(queue)
  })

  it('shrinks faster by registering queues, in either way', async () => {
    const queen = await server.user('queen')
    const remaining = async (path: string, method: 'get' | 'post') =>
      (await queen[method](path, { dont_block: true })).headers['x-ratelimit-remaining']
    expect(await remaining('/register', 'post')).toBe('5')
    expect(await remaining('/users/me', 'get')).toBe('4')
    expectLimited(await queen.get('/events', { dont_block: true }))
  })

  it('is a pause at registration, since some clients would log out', async () => {
    const carol = await server.user('carol')
    await exhaust(carol)
    const response = await carol.post('/register')
    expectError(response, 503, { code: 'SERVICE_UNAVAILABLE' })
    expectWithinMinute(Number(response.headers['retry-after']))
  })

  it('does not affect other accounts, nor callers without an account', async () => {
    const dan = await server.user('dan')
    const bot = await server.bot(dan, 'robot')
    for (let count = 1; count < limit; count += 1) await dan.get('/users/me')
    expectLimited(await dan.get('/users/me'))
    expectSuccess(await bot.get('/users/me'))
    for (let count = 0; count <= limit; count += 1) {
      const response = await server.call('get', '/server_settings')
      expectSuccess(response)
      expect(response.headers).not.toHaveProperty('x-ratelimit-limit')
    }
  })

  it('is not used up by strangers who guess', async () => {
    const eva = await server.user('eva')
    const guesser = eva.withKey('x'.repeat(32))
    for (let count = 0; count <= limit; count += 1) {
      expectError(await guesser.get('/users/me'), 401, { code: 'INVALID_API_KEY' })
    }
    expectSuccess(await eva.get('/users/me'))
  })
})

describe('the limit of guesses', () => {
  const guesses = 3
  const server = useOwnServer({
    settings: { LOGIN_RATE_LIMIT: String(guesses), TRUST_PROXY: 'true' },
  })
  const logIn = (username: string, password: string) =>
    server.call('post', '/fetch_api_key').type('form').send({ username, password })

  it('counts wrong passwords, not right ones', async () => {
    const alice = await server.user('alice')
    for (let count = 0; count <= guesses; count += 1) {
      expectSuccess(await logIn(alice.email, 'password of alice'))
    }
    for (let count = 0; count < guesses; count += 1) {
      expectError(await logIn(alice.email, 'guess'), 403, { reason: 'incorrect_creds' })
    }
    expectLimited(await logIn(alice.email, 'guess'))
    expectLimited(await logIn(alice.email, 'password of alice'))
  })

  it('is for an address, so that no stranger locks anybody out', async () => {
    const bob = await server.user('bob')
    const from = (ip: string, password: string) =>
      logIn(bob.email, password).set('X-Forwarded-For', ip)
    expectSuccess(await from('192.0.2.1', 'password of bob'))
    for (let address = 1; address <= 10; address += 1) {
      for (let count = 0; count < guesses; count += 1) {
        await from(`198.51.100.${address}`, 'guess')
      }
    }
    // This many failures from new addresses together are refused.
    expectLimited(await from('198.51.100.100', 'password of bob'))
    expectSuccess(await from('192.0.2.1', 'password of bob'))
  })

  it('is told of in the metrics', async () => {
    const { text } = await callAt(server.owner, 'get', '/metrics')
    const count = (metric: string) => Number(text.split(`${metric} `)[1]?.split('\n', 1)[0])
    expect(count('parley_logins_refused_total{reason="password"}')).toBeGreaterThan(0)
    expect(count('parley_rate_limited_total{kind="passwords"}')).toBeGreaterThan(0)
    expect(text).toMatch(/^parley_build_info\{version="\d+\.\d+\.\d+",node="v\d+/m)
  })

  it('counts wrong keys, not right ones', async () => {
    const guesser = server.owner.withKey('x'.repeat(32))
    for (let count = 0; count < guesses; count += 1) {
      expectError(await guesser.get('/users/me'), 401, { code: 'INVALID_API_KEY' })
    }
    expectLimited(await guesser.get('/users/me'))
    expectSuccess(await server.owner.get('/users/me'))
    // No account is looked up for that address any more, cached or not.
    const [carl, dirk] = await server.users('carl', 'dirk')
    const reads = jest.spyOn(server.ctx.caches.requesters, 'read')
    expectLimited(await carl.get('/users/me'))
    expectLimited(await dirk.withKey('y'.repeat(32)).get('/users/me'))
    expect(reads).not.toHaveBeenCalled()
  })
})
