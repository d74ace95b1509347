import { asRecord } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { describeWithServices } from '../support/services'
import { memberAt, useTwoWorkers } from '../support/workers'

describeWithServices('presence and typing at two workers', () => {
  const two = useTwoWorkers()

  it('reach the other one', async () => {
    const [here, there] = two.workers
    const ann = await memberAt(here, two.database, 'ann')
    const bob = (await memberAt(here, two.database, 'bob')).at(there.url)
    const queue = await bob.register({ event_types: ['presence', 'typing'] })
    const known = await bob.post('/users/me/presence', { status: 'idle', slim_presence: true })
    const { presence_last_update_id: since } = expectSuccess(known)

    expectSuccess(await ann.post('/users/me/presence', { status: 'active' }))
    const isAnns = (event: object) => JSON.stringify(event).includes(ann.email)
    expect((await bob.pollUntil(queue, isAnns)).at(-1)).toMatchObject({
      type: 'presence',
      user_id: ann.id,
      presence: { website: { status: 'active' } },
    })
    const args = { status: 'idle', slim_presence: true, last_update_id: since }
    const { presences } = expectSuccess(await bob.post('/users/me/presence', args))
    expect(Object.keys(asRecord(presences))).toEqual([String(ann.id)])
    const { presence } = expectSuccess(await bob.get(`/users/${ann.id}/presence`))
    expect(presence).toMatchObject({ aggregated: { status: 'active' } })

    const polled = bob.pollUntil(queue, 'typing')
    await there.holdsPolls(1)
    expectSuccess(await ann.post('/typing', { op: 'start', to: [bob.id] }))
    expect(await polled).toMatchObject([{ type: 'typing', sender: { user_id: ann.id } }])

    // One ping at each worker: the second is no event, since ann is already present.
    expectSuccess(await ann.at(there.url).post('/users/me/presence', { status: 'active' }))
    expectSuccess(await ann.post('/typing', { op: 'stop', to: [bob.id] }))
    expect(await bob.pollUntil(queue, 'typing')).toMatchObject([{ type: 'typing', op: 'stop' }])
  })
})
