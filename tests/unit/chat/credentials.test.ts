/**
 * Begins with passwords of full cost; other files make those of their process cheap.
 *
 * @own-modules
 */
import crypto from 'node:crypto'
import type { ScryptOptions } from 'node:crypto'
import {
  cheapenPasswordsForTests,
  hashPassword,
  isOutdated,
  verifyPassword,
} from '../../../src/server/chat/rules/credentials'
import { TooManyPasswordsError } from '../../../src/server/chat/rules/password-errors'

const password = 'correct horse battery staple'

/** A hash as made by an older release. */
function cheapHash(): string {
  const salt = Buffer.alloc(16, 7)
  const key = crypto.scryptSync(password, salt, 32, { N: 16_384, r: 8, p: 1 })
  return ['scrypt', 16_384, 8, 1, salt.toString('base64'), key.toString('base64')].join('$')
}

describe('The hash of a password', () => {
  const scrypt = jest.spyOn(crypto, 'scrypt')
  afterAll(() => scrypt.mockRestore())

  /** Cost of the scrypt calls: the product of the three parameters is proportional to the time. */
  async function workOf(action: () => Promise<unknown>): Promise<number> {
    scrypt.mockClear()
    await action()
    const options = scrypt.mock.calls.map((call) => (call as unknown[])[3] as ScryptOptions)
    return options.reduce((sum, { N = 0, r = 0, p = 0 }) => sum + N * r * p, 0)
  }

  it('has the cost that OWASP recommends, and records it', async () => {
    const hash = await hashPassword(password)
    expect(hash).toMatch(/^scrypt\$32768\$8\$3\$/)
    expect(isOutdated(hash)).toBe(false)
    expect(await verifyPassword(password, hash)).toBe(true)
    expect(await verifyPassword('another', hash)).toBe(false)
  })

  it('takes equal work to compare, also for a cheap or missing hash', async () => {
    const full = 32_768 * 8 * 3
    expect(await workOf(() => verifyPassword(password, null))).toBe(full)
    expect(await workOf(() => verifyPassword(password, cheapHash()))).toBe(full)
    expect(isOutdated(cheapHash())).toBe(true)
  })

  it('is made two at a time; calls that would wait long are refused', async () => {
    cheapenPasswordsForTests()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 2 + 16 + 1 }, () => verifyPassword('guess', null)),
    )
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 18 }, () => 'fulfilled'),
      'rejected',
    ])
    expect(outcomes.at(-1)).toMatchObject({ reason: expect.any(TooManyPasswordsError) })
    expect(await verifyPassword('guess', null)).toBe(false)
  })
})
