import { asNumber, asRecord, asText } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { describeWithServices } from '../support/services'
import { memberAt, useTwoWorkers } from '../support/workers'

/* Source: docs/protocol/api-keys.md#end. */

describeWithServices('a named key at two workers', () => {
  const two = useTwoWorkers()

  it('is dead at the other worker, with its poll there, when the call that revokes it returns', async () => {
    const [one, other] = two.workers
    const person = (await memberAt(one, two.database, 'ada')).at(one.url)
    for (let round = 0; round < 3; round += 1) {
      const made = expectSuccess(
        await person.post('/users/me/api_keys', { name: 'Script', scope: 'read' }),
      )
      const script = person.withKey(asText(made['key'])).at(other.url)
      const poll = script.get('/events', { ...(await script.register({ event_types: [] })) })
      await other.holdsPolls(1)
      const id = asNumber(asRecord(made['api_key'])['id'])
      expectSuccess(await person.delete(`/users/me/api_keys/${id}`))
      expectError(await script.get('/users/me'), 401, { code: 'INVALID_API_KEY' })
      expectError(await poll, 401, { code: 'INVALID_API_KEY' })
    }
  })
})
