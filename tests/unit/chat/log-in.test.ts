import { RateLimitedError } from '../../../src/server/http/errors'
import { findByPassword } from '../../../src/server/chat/actions/users/log-in'

const guess = { realmId: 1, email: 'ada@example.com', password: 'wrong', ip: '192.0.2.1' }

describe('A guess at a password', () => {
  it('looks up no account after too many attempts', async () => {
    const find = jest.fn()
    const limits = {
      consumeLogin: () => Promise.reject(new RateLimitedError(60_000)),
    }
    await expect(findByPassword({ limits: limits as never }, guess, find)).rejects.toThrow(
      RateLimitedError,
    )
    expect(find).not.toHaveBeenCalled()
  })

  it('stays counted if there is no such account', async () => {
    const forgiveLogin = jest.fn()
    const limits = { consumeLogin: () => Promise.resolve(), forgiveLogin }
    await expect(
      findByPassword({ limits: limits as never }, guess, async () => undefined),
    ).resolves.toBeUndefined()
    expect(forgiveLogin).not.toHaveBeenCalled()
  })
})
