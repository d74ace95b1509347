import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments, Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()

const administratorRequired = {
  code: 'BAD_REQUEST',
  msg: 'Must be an organization administrator',
}
const ownerRequired = { code: 'BAD_REQUEST', msg: 'Must be an organization owner' }
const noSuchUser = { code: 'BAD_REQUEST', msg: 'No such user' }

async function shown(person: Person): Promise<Record<string, unknown>> {
  const { user } = await server.owner.call('GET /users/{user_id}', { user_id: person.id })
  return user
}

describe('PATCH /users/{user_id}', () => {
  const change = (person: Person, args: Arguments, by = server.owner) =>
    by.patch(`/users/${person.id}`, args)

  it('renames, and tells everybody', async () => {
    const [alice, bob] = await server.users('alice', 'bob')
    const queue = await bob.register({ event_types: ['realm_user'] })
    expectSuccess(await change(alice, { full_name: '" Alice Liddell "' }))
    expect(await bob.pollUntil(queue, 'realm_user')).toMatchObject([
      {
        op: 'update',
        person: { user_id: alice.id, email: alice.email, full_name: 'Alice Liddell' },
      },
    ])
    expect(await shown(alice)).toMatchObject({ full_name: 'Alice Liddell' })
  })

  it.each<[string, Arguments, Record<string, unknown>]>([
    ['an administrator', { is_admin: true }, { is_admin: true, is_guest: false, role: 200 }],
    ['a guest', { is_guest: true }, { is_admin: false, is_guest: true, role: 600 }],
    ['an owner', { role: 100 }, { is_owner: true, is_admin: true, role: 100 }],
    [
      'a member again, and a guest at once',
      { is_admin: false, is_guest: true },
      { is_admin: false, is_guest: true, role: 600 },
    ],
  ])('makes somebody %s, and tells everybody', async (_what, args, expected) => {
    const name = `person ${JSON.stringify(args)}`.replaceAll(/\W/g, '')
    const [carol, watcher] = await server.users(name, `${name}-watcher`)
    const queue = await watcher.register({ event_types: ['realm_user'] })
    expectSuccess(await change(carol, args))
    expect(await watcher.pollUntil(queue, 'realm_user')).toMatchObject([
      { op: 'update', person: { user_id: carol.id, email: carol.email, ...expected } },
    ])
    expect(await shown(carol)).toMatchObject(expected)
  })

  it('publishes no event without a change', async () => {
    const [dan, eva] = await server.users('dan', 'eva')
    const queue = await eva.register()
    expectSuccess(await change(dan, { full_name: 'Dan', role: 400, is_admin: false }))
    await dan.sendPrivately([eva.id], 'done')
    expect(await eva.pollUntil(queue, 'message')).toMatchObject([{ type: 'message' }])
  })

  it.each<[string, Arguments, Record<string, unknown>]>([
    ['short name', { full_name: 'x' }, { code: 'BAD_REQUEST', msg: 'Name too short!' }],
    ['long name', { full_name: 'x'.repeat(101) }, { msg: 'Name too long!' }],
    ['name with a quote', { full_name: 'a"b' }, { msg: 'Invalid characters in name!' }],
    ['unknown role', { role: 500 }, { code: 'BAD_REQUEST', msg: 'Invalid role' }],
    ['role that is no number', { role: '"owner"' }, { msg: 'role is not an integer' }],
    [
      'flag that is none',
      { is_admin: 'perhaps' },
      { msg: 'Argument "is_admin" is not valid JSON.' },
    ],
    [
      'administrator who is a guest',
      { is_admin: true, is_guest: true },
      { code: undefined, msg: 'Guests cannot be organization administrators' },
    ],
  ])('refuses a %s, and changes nothing', async (what, args, expected) => {
    const fay = await server.user(`fay-${what.replaceAll(' ', '-')}`)
    const before = await shown(fay)
    expectError(await change(fay, { full_name: 'Changed', ...args }), 400, expected)
    expect(await shown(fay)).toEqual(before)
  })

  it('is for administrators, and for owners where owners are concerned', async () => {
    const [gus, hal] = await server.users('gus', 'hal')
    const dora = await server.user('dora', 'administrator')
    expectError(await change(hal, { full_name: 'Changed' }, gus), 400, administratorRequired)
    expectError(await change(gus, { full_name: 'Changed' }, gus), 400, administratorRequired)
    expectSuccess(await change(hal, { full_name: 'Changed' }, dora))
    expectError(await change(server.owner, { full_name: 'Changed' }, dora), 400, ownerRequired)
    expectError(await change(hal, { role: 100 }, dora), 400, ownerRequired)
    expectError(await server.owner.patch('/users/987654', {}), 400, noSuchUser)
    expectError(
      await server.owner.patch('/users/welcome-bot@zulip.com', { full_name: 'Mine' }),
      400,
      noSuchUser,
    )
  })
})

describe('DELETE /users/{user_id}, and back', () => {
  it('ends an account with its bots; all are told', async () => {
    const [ida, jim] = await server.users('ida', 'jim')
    const bot = await server.bot(ida, 'idabot')
    const { id: streamId } = await server.stream('chess', { subscribers: [ida, jim] })
    const queue = await jim.register({ event_types: ['realm_user', 'subscription'] })
    expectSuccess(await server.owner.delete(`/users/${ida.id}`))

    expect(await jim.pollUntil(queue, 'realm_user')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          type: 'subscription',
          op: 'peer_remove',
          user_ids: [ida.id],
          stream_ids: expect.arrayContaining([streamId]),
        }),
        expect.objectContaining({
          type: 'realm_user',
          op: 'update',
          person: { user_id: ida.id, email: ida.email, is_active: false },
        }),
        expect.objectContaining({
          op: 'update',
          person: { user_id: bot.id, email: bot.email, is_active: false },
        }),
      ]),
    )
    for (const account of [ida, bot]) {
      expect(await shown(account)).toMatchObject({ is_active: false })
      expectError(await account.get('/users/me'), 401, { msg: 'Account is deactivated' })
    }
  })

  it('deactivates a bot like any account; users who know its key get two events', async () => {
    const olga = await server.user('olga')
    const bot = await server.bot(olga, 'olgasbot')
    const queue = await olga.register({ event_types: ['realm_user', 'realm_bot'] })
    expectSuccess(await server.owner.delete(`/users/${bot.id}`))
    const gone = { user_id: bot.id, email: bot.email, is_active: false }
    expect(await olga.pollUntil(queue, 'realm_bot')).toMatchObject([
      { type: 'realm_user', op: 'update', person: gone },
      { type: 'realm_bot', op: 'update', bot: gone },
    ])
  })

  it('brings an account back as it was, its bots not', async () => {
    const [kim, lea] = await server.users('kim', 'lea')
    const bot = await server.bot(kim, 'kimbot')
    await server.stream('go', { subscribers: [kim, lea] })
    expectSuccess(await server.owner.delete(`/users/${kim.id}`))
    const queue = await lea.register({ event_types: ['realm_user', 'subscription'] })
    expectSuccess(await server.owner.post(`/users/${kim.email}/reactivate`))

    const isGo = (event: object) => JSON.stringify(event).includes('"go"')
    expect(await lea.pollUntil(queue, isGo)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          type: 'realm_user',
          op: 'update',
          person: { user_id: kim.id, email: kim.email, is_active: true },
        }),
        expect.objectContaining({
          op: 'peer_add',
          subscriptions: ['announce', 'general', 'go'],
          user_ids: [kim.id],
        }),
      ]),
    )
    const { subscriptions } = expectSuccess(await kim.get('/users/me/subscriptions'))
    expect(subscriptions).toMatchObject([{ name: 'announce' }, { name: 'general' }, { name: 'go' }])
    expect(await shown(bot)).toMatchObject({ is_active: false })

    const kims = await kim.register({ event_types: ['realm_bot'] })
    expectSuccess(await server.owner.post(`/users/${bot.id}/reactivate`))
    expect(await kim.pollUntil(kims, 'realm_bot')).toMatchObject([
      { op: 'update', bot: { user_id: bot.id, email: bot.email, is_active: true } },
    ])
  })

  it('gives a bot that comes back without its owner to the user who reactivates it', async () => {
    const [nat, pia] = [await server.user('nat'), await server.user('pia', 'administrator')]
    const bot = await server.bot(nat, 'natbot')
    expectSuccess(await server.owner.delete(`/users/${nat.id}`))
    const types = { event_types: ['realm_user', 'realm_bot'] }
    const [pias, owners] = [await pia.register(types), await server.owner.register(types)]
    expectSuccess(await pia.post(`/users/${bot.id}/reactivate`))
    const user = { user_id: bot.id, email: bot.email }
    const again = [
      { type: 'realm_user', op: 'update', person: { ...user, is_active: true } },
      { type: 'realm_user', op: 'update', person: { ...user, bot_owner_id: pia.id } },
    ]
    expect(await pia.pollUntil(pias, ({ op }) => op === 'add')).toMatchObject([
      ...again,
      { type: 'realm_bot', op: 'delete', bot: user },
      { type: 'realm_bot', op: 'add', bot: { ...user, is_active: true, api_key: bot.apiKey } },
    ])
    expect(await server.owner.pollUntil(owners, 'realm_bot')).toMatchObject([
      ...again,
      { op: 'update', bot: { ...user, is_active: true } },
      { op: 'update', bot: { ...user, owner_id: pia.id } },
    ])
  })

  it('refuses a repeated deactivation, and accepts the reactivation of an active account', async () => {
    const max = await server.user('max')
    expectSuccess(await server.owner.post(`/users/${max.id}/reactivate`))
    expectSuccess(await server.owner.delete(`/users/${max.id}`))
    expectError(await server.owner.delete(`/users/${max.id}`), 400, {
      code: 'BAD_REQUEST',
      msg: 'User is deactivated',
    })
  })

  it('is for administrators, and for owners where owners are concerned', async () => {
    const [ned, oda] = await server.users('ned', 'oda')
    const admin = await server.user('admin', 'administrator')
    for (const reference of [oda.id, ned.id]) {
      expectError(await ned.delete(`/users/${reference}`), 400, administratorRequired)
      expectError(await ned.post(`/users/${reference}/reactivate`), 400, administratorRequired)
    }
    expectError(await admin.delete(`/users/${server.owner.id}`), 400, ownerRequired)
    expectError(await admin.post(`/users/${server.owner.id}/reactivate`), 400, ownerRequired)
    expectError(await admin.delete('/users/987654'), 400, noSuchUser)
    expectError(await admin.post('/users/987654/reactivate'), 400, noSuchUser)
    expectError(await admin.delete('/users/notification-bot@zulip.com'), 400, noSuchUser)
  })
})

describe('DELETE /users/me', () => {
  it('ends the own account', async () => {
    const pat = await server.user('pat')
    expectSuccess(await pat.delete('/users/me'))
    expectError(await pat.get('/users/me'), 401, { code: 'USER_DEACTIVATED' })
  })

  it('is not for bots', async () => {
    const bot = await server.bot(server.owner, 'robot')
    expectError(await bot.delete('/users/me'), 400, {
      code: undefined,
      msg: 'This endpoint does not accept bot requests.',
    })
  })
})

describe('an organization', () => {
  const cannotDeactivate = (entity: string, fields: object) => ({
    code: 'CANNOT_DEACTIVATE_LAST_USER',
    msg: `Cannot deactivate the only ${entity}.`,
    entity,
    ...fields,
  })

  it('is never left by its only administrator, or its only owner', async () => {
    const realm = await server.realm('small')
    const { owner } = realm
    const me = `/users/${owner.id}`
    expectError(
      await owner.delete('/users/me'),
      400,
      cannotDeactivate('user', { is_last_admin: false, is_last_owner: false }),
    )
    await realm.user('member')
    expectError(
      await owner.delete('/users/me'),
      400,
      cannotDeactivate('organization administrator', { is_last_admin: true, is_last_owner: false }),
    )
    expectError(await owner.delete(me), 400, {
      code: undefined,
      msg: 'Cannot deactivate the only organization administrator',
    })
    expectError(await owner.patch(me, { is_admin: false }), 400, {
      code: undefined,
      msg: 'Cannot remove the only organization administrator',
    })
    await realm.user('second', 'administrator')
    expectError(
      await owner.delete('/users/me'),
      400,
      cannotDeactivate('organization owner', { is_last_admin: false, is_last_owner: true }),
    )
    expectError(await owner.patch(me, { role: 200 }), 400, {
      code: undefined,
      msg: 'Cannot remove the only organization owner',
    })
    expectSuccess(await owner.get('/users/me'))
  })

  it('keeps one of two owners who remove each other at the same instant', async () => {
    const realm = await server.realm('duel')
    const rival = await realm.user('rival')
    expectSuccess(await realm.owner.patch(`/users/${rival.id}`, { role: 100 }))
    const responses = await Promise.all([
      realm.owner.delete(`/users/${rival.id}`),
      rival.delete(`/users/${realm.owner.id}`),
    ])
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
    const profiles = [await realm.owner.get('/users/me'), await rival.get('/users/me')]
    expect(profiles.map((response) => response.status).sort()).toEqual([200, 401])
  })
})
