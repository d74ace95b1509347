import { asNumber } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments, Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()
const notTaken = 'Sending messages to the general chat is not allowed in this channel.'
const onlyEmpty = 'Only the general chat topic is allowed in this channel.'

describe('the topics policy of a stream', () => {
  let alice: Person
  let bob: Person
  beforeAll(async () => {
    ;[alice, bob] = await server.users('alice', 'bob')
  })
  const create = async (name: string, more: Arguments = {}) => {
    expectSuccess(
      await alice.post('/users/me/subscriptions', { subscriptions: [{ name }], ...more }),
    )
    const { stream_id: id } = await alice.call('GET /get_stream_id', { stream: name })
    return id
  }
  const choose = (person: Person, id: number, topics_policy: string) =>
    person.patch(`/streams/${id}`, { topics_policy })
  const send = (person: Person, to: string, topic: string) =>
    person.post('/messages', { type: 'stream', to, topic, content: 'x' })

  it('counts before that of the organization, and is told', async () => {
    const id = await create('porch')
    const queue = await alice.register({ event_types: ['stream', 'message'] })
    expectError(await send(alice, 'porch', ''), 400, { msg: notTaken })
    expectSuccess(await choose(alice, id, 'allow_empty_topic'))
    const [changed, notice] = await alice.pollUntil(queue, 'message')
    expect(changed).toMatchObject({
      ...{ type: 'stream', op: 'update', stream_id: id },
      ...{ property: 'topics_policy', value: 'allow_empty_topic' },
    })
    expect(notice).toMatchObject({ message: { subject: 'channel events' } })
    expectSuccess(await send(alice, 'porch', ''))
    expectSuccess(await send(alice, 'porch', 'named'))
    const { stream } = expectSuccess(await alice.get(`/streams/${id}`))
    expect(stream).toMatchObject({ topics_policy: 'allow_empty_topic' })
  })

  it('may keep a stream to the empty topic, if it has no other', async () => {
    const other = await create('with topics')
    expectError(await choose(alice, other, 'empty_topic_only'), 400, {
      code: 'CANNOT_SET_TOPICS_POLICY',
    })
    await create('chat only', { topics_policy: 'empty_topic_only' })
    expectError(await send(alice, 'chat only', 'named'), 400, { msg: onlyEmpty })
    const sent = asNumber(expectSuccess(await send(alice, 'chat only', ''))['id'])
    expectError(await alice.patch(`/messages/${sent}`, { topic: 'named' }), 400, {
      msg: onlyEmpty,
    })
    const { stream_id: id } = await alice.call('GET /get_stream_id', { stream: 'chat only' })
    expectSuccess(await alice.patch(`/streams/${id}`, { description: 'about it' }))
    const { topics } = expectSuccess(
      await alice.get(`/users/me/${id}/topics`, { allow_empty_topic_name: true }),
    )
    expect(topics).toEqual([{ name: '', max_id: expect.any(Number) }])
  })

  it('is chosen with the right to administer the stream and the permission for policies', async () => {
    const id = await create('ruled')
    expectError(await choose(bob, id, 'allow_empty_topic'), 400, {
      msg: 'You do not have permission to administer this channel.',
    })
    expectSuccess(await server.owner.patch('/realm', { can_set_topics_policy_group: { new: 3 } }))
    const refusal = { code: 'BAD_REQUEST', msg: 'Insufficient permission' }
    expectError(await choose(alice, id, 'allow_empty_topic'), 400, refusal)
    const args = { subscriptions: [{ name: 'fresh' }], topics_policy: 'allow_empty_topic' }
    expectError(await alice.post('/users/me/subscriptions', args), 400, refusal)
    expectSuccess(await choose(server.owner, id, 'allow_empty_topic'))
    expectError(await choose(server.owner, id, 'some'), 400)
    expectSuccess(await server.owner.patch('/realm', { can_set_topics_policy_group: { new: 5 } }))
  })
})
