import { scryptSync } from 'node:crypto'
import { exactly } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { useTestServer } from '../support/test-server'

/** A hash that takes as long as hashes outside of tests, or nearly so. */
function dearHash(password: string): string {
  const salt = Buffer.alloc(16, 7)
  const options = { N: 16_384, r: 8, p: 2, maxmem: 64 * 1024 * 1024 }
  const key = scryptSync(password, salt, 32, options)
  return ['scrypt', 16_384, 8, 2, salt.toString('base64'), key.toString('base64')].join('$')
}

describe('more log-ins than there is time for', () => {
  const server = useTestServer()
  /** Below the 30 wrong guesses that an address has a minute. */
  const attempts = 28
  /** Passwords being hashed, and waiting ones. */
  const most = 2 + 16

  it('are refused at once, and forgotten, while messages go on flowing', async () => {
    const [ada, bea] = await server.users('ada', 'bea')
    const queue = await ada.register({ event_types: ['message'] })
    let answered = 0
    const logIn = async () => {
      const response = await server
        .call('post', '/fetch_api_key')
        .type('form')
        .send({ username: ada.email, password: 'dear password' })
      answered += 1
      return response
    }

    for (const _storm of [1, 2]) {
      // A log-in replaces the hash by a cheap one of tests, so restore it.
      await server.db
        .updateTable('users')
        .set({ password_hash: dearHash('dear password') })
        .where('id', '=', ada.id)
        .execute()
      answered = 0
      const storm = Array.from({ length: attempts }, logIn)
      const id = await bea.send('general', 'storm', 'still here')
      expect(await ada.pollUntil(queue, 'message')).toMatchObject([{ message: { id } }])
      // The last of them waits for all the others.
      expect(answered).toBeLessThan(attempts)

      const responses = await Promise.all(storm)
      const [refused, accepted] = exactly(
        [429, 200].map((status) => responses.filter((response) => response.status === status)),
        2,
      )
      expect(accepted.length + refused.length).toBe(attempts)
      expect(accepted.length).toBeGreaterThanOrEqual(most)
      for (const { body, headers } of refused) {
        expect(body).toMatchObject({
          code: 'RATE_LIMIT_HIT',
          msg: 'Too many people are logging in at the moment. Please try again.',
        })
        expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      }
      expect(refused.length).toBeGreaterThan(0)
    }
    expectSuccess(await logIn())
  })
})
