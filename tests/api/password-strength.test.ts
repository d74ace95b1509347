import { expectError, expectSuccess } from '../support/expectations'
import { useOwnServer } from '../support/own-server'

/* Source: docs/protocol/mail.md#strength. */
describe('the strength of a new password', () => {
  const server = useOwnServer({
    settings: { PASSWORD_MIN_GUESSES: '10000', PASSWORD_MIN_LENGTH: '8' },
  })

  it('is asked of people who change theirs', async () => {
    const ada = await server.user('ada')
    const change = (new_password: string) =>
      ada.patch('/settings', { old_password: 'password of ada', new_password })
    for (const weak of [
      'password',
      'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      'ada@parley.test',
    ]) {
      refuse(await change(weak), 'New password is too weak!')
    }
    refuse(await change('q7#x2'), 'Password is too short (minimum: 8 characters)')
    expectSuccess(await change('q7#x2 9vR-'))
  })

  it('is asked of accounts that administrators make', async () => {
    const account = { email: 'bo@parley.test', full_name: 'Bo Bergström' }
    refuse(
      await server.owner.post('/users', { ...account, password: 'bergström' }),
      'New password is too weak!',
    )
    expectSuccess(await server.owner.post('/users', { ...account, password: 'a lake of cold tea' }))
  })

  it('is told to clients, which look themselves', async () => {
    const answer = await server.owner.post('/register', { fetch_event_types: ['realm'] })
    expect(expectSuccess(answer)).toMatchObject({
      password_min_length: 8,
      password_min_guesses: 10_000,
      password_max_length: 1_000,
    })
    // Also without a log-in, for newcomers who choose a password.
    expect(expectSuccess(await server.call('get', '/server_settings'))).toMatchObject({
      password_min_length: 8,
      password_min_guesses: 10_000,
    })
  })

  it('is computed beside the event loop, for any typed text', async () => {
    const dora = await server.user('dora')
    const slow = '4@8({[<369&#!1/|0$5+7%2'.repeat(40)
    const guesses = Array.from({ length: 8 }, () =>
      server.ctx.passwordJudge.guesses(slow, [slow, slow]),
    )
    let isDone = false
    const done = Promise.all(guesses).finally(() => {
      isDone = true
    })
    // Were it done here, no call would be answered before.
    for (let call = 0; call < 3; call++) {
      expectSuccess(await dora.get('/users/me'))
      expect(isDone).toBe(false)
    }
    await done
  })
})

function refuse(response: Parameters<typeof expectError>[0], msg: string): void {
  expectError(response, 400, { code: 'BAD_REQUEST', msg })
}
