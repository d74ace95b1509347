import { asRecord } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { useTestServer } from '../support/test-server'

const server = useTestServer()
const subscriptions = '/users/me/subscriptions'

describe('PATCH /realm', () => {
  it('answers the changed settings, as they are now', async () => {
    const changes = {
      ...{ name: ' Workshop ', description: ' old', waiting_period_threshold: 3 },
      ...{ notifications_stream_id: -1, invite_required: true, invite_to_realm_policy: 2 },
      authentication_methods: { Email: true },
      can_invite_users_group: { new: { direct_members: [], direct_subgroups: [2] } },
    }
    const answer = expectSuccess(await server.owner.patch('/realm', changes))
    expect(answer).toEqual({
      ...{ result: 'success', msg: '', ...changes },
      ...{ name: 'Workshop', description: 'old', can_invite_users_group: 2 },
    })
    const unchanged = { waiting_period_threshold: 0, can_invite_users_group: { new: 5 } }
    expectSuccess(await server.owner.patch('/realm', unchanged))
  })

  it('changes the organization, and tells everybody the actual changes', async () => {
    const [alice] = await server.users('alice')
    const queue = await alice.register({ event_types: ['realm'] })
    expectSuccess(
      await server.owner.patch('/realm', {
        name: '"Acme"',
        description: 'We **build** things',
        message_content_edit_limit_seconds: 'unlimited',
        message_content_delete_limit_seconds: 60,
        enable_read_receipts: false,
        allow_edit_history: true,
      }),
    )
    const isLast = (event: object) => 'op' in event && event.op === 'update_dict'
    expect(await alice.pollUntil(queue, isLast)).toMatchObject([
      { op: 'update', property: 'name', value: 'Acme' },
      { op: 'update_dict', property: 'default', data: { description: 'We **build** things' } },
      { op: 'update', property: 'message_content_delete_limit_seconds', value: 60 },
      { op: 'update', property: 'enable_read_receipts', value: false },
      {
        op: 'update_dict',
        property: 'default',
        data: {
          allow_message_editing: true,
          message_content_edit_limit_seconds: null,
          allow_community_topic_editing: true,
        },
      },
    ])
    const state = await alice.register({ fetch_event_types: ['realm'] })
    expect(state).toMatchObject({
      realm_name: 'Acme',
      realm_description: 'We **build** things',
      realm_message_content_edit_limit_seconds: null,
      realm_message_content_delete_limit_seconds: 60,
      realm_enable_read_receipts: false,
      realm_allow_edit_history: true,
      realm_allow_message_editing: true,
      realm_mandatory_topics: true,
    })
    const described = expectSuccess(await server.call('get', '/server_settings'))
    expect(described).toMatchObject({
      realm_name: 'Acme',
      realm_description: '<p>We <strong>build</strong> things</p>',
    })
  })

  it('is for administrators', async () => {
    const [bob] = await server.users('bob')
    expectError(await bob.patch('/realm', { name: 'Bobs' }), 400, {
      msg: 'Must be an organization administrator',
    })
  })

  it.each([
    ['name', ' '],
    ['name', 'x'.repeat(101)],
    ['message_content_edit_limit_seconds', '-1'],
    ['message_content_edit_limit_seconds', 'soon'],
    ['wildcard_mention_policy', '4'],
    ['notifications_stream_id', '999999'],
    ['allow_message_editing', '1'],
  ])('refuses %s=%s', async (name, value) => {
    expectError(await server.owner.patch('/realm', { [name]: value }), 400)
  })

  it('decides where new streams are announced', async () => {
    const { id } = await server.stream('news', { subscribers: [server.owner] })
    expectSuccess(await server.owner.patch('/realm', { notifications_stream_id: id }))
    const queue = await server.owner.register({ event_types: ['message'] })
    const args = { subscriptions: [{ name: 'announced' }], announce: true }
    expectSuccess(await server.owner.post(subscriptions, args))
    expect((await server.owner.pollUntil(queue, 'message'))[0]).toMatchObject({
      message: { display_recipient: 'news' },
    })
    expectSuccess(await server.owner.patch('/realm', { notifications_stream_id: -1 }))
    expect(await server.owner.register({ fetch_event_types: ['realm'] })).toMatchObject({
      realm_notifications_stream_id: -1,
    })
  })

  it('decides who creates streams, and who subscribes others', async () => {
    const realm = await server.realm('strict')
    const [carol, dan] = await realm.users('carol', 'dan')
    const change = async (policies: Record<string, unknown>) =>
      expectSuccess(await realm.owner.patch('/realm', policies))
    const create = (name: string, more: object = {}) =>
      carol.post(subscriptions, { subscriptions: [{ name }], ...more })

    await realm.stream('owned', { subscribers: [realm.owner] })
    await change({ create_private_stream_policy: 2 })
    expectSuccess(await create('public'))
    expectError(await create('private', { invite_only: true }), 400, {
      msg: 'User cannot create streams.',
    })
    await change({ create_public_stream_policy: 2, invite_to_stream_policy: 2 })
    expectError(await create('another'), 400, { msg: 'User cannot create streams.' })
    expectError(await create('owned', { principals: [dan.id] }), 400, { code: undefined })
    // The creator of a stream administers it.
    expectSuccess(await create('public', { principals: [dan.id] }))
    const fetch_event_types = ['realm_user', 'realm']
    expect(await carol.register({ fetch_event_types })).toMatchObject({
      can_create_streams: false,
      can_subscribe_other_users: false,
      realm_create_stream_by_admins_only: true,
    })

    await change({ waiting_period_threshold: 0, create_public_stream_policy: 3 })
    expectSuccess(await create('another'))
    await change({ waiting_period_threshold: 2 })
    expectError(await create('one more'), 400, { msg: 'User cannot create streams.' })
  })
})

describe('an organization without private messages', () => {
  it('lets people write to themselves and to bots alone', async () => {
    const realm = await server.realm('open')
    const [gwen, hugh] = await realm.users('gwen', 'hugh')
    const bot = await realm.bot(gwen, 'helper')
    expectSuccess(await realm.owner.patch('/realm', { private_message_policy: 2 }))
    const write = (to: number[]) => gwen.post('/messages', { type: 'private', to, content: 'psst' })
    expectError(await write([hugh.id]), 400, {
      msg: 'Direct messages are disabled in this organization.',
    })
    expectError(await write([bot.id, hugh.id]), 400)
    expectSuccess(await write([bot.id]))
    expectSuccess(await write([gwen.id]))
    await bot.sendPrivately([gwen.id], 'at your service')
  })
})

describe('default streams', () => {
  it('are chosen by administrators, and new accounts are subscribed to them', async () => {
    const [erin] = await server.users('erin')
    const { id, name } = await server.stream('onboarding')
    const queue = await erin.register({ event_types: ['default_streams'] })
    expectError(await erin.post('/default_streams', { stream_id: id }), 400, {
      msg: 'Must be an organization administrator',
    })
    expectSuccess(await server.owner.post('/default_streams', { stream_id: id }))
    expectSuccess(await server.owner.post('/default_streams', { stream_name: name }))
    const [told] = await erin.pollUntil(queue, 'default_streams')
    expect(told?.['default_streams']).toContain(id)

    const [fred] = await server.users('fred')
    const own = expectSuccess(await fred.get(subscriptions))['subscriptions']
    expect(own).toContainEqual(expect.objectContaining({ name }))
    expectSuccess(await server.owner.delete('/default_streams', { stream: name }))
    expect(await erin.pollUntil(queue, 'default_streams')).toHaveLength(1)
  })

  it('must exist, be public, and be named once', async () => {
    const { id } = await server.stream('backroom', {
      subscribers: [server.owner],
      inviteOnly: true,
    })
    const add = (args: Record<string, unknown>) => server.owner.post('/default_streams', args)
    expectError(await add({ stream_id: id }), 400, {
      msg: 'Private streams cannot be made default.',
    })
    expectError(await add({ stream_id: 999_999 }), 400, { msg: 'Invalid stream id' })
    expectError(await add({ stream: 'nowhere' }), 400, { code: 'STREAM_DOES_NOT_EXIST' })
    expectError(await add({ stream: 'backroom', stream_id: id }), 400)
    expectError(await add({}), 400, { msg: "Please supply 'stream'." })
  })
})

describe('a feature turned off by the organization', () => {
  it('may be the preview of pictures below their links', async () => {
    const render = async () => {
      const response = await server.owner.post('/messages/render', {
        content: 'https://pictures.test/pizza.png',
      })
      return String(expectSuccess(response)['rendered'])
    }
    expect(await render()).toContain('message_inline_image')
    expectSuccess(await server.owner.patch('/realm', { inline_image_preview: false }))
    expect(await render()).not.toContain('message_inline_image')
    expectSuccess(await server.owner.patch('/realm', { inline_image_preview: true }))
  })

  it('may be presence', async () => {
    const [gina] = await server.users('gina')
    const ping = async () => {
      const args = { status: 'active', slim_presence: true, last_update_id: -1 }
      const response = await gina.post('/users/me/presence', args)
      return Object.keys(asRecord(expectSuccess(response)['presences']))
    }
    expect(await ping()).toEqual([String(gina.id)])
    expectSuccess(await server.owner.patch('/realm', { presence_disabled: true }))
    expect(await ping()).toEqual([])
    expectSuccess(await server.owner.patch('/realm', { presence_disabled: false }))
    expect(await ping()).toEqual([String(gina.id)])
  })
})
