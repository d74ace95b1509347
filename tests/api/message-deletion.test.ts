import { deletionEvents } from '../../src/server/chat/notify/messages/deletion-events'
import { elementAt, firstOf } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { markRead } from '../support/stored-messages'
import { topicsOf } from '../support/streams'
import { useOwnServer } from '../support/own-server'

let now = Date.now()
const server = useOwnServer({ clock: { now: () => new Date(now) } })
const later = (seconds: number) => (now += seconds * 1_000)

const remove = (person: Person, id: number) => person.delete(`/messages/${id}`)
const refused = (msg: string) => ({ code: 'BAD_REQUEST', msg })
const invalidMessage = refused('Invalid message(s)')
const notAllowed = refused("You don't have permission to delete this message")

async function register(person: Person, declared: boolean) {
  return person.register({
    event_types: ['delete_message', 'message'],
    ...(declared ? { client_capabilities: { bulk_message_deletion: true } } : {}),
  })
}

describe('the deletion of a message', () => {
  let alice: Person
  let bob: Person
  let carol: Person
  let streamId: number
  beforeAll(async () => {
    ;[alice, bob, carol] = await server.users('alice', 'bob', 'carol')
    streamId = (await server.stream('lunch', { subscribers: [alice, bob] })).id
  })

  it('is published in the form that a client reads', async () => {
    const id = await alice.send('lunch', 'today', 'pizza')
    const queues = [await register(bob, true), await register(bob, false)]
    expectSuccess(await remove(alice, id))
    const place = { type: 'delete_message', message_type: 'stream', stream_id: streamId }
    expect(await bob.pollUntil(firstOf(queues), 'delete_message')).toEqual([
      { id: expect.any(Number), ...place, topic: 'today', message_ids: [id] },
    ])
    const one = { message_id: id, sender: alice.email, sender_id: alice.id }
    expect(await bob.pollUntil(elementAt(queues, 1), 'delete_message')).toEqual([
      { id: expect.any(Number), ...place, topic: 'today', ...one },
    ])
  })

  it('leaves nothing of it', async () => {
    const id = await alice.send('lunch', 'doomed', '@**Bob**')
    expectSuccess(await bob.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    expectSuccess(await alice.patch(`/messages/${id}`, { content: '@**Bob** again' }))
    await markRead(server, bob, { streamId, topic: 'doomed' }, [id])
    expectSuccess(await remove(alice, id))
    for (const table of ['reactions', 'message_edits', 'message_flags'] as const) {
      const rows = await server.db
        .selectFrom(table)
        .select('message_id')
        .where('message_id', '=', id)
        .execute()
      expect(rows).toEqual([])
    }
    const states = server.db.selectFrom('topic_read_states').select('topic_key')
    expect(await states.where('topic_key', '=', 'doomed').execute()).toEqual([])
    expect(JSON.stringify(await topicsOf(bob, streamId))).not.toContain('doomed')
    expectError(await bob.get(`/messages/${id}/history`), 400, invalidMessage)
    expectError(await remove(alice, id), 400, invalidMessage)
    expect(await bob.register({ fetch_event_types: undefined })).toHaveProperty('max_message_id')
  })

  it('leaves no period that ends before it began, for users who joined and left around it', async () => {
    const dave = await server.user('dave')
    const newest = await alice.send('lunch', 'today', 'too late')
    expectSuccess(
      await dave.post('/users/me/subscriptions', { subscriptions: [{ name: 'lunch' }] }),
    )
    expectSuccess(await remove(server.owner, newest))
    expectSuccess(await dave.delete('/users/me/subscriptions', { subscriptions: ['lunch'] }))
    expectSuccess(await dave.post('/register'))
    const narrow = [{ operator: 'stream', operand: 'lunch' }]
    const page = { anchor: 'newest', num_before: 5, num_after: 0, narrow }
    expectSuccess(await dave.get('/messages', page))
  })

  it('reaches the participants of a private conversation', async () => {
    const id = await alice.sendPrivately([bob.id], 'psst')
    const [bobs, carols] = [await register(bob, true), await register(carol, true)]
    expectSuccess(await remove(alice, id))
    await alice.sendPrivately([carol.id], 'done')
    expect(await bob.pollUntil(bobs, 'delete_message')).toEqual([
      {
        id: expect.any(Number),
        type: 'delete_message',
        message_type: 'private',
        message_ids: [id],
      },
    ])
    expect(await carol.pollUntil(carols, 'message')).toMatchObject([{ type: 'message' }])
  })

  it('is for the sender while the message is new, and for administrators', async () => {
    const [first, second] = [
      await alice.send('lunch', 'old', 'a'),
      await alice.send('lunch', 'old', 'b'),
    ]
    expectError(await remove(bob, first), 400, notAllowed)
    later(620)
    expectSuccess(await remove(alice, first))
    later(1)
    expectError(
      await remove(alice, second),
      400,
      refused('The time limit for deleting this message has passed'),
    )
    expectSuccess(await remove(server.owner, second))
  })

  it('is refused to senders if the realm says so', async () => {
    const realm = await server.realm('keepers')
    const dan = await realm.user('dan')
    await realm.stream('files', { subscribers: [dan] })
    const id = await dan.send('files', 't', 'x')
    expectSuccess(await realm.owner.patch('/realm', { delete_own_message_policy: 2 }))
    expectError(await remove(dan, id), 400, notAllowed)
    expectSuccess(await realm.owner.patch('/realm', { allow_message_deleting: false }))
    expectError(await remove(dan, id), 400, notAllowed)
    expectSuccess(await remove(realm.owner, id))
  })

  it('is refused without access like the deletion of a missing message', async () => {
    await server.stream('secret', { subscribers: [alice], inviteOnly: true })
    const id = await alice.send('secret', 't', 'x')
    for (const person of [bob, server.owner]) {
      expectError(await remove(person, id), 400, invalidMessage)
      expectError(await remove(person, 987_654_321), 400, invalidMessage)
    }
  })
})

describe('the deletion of a topic', () => {
  const deleteTopic = (person: Person, id: number, topic: string) =>
    person.post(`/streams/${id}/delete_topic`, { topic_name: topic })

  it('deletes all of its messages', async () => {
    const [eve, fay] = await server.users('eve', 'fay')
    const { id } = await server.stream('board', { subscribers: [eve, fay] })
    const ids = [await eve.send('board', 'Plan', 'a'), await fay.send('board', 'plan', 'b')]
    await fay.send('board', 'other', 'c')
    const queues = [await register(eve, true), await register(eve, false)]
    expect(expectSuccess(await deleteTopic(server.owner, id, 'PLAN'))).toMatchObject({
      complete: true,
    })
    expect(await eve.pollUntil(firstOf(queues), 'delete_message')).toMatchObject([
      { message_ids: ids },
    ])
    const isLast = (event: Record<string, unknown>) => event['message_id'] === ids[1]
    expect(await eve.pollUntil(elementAt(queues, 1), isLast)).toMatchObject([
      { message_id: ids[0], sender: eve.email },
      { message_id: ids[1], sender: fay.email },
    ])
    expect(await topicsOf(eve, id)).toMatchObject([{ name: 'other' }, { name: 'hello' }])
    expectSuccess(await deleteTopic(server.owner, id, 'plan'))
  })

  it('tells each reader of a message once if history is not shared', async () => {
    const { owner } = server
    const [gil, hana] = await server.users('gil', 'hana')
    const { id } = await server.stream('vault', { subscribers: [owner], inviteOnly: true })
    const ids = [await owner.send('vault', 'plan', 'a')]
    for (const { email } of [gil, hana]) {
      const args = { subscriptions: [{ name: 'vault' }], principals: [email] }
      expectSuccess(await owner.post('/users/me/subscriptions', args))
      ids.push(await owner.send('vault', 'plan', 'b'))
    }
    const queues = [await register(gil, false), await register(hana, false)]
    // For clients that take many one to each of three groups, for the others one a message.
    const losses = [owner, gil, hana].map((person, i) => {
      return { audience: { userIds: [person.id] }, messageIds: ids.slice(i) }
    })
    const told = await server.ctx.db.transaction(async (tx) => {
      const { realm_id } = await tx
        .selectFrom('streams')
        .select('realm_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return deletionEvents(tx, realm_id, { stream: { id }, topic: 'plan' }, losses)
    })
    expect(told).toHaveLength(losses.length + ids.length)
    expectSuccess(await deleteTopic(owner, id, 'plan'))

    const isLast = (event: Record<string, unknown>) => event['message_id'] === ids[2]
    expect(await gil.pollUntil(firstOf(queues), isLast)).toMatchObject([
      { message_id: ids[1] },
      { message_id: ids[2] },
    ])
    expect(await hana.pollUntil(elementAt(queues, 1), isLast)).toMatchObject([
      { message_id: ids[2] },
    ])
  })

  it('is for administrators, in streams that they read', async () => {
    const gus = await server.user('gus')
    const { id } = await server.stream('attic', { subscribers: [gus], inviteOnly: true })
    await gus.send('attic', 't', 'x')
    expectError(
      await deleteTopic(gus, id, 't'),
      400,
      refused("You don't have permission to delete this message"),
    )
    for (const streamId of [id, 987_654]) {
      expectError(await deleteTopic(server.owner, streamId, 't'), 400, refused('Invalid stream id'))
    }
    expect(await topicsOf(gus, id)).toMatchObject([{ name: 't' }, { name: 'hello' }])
  })
})

describe('read receipts', () => {
  const readers = async (person: Person, id: number) =>
    expectSuccess(await person.get(`/messages/${id}/read_receipts`))['user_ids']

  it('name the users who have read a message, not its sender', async () => {
    const [hal, ida, jan, kim] = await server.users('hal', 'ida', 'jan', 'kim')
    const { id: streamId } = await server.stream('news', { subscribers: [hal, ida, jan, kim] })
    const id = await hal.send('news', 'Today', 'x')
    expect(await readers(ida, id)).toEqual([])
    await markRead(server, hal, { streamId, topic: null }, [id])
    await markRead(server, jan, { streamId, topic: null }, [id])
    await markRead(server, ida, { streamId, topic: 'today' }, [id])
    await markRead(server, kim, { streamId, topic: 'today' }, [id])
    expect(await readers(kim, id)).toEqual([ida.id, jan.id, kim.id])
    await server.db
      .updateTable('users')
      .set({ settings: { send_read_receipts: false } })
      .where('id', '=', jan.id)
      .execute()
    expect(await readers(kim, id)).toEqual([ida.id, kim.id])
  })

  it('leave out people who came later, though all of the past counts as read for them', async () => {
    const [lou, max] = await server.users('lou', 'max')
    const { id: streamId } = await server.stream('late', { subscribers: [lou] })
    const id = await lou.send('late', 't', 'x')
    const args = { subscriptions: [{ name: 'late' }], principals: [max.id] }
    expectSuccess(await lou.post('/users/me/subscriptions', args))
    await markRead(server, max, { streamId, topic: null }, [id])
    expect(await readers(max, id)).toEqual([])
  })

  it('leave out people who got the message by a move', async () => {
    const people = await server.users('pam', 'quin', 'rob', 'sal')
    const [pam, quin, rob, sal] = people
    await server.stream('here', { subscribers: [pam, quin] })
    const there = await server.stream('there', { subscribers: people })
    const id = await pam.send('here', 't', 'x')
    expectSuccess(await server.owner.patch(`/messages/${id}`, { stream_id: there.id }))
    expect(await readers(pam, id)).toEqual([])
    for (const person of [quin, rob, sal]) {
      const args = { messages: [id], op: 'add', flag: 'read' }
      expectSuccess(await person.post('/messages/flags', args))
    }
    expect(await readers(pam, id)).toEqual([quin.id])
  })

  it('leave out people who mute the reader, or whom the reader mutes', async () => {
    const people = await server.users('tia', 'uma', 'vic', 'wes', 'xia')
    const [tia, uma, vic, wes, xia] = people
    await server.stream('quiet', { subscribers: people })
    const id = await tia.send('quiet', 't', 'x')
    for (const person of [uma, vic, wes, xia]) {
      const args = { messages: [id], op: 'add', flag: 'read' }
      expectSuccess(await person.post('/messages/flags', args))
    }
    expectSuccess(await tia.post(`/users/me/muted_users/${uma.id}`))
    expectSuccess(await vic.post(`/users/me/muted_users/${tia.id}`))
    expect(await readers(tia, id)).toEqual([wes.id, xia.id])
    expectSuccess(await xia.post(`/users/me/muted_users/${wes.id}`))
    expect(await readers(wes, id)).toEqual([uma.id, wes.id])
    expect(await readers(xia, id)).toEqual([uma.id, xia.id])
  })

  it('are refused to users who cannot read it, and in realms that turned them off', async () => {
    const realm = await server.realm('discreet')
    const [nan, ole] = await realm.users('nan', 'ole')
    const id = await nan.sendPrivately([ole.id], 'psst')
    expect(await readers(ole, id)).toEqual([])
    expectError(await realm.owner.get(`/messages/${id}/read_receipts`), 400, invalidMessage)
    await realm.changeRealm({
      settings: { enable_read_receipts: false, message_edit_history_visibility_policy: 'none' },
    })
    expectError(await ole.get(`/messages/${id}/read_receipts`), 400, {
      code: 'BAD_REQUEST',
      msg: 'Read receipts are disabled in this organization.',
    })
    expectError(await ole.get(`/messages/${id}/history`), 400, {
      code: 'BAD_REQUEST',
      msg: 'Message edit history is disabled in this organization',
    })
  })
})
