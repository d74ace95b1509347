import { Bystanders } from '../support/bystanders'
import { expectSuccess } from '../support/expectations'
import { useTestServer } from '../support/test-server'

describe('events about presence and statuses', () => {
  const server = useTestServer()
  let cast: Bystanders
  beforeAll(async () => {
    cast = await Bystanders.gather(server)
  })

  it('explain a status that is set and removed', async () => {
    const steps = [
      { status_text: 'at lunch', emoji_name: 'pizza' },
      { status_text: 'back' },
      { emoji_name: 'coffee' },
      { status_text: '' },
      { status_text: 'gone', emoji_name: '' },
      { status_text: '' },
    ]
    for (const args of steps) {
      await cast.expectExplained(async () =>
        expectSuccess(await cast.alice.post('/users/me/status', args)),
      )
    }
    await cast.expectExplained(async () => {
      for (const args of steps) expectSuccess(await cast.guest.post('/users/me/status', args))
    })
  })

  it('explain the status of a user who is deactivated and reactivated', async () => {
    const leo = await server.user('leo')
    expectSuccess(await leo.post('/users/me/status', { status_text: 'on a journey' }))
    await cast.expectExplained(async () =>
      expectSuccess(await cast.owner.delete(`/users/${leo.id}`)),
    )
    await cast.expectExplained(async () =>
      expectSuccess(await cast.owner.post(`/users/${leo.id}/reactivate`)),
    )
  })

  it('explain the presence of people', async () => {
    await cast.expectExplained(async () => {
      expectSuccess(await cast.bob.post('/users/me/presence', { status: 'idle' }))
      expectSuccess(await cast.guest.post('/users/me/presence', { status: 'active' }))
      expectSuccess(await cast.bob.post('/users/me/presence', { status: 'active' }))
    })
  })
})
