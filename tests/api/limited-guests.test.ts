import { sql } from 'kysely'
import { systemGroups } from '../../src/shared/rules/system-groups'
import { Bystanders } from '../support/bystanders'
import { asRecord } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useOwnServer } from '../support/own-server'
import type { OwnServer } from '../support/own-server'

/** Lets guests know those alone whom they share a stream or a conversation with. */
async function limitGuests(server: OwnServer): Promise<void> {
  const settings = { can_access_all_users_group: systemGroups.members.id }
  await server.changeRealm({ settings })
}

/** People begin in a stream that everybody is in. */
async function leaveAll(guest: Person): Promise<void> {
  const body = await guest.call('GET /users/me/subscriptions')
  const subscriptions = body.subscriptions.map(({ name }) => name)
  expectSuccess(await guest.delete('/users/me/subscriptions', { subscriptions }))
}

interface Account {
  user_id: number
  full_name: string
  email: string
  bot_owner?: string
  bot_owner_id: number | null
}

const named = (accounts: unknown, { id }: Person) =>
  (accounts as Account[]).find(({ user_id }) => user_id === id)
const unknown = (person: Person) => ({
  user_id: person.id,
  full_name: 'Unknown user',
  email: expect.stringMatching(new RegExp(`^user${person.id}@`)),
  delivery_email: null,
})

describe('limited guests', () => {
  const server = useOwnServer({ settings: { VALIDATE_RESPONSES: 'true' } })
  let guest: Person, friend: Person, penpal: Person, stranger: Person
  beforeAll(async () => {
    await limitGuests(server)
    guest = await server.user('gwen', 'guest')
    await leaveAll(guest)
    ;[friend, penpal, stranger] = await server.users('friend', 'penpal', 'stranger')
    await server.stream('shared', { subscribers: [friend, guest] })
    await penpal.sendPrivately([guest.id], 'hello')
  })

  it('list hidden users as unknown, or not at all', async () => {
    const fetch_event_types = ['realm_user', 'user_status', 'presence']
    expectSuccess(await stranger.post('/users/me/status', { status_text: 'here' }))
    expectSuccess(await stranger.post('/users/me/presence', { status: 'active' }))
    const state = await guest.register({ fetch_event_types, slim_presence: true })
    const { members } = await guest.call('GET /users')
    for (const list of [state['realm_users'], members]) {
      expect(named(list, friend)).toMatchObject({ email: friend.email })
      expect(named(list, penpal)).toMatchObject({ email: penpal.email })
      expect(named(list, stranger)).toMatchObject(unknown(stranger))
    }
    expect(state['user_status']).toEqual({})
    expect(state['presences']).toEqual({})
    const presences = async (reader: Person) =>
      expectSuccess(await reader.get('/realm/presence', { slim_presence: true }))['presences']
    const realmId = server.realmId
    const signs = Array.from({ length: 120 }, (_, index) =>
      server.ctx.presence.note(realmId, {
        ...{ userId: 1_000_000 + index, email: `${index}@crowd.test` },
        ...{ status: 'active', at: Math.floor(Date.now() / 1_000) },
      }),
    )
    await Promise.all(signs)
    expect(Object.keys(asRecord(await presences(friend))).length).toBeGreaterThan(120)
    expect(await presences(guest)).toEqual({})
    const newer = await guest.register({
      fetch_event_types,
      client_capabilities: { user_list_incomplete: true },
    })
    expect(named(newer['realm_users'], friend)).toBeDefined()
    expect(named(newer['realm_users'], stranger)).toBeUndefined()
    const members400 = await friend.register({ fetch_event_types })
    expect(named(members400['realm_users'], stranger)).toMatchObject({ email: stranger.email })
  })

  it.each([
    ['GET', '/users/:stranger'],
    ['GET', '/users/stranger@parley.test'],
    ['GET', '/users/:stranger/status'],
    ['GET', '/users/:stranger/presence'],
    ['GET', '/users/:stranger/subscriptions/1'],
    ['POST', '/users/me/muted_users/:stranger'],
  ])('find nobody at %s %s', async (method, path) => {
    const place = path.replace(':stranger', String(stranger.id))
    const response = await (method === 'GET' ? guest.get(place) : guest.post(place))
    expectError(response, 400)
    expect(JSON.stringify(response.body)).not.toContain('Stranger')
  })

  it('see the owner of a bot if they may see that person', async () => {
    const [bot, other] = [await server.bot(stranger, 'hers'), await server.bot(friend, 'his')]
    const owners = async (reader: Person, id: number) => {
      const { members } = await reader.call('GET /users')
      const { user } = await reader.call('GET /users/{user_id}', { user_id: id })
      const { realm_users } = await reader.register({ fetch_event_types: ['realm_user'] })
      const records = [...members, ...(realm_users as Account[]), user]
      const shown = records
        .filter((record) => record.user_id === id)
        .map(({ bot_owner, bot_owner_id }) => ({ bot_owner, bot_owner_id }))
      expect(shown).toHaveLength(3)
      return shown
    }
    const all = (owner: object) => [owner, owner, owner]
    const hers = { bot_owner: stranger.email, bot_owner_id: stranger.id }
    expect(await owners(guest, bot.id)).toEqual(all({ bot_owner: undefined, bot_owner_id: null }))
    expect(await owners(friend, bot.id)).toEqual(all(hers))
    const his = { bot_owner: friend.email, bot_owner_id: friend.id }
    expect(await owners(guest, other.id)).toEqual(all(his))
  })

  it('cannot write to hidden users, but can reply to them', async () => {
    const write = (to: Person) =>
      guest.post('/messages', { type: 'direct', to: [to.id], content: 'hi' })
    expectError(await write(stranger), 400, { msg: `Invalid user ID ${stranger.id}` })
    expectSuccess(await write(penpal))
    expectSuccess(await write(friend))
  })

  it('are told nothing of hidden users, until they share a stream or a conversation', async () => {
    const event_types = ['realm_user', 'user_status', 'presence', 'typing', 'message']
    const queue = await guest.register({ event_types })
    const newcomer = await server.user('newcomer')
    expectSuccess(await newcomer.patch('/settings', { timezone: 'Europe/Paris' }))
    expectSuccess(await newcomer.post('/users/me/status', { status_text: 'new' }))
    expectSuccess(await newcomer.post('/users/me/presence', { status: 'active' }))
    expectSuccess(await newcomer.post('/typing', { op: 'start', to: [guest.id] }))
    await newcomer.sendPrivately([guest.id], 'hello')
    const events = await guest.pollUntil(queue, 'message')
    expect(events.filter(({ type }) => type !== 'message')).toMatchObject([
      { type: 'realm_user', op: 'add', person: unknown(newcomer) },
      { type: 'realm_user', op: 'add', person: { user_id: newcomer.id, email: newcomer.email } },
    ])
  })

  it('get events of hidden users in their streams, anonymized', async () => {
    const event_types = ['message', 'reaction', 'update_message', 'delete_message', 'typing']
    const client_capabilities = { stream_typing_notifications: true }
    const { id: streamId } = await server.stream('open', { subscribers: [friend, guest] })
    const [queue, friends] = [
      await guest.register({ event_types, client_capabilities }),
      await friend.register({ event_types, client_capabilities }),
    ]
    const typing = { op: 'start', type: 'stream', stream_id: streamId, topic: 't' }
    expectSuccess(await stranger.post('/typing', typing))
    const id = await stranger.send('open', 't', 'hello')
    expectSuccess(await stranger.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    expectSuccess(await stranger.patch(`/messages/${id}`, { content: 'hello again' }))
    expectSuccess(await server.owner.delete(`/messages/${id}`))
    const last = await friend.send('open', 't', 'goodbye')

    const isLast = (event: object) => JSON.stringify(event).includes('goodbye')
    const { email } = unknown(stranger)
    const events = await guest.pollUntil(queue, isLast)
    expect(events).toMatchObject([
      {
        type: 'message',
        message: {
          ...{ id, content: 'hello', sender_id: stranger.id, sender_email: email },
          ...{ sender_full_name: 'Unknown user', sender_short_name: 'Unknown user' },
          avatar_url: expect.stringContaining('made-icon'),
        },
      },
      { type: 'reaction', user_id: stranger.id, user: { email, full_name: 'Unknown user' } },
      { type: 'update_message', user_id: stranger.id, sender: email, content: 'hello again' },
      { type: 'delete_message', message_id: id, sender_id: stranger.id, sender: email },
      { type: 'message', message: { id: last, sender_email: friend.email } },
    ])
    expect(JSON.stringify(events)).not.toMatch(/stranger/i)
    const told = await friend.pollUntil(friends, isLast)
    expect(told).toMatchObject([
      { type: 'typing', sender: { email: stranger.email } },
      { type: 'message', message: { sender_email: stranger.email, sender_full_name: 'Stranger' } },
      { type: 'reaction', user: { email: stranger.email } },
      { type: 'update_message', sender: stranger.email },
      { type: 'delete_message', sender: stranger.email },
      { type: 'message', message: { id: last } },
    ])
  })

  it('cannot name hidden users', async () => {
    const content = `@**${stranger.fullName}** @_**|${stranger.id}** !avatar(${stranger.email}) @**Friend**`
    const { rendered } = expectSuccess(await guest.post('/messages/render', { content }))
    expect(rendered).toContain(`data-user-id="${friend.id}"`)
    expect(rendered).not.toMatch(new RegExp(`data-user-id="${stranger.id}"|user_avatars`))
    const byFriend = expectSuccess(await friend.post('/messages/render', { content }))['rendered']
    expect(byFriend).toMatch(
      new RegExp(`data-user-id="${stranger.id}".*data-user-id="${stranger.id}"`),
    )
  })

  it('find messages of hidden users by their placeholder addresses and ids only', async () => {
    await server.stream('searched', { subscribers: [friend, guest] })
    const id = await stranger.send('searched', 't', 'hello')
    const found = (sender: unknown) =>
      guest.get('/messages', {
        ...{ anchor: 'newest', num_before: 1, num_after: 0 },
        narrow: [['stream', 'searched'], { operator: 'sender', operand: sender }],
      })
    const { message } = await guest.call('GET /messages/{message_id}', { message_id: id })
    for (const sender of [message.sender_email, stranger.id]) {
      expect(expectSuccess(await found(sender))).toMatchObject({ messages: [{ id }] })
    }
    for (const email of [stranger.email, 'nobody@parley.test', `user${friend.id}@localhost`]) {
      const msg = `Invalid narrow operator: unknown user ${email}`
      expectError(await found(email), 400, { code: 'BAD_NARROW', msg })
    }
    expect(expectSuccess(await found(friend.email))).toMatchObject({ messages: [] })

    const reminder = { message_id: id, scheduled_delivery_timestamp: 4_000_000_000 }
    expectSuccess(await guest.post('/reminders', reminder))
    const { reminders } = expectSuccess(await guest.get('/reminders'))
    expect(reminders).toMatchObject([{ content: expect.stringContaining('Unknown user') }])
    expect(JSON.stringify(reminders)).not.toContain('Stranger')
  })

  it('see no names beside earlier messages of hidden users', async () => {
    const leaver = await server.user('leaver')
    await server.stream('left', { subscribers: [leaver, guest] })
    const id = await leaver.send('left', 'topic', 'bye')
    expectSuccess(
      await friend.post('/users/me/subscriptions', { subscriptions: [{ name: 'left' }] }),
    )
    expectSuccess(await friend.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    const queue = await guest.register()
    const args = { subscriptions: ['left'] }
    expectSuccess(await leaver.delete('/users/me/subscriptions', args))
    await expect(guest.pollNow(queue)).rejects.toThrow('BAD_EVENT_QUEUE_ID')
    const { message } = await guest.call('GET /messages/{message_id}', { message_id: id })
    expect(message).toMatchObject({
      sender_full_name: 'Unknown user',
      sender_email: unknown(leaver).email,
      reactions: [{ user: { email: friend.email } }],
    })
  })
})

describe('events for limited guests', () => {
  const server = useOwnServer()
  let cast: Bystanders
  beforeAll(async () => {
    await limitGuests(server)
    cast = await Bystanders.gather(server)
    await leaveAll(cast.guest)
  })

  it('explain new, changed and leaving users', async () => {
    const stranger = await server.user('stranger')
    await cast.expectExplained(() => server.user('nora'))
    await cast.expectExplained(() => cast.changeUser(stranger.id, { full_name: 'Another' }))
    await cast.expectExplained(async () =>
      expectSuccess(await stranger.patch('/settings', { email_address_visibility: 4 })),
    )
    await cast.expectExplained(async () =>
      expectSuccess(await cast.owner.delete(`/users/${stranger.id}`)),
    )
    await cast.expectExplained(async () =>
      expectSuccess(await cast.owner.post(`/users/${stranger.id}/reactivate`)),
    )
  })

  it('explain users who come to share a stream or a conversation', async () => {
    await cast.expectExplained(async () => cast.peopledStream())
    const { name } = await cast.peopledStream()
    await server.bot(cast.bob, 'bobs')
    await cast.expectExplained(() => cast.subscribe(cast.bob, { subscriptions: [{ name }] }))
    const [pen, other] = await server.users('pen', 'other')
    await server.bot(pen, 'pens')
    await cast.expectExplained(() => pen.sendPrivately([cast.guest.id, other.id], 'hello'))
    await cast.expectExplained(() => cast.guest.sendPrivately([cast.bob.id], 'hello'))
  })

  it('explain owners of bots, as far as the guests know them', async () => {
    await cast.peopledStream()
    const [hidden, another] = await server.users('hidden', 'another')
    await cast.expectExplained(() => server.bot(hidden, 'hiddens'))
    const bot = await server.bot(cast.alice, 'handed')
    const handTo = ({ id }: Person) =>
      cast.expectExplained(async () =>
        expectSuccess(await cast.owner.patch(`/bots/${bot.id}`, { bot_owner_id: id })),
      )
    await handTo(hidden)
    await handTo(another)
    await cast.expectExplained(async () =>
      expectSuccess(await another.patch('/settings', { email_address_visibility: 4 })),
    )
    await handTo(cast.alice)
  })

  it('explain owners of many bots by a new registration', async () => {
    const tinkerer = await server.user('tinkerer')
    await sql`
      insert into users (realm_id, email, full_name, short_name, role, is_bot, bot_type, bot_owner_id, api_key)
      select ${server.realmId}, n || '@bots.test', n, n, 400, true, 1, ${tinkerer.id}, md5(n::text)
      from generate_series(1, 51) n`.execute(server.ctx.db.query)
    const queue = await cast.guest.register({ event_types: ['realm_user'] })
    await tinkerer.sendPrivately([cast.guest.id], 'hello')
    await expect(cast.guest.pollNow(queue)).rejects.toThrow('BAD_EVENT_QUEUE_ID')
  })
})
