import { elementAt, firstOf } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments, Person, Queue } from '../support/person'
import { useOwnServer } from '../support/own-server'

describe('POST /typing', () => {
  const server = useOwnServer()
  let alice: Person
  let bob: Person
  let carol: Person
  beforeAll(async () => {
    ;[alice, bob, carol] = await server.users('alice', 'bob', 'carol')
  })

  const type = (person: Person, args: Arguments) => person.post('/typing', args)
  const listen = (person: Person, capable = true) =>
    person.register({
      event_types: ['typing', 'message'],
      client_capabilities: { stream_typing_notifications: capable },
    })
  const heard = async (person: Person, queue: Queue) =>
    (await person.eventsUntilNow(queue)).filter((event) => event.type === 'typing')

  it('tells only the participants of a private conversation, the sender included', async () => {
    const people = [alice, bob, carol]
    const queues = await Promise.all(people.map((person) => listen(person)))
    expectSuccess(await type(alice, { op: 'start', to: [bob.id] }))
    expectSuccess(await type(alice, { op: 'stop', to: [bob.id] }))
    const told = (op: string, id: number) => ({
      id,
      type: 'typing',
      op,
      message_type: 'direct',
      sender: { user_id: alice.id, email: alice.email },
      recipients: [alice, bob].map(({ id, email }) => ({ user_id: id, email })),
    })
    expect(await heard(alice, firstOf(queues))).toEqual([told('start', 0), told('stop', 1)])
    expect(await heard(bob, elementAt(queues, 1))).toEqual([told('start', 0), told('stop', 1)])
    expect(await heard(carol, elementAt(queues, 2))).toEqual([])
  })

  it.each<[string, (bob: Person) => Arguments]>([
    ['a list of ids', ({ id }) => ({ to: [id] })],
    ['a list of emails', ({ email }) => ({ to: [email] })],
    ['one email in quotes', ({ email }) => ({ to: JSON.stringify(email) })],
    ['one bare email', ({ email }) => ({ to: email })],
    ['one id', ({ id }) => ({ to: id })],
    ['the type private', ({ id }) => ({ to: [id], type: 'private' })],
    ['the type direct', ({ id }) => ({ to: [id], type: 'direct' })],
  ])('takes %s', async (_what, args) => {
    const queue = await listen(bob)
    expectSuccess(await type(alice, { op: 'start', ...args(bob) }))
    expect(await bob.pollUntil(queue, 'typing')).toMatchObject([
      { recipients: [{ user_id: alice.id }, { user_id: bob.id }] },
    ])
  })

  it('tells subscribers of a stream whose clients asked for it', async () => {
    const { id } = await server.stream('lunch', { subscribers: [alice, bob] })
    const [bobs, bobsOld, carols] = [
      await listen(bob),
      await listen(bob, false),
      await listen(carol),
    ]
    expectSuccess(
      await type(alice, { type: 'stream', op: 'start', stream_id: id, topic: ' pizza ' }),
    )
    expectSuccess(await type(alice, { type: 'channel', op: 'stop', to: [id], topic: 'pizza' }))
    const told = {
      type: 'typing',
      message_type: 'stream',
      sender: { user_id: alice.id, email: alice.email },
      stream_id: id,
      topic: 'pizza',
    }
    expect(await heard(bob, bobs)).toEqual([
      { ...told, op: 'start', id: 0 },
      { ...told, op: 'stop', id: 1 },
    ])
    expect(await heard(bob, bobsOld)).toEqual([])
    expect(await heard(carol, carols)).toEqual([])
  })

  it('tells only subscribers of a private stream', async () => {
    const { id } = await server.stream('board', { subscribers: [alice, bob], inviteOnly: true })
    const args = { type: 'stream', op: 'start', stream_id: id, topic: 'plans' }
    expectSuccess(await type(bob, args))
    expectSuccess(await bob.delete('/users/me/subscriptions', { subscriptions: ['board'] }))
    const [queue, alices] = [await listen(bob), await listen(alice)]
    expectSuccess(await type(alice, args))
    expectError(await type(bob, args), 400, { code: 'STREAM_DOES_NOT_EXIST', stream_id: id })
    expectError(await type(carol, args), 400, { code: 'STREAM_DOES_NOT_EXIST', stream_id: id })
    expect(await heard(bob, queue)).toEqual([])
    expect(await heard(alice, alices)).toMatchObject([{ sender: { user_id: alice.id } }])
  })

  it('is refused if the message would be', async () => {
    const { id } = await server.stream('news', { subscribers: [alice] })
    expectSuccess(await server.owner.patch(`/streams/${id}`, { is_announcement_only: true }))
    const args = { type: 'stream', op: 'start', stream_id: id, topic: 't' }
    expectError(await type(alice, args), 400, {
      msg: 'Only organization administrators can send to this stream.',
    })
  })

  it('stores nothing', async () => {
    const transaction = jest.spyOn(server.db, 'transaction')
    expectSuccess(await type(alice, { op: 'start', to: [bob.id] }))
    expect(transaction).not.toHaveBeenCalled()
    transaction.mockRestore()
  })

  it('succeeds although no event can be sent', async () => {
    const publish = jest.spyOn(server.ctx.events, 'publish').mockRejectedValue(new Error('away'))
    expectSuccess(await type(alice, { op: 'start', to: [bob.id] }))
    expect(publish).toHaveBeenCalledTimes(1)
    publish.mockRestore()
  })

  it.each<[Arguments, string]>([
    [{ op: 'start' }, "Missing parameter: 'to' (recipient)"],
    [{ op: 'start', to: [] }, "Missing parameter: 'to' (recipient)"],
    [{ op: 'pause', to: ['bob@parley.test'] }, "Invalid 'op' value (should be start or stop)"],
    [{ op: 'start', to: ['zed@parley.test'] }, "Invalid email 'zed@parley.test'"],
    [{ op: 'start', to: [987_654] }, 'Invalid user ID 987654'],
    [{ op: 'start', type: 'stream', topic: 't' }, 'Missing stream_id'],
    [{ op: 'start', type: 'stream', to: ['general'] }, 'Missing topic'],
    [{ op: 'start', type: 'huddle', to: ['bob@parley.test'] }, 'Invalid type'],
  ])('refuses %j', async (args, msg) => {
    expectError(await type(alice, args), 400, { code: 'BAD_REQUEST', msg })
  })

  it('refuses recipients who left, and streams that do not exist', async () => {
    const dan = await server.user('dan')
    expectSuccess(await server.owner.delete(`/users/${dan.id}`))
    expectError(await type(alice, { op: 'start', to: [dan.id] }), 400, {
      msg: "'dan@parley.test' is no longer using Zulip.",
    })
    const args = { op: 'start', type: 'stream', stream_id: 987_654, topic: 't' }
    expectError(await type(alice, args), 400, { code: 'STREAM_DOES_NOT_EXIST' })
  })
})
