import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()

const change = (properties: Record<string, unknown>) => server.owner.patch('/realm', properties)

/** The realm's part of the initial state. */
const realmAs = async (person: Person) => person.register({ fetch_event_types: ['realm'] })

describe('plain settings of an organization', () => {
  it.each([
    ['org_type', 20],
    ['default_code_block_language', 'python'],
    ['giphy_rating', 0],
    ['jitsi_server_url', 'https://meet.parley.test'],
    ['video_chat_provider', 1],
    ['enable_guest_user_indicator', false],
    ['enable_guest_user_dm_warning', false],
    ['require_unique_names', true],
    ['avatar_changes_disabled', true],
    ['disallow_disposable_email_addresses', true],
    ['welcome_message_custom_text', 'Read the *rules*.'],
  ])('%s: %s is answered, told and kept', async (name, value) => {
    const queue = await server.owner.register({ event_types: ['realm'] })
    expect(expectSuccess(await change({ [name]: value }))).toMatchObject({ [name]: value })
    const [event] = await server.owner.pollUntil(queue, 'realm')
    expect(event).toMatchObject({ op: 'update', property: name, value })
    expect(await realmAs(server.owner)).toHaveProperty(`realm_${name}`, value)
  })

  it('takes and tells the rating of pictures under both of its names', async () => {
    const queue = await server.owner.register({ event_types: ['realm'] })
    expectSuccess(await change({ gif_rating_policy: 3 }))
    expect(await server.owner.pollUntil(queue, 'realm')).toMatchObject([
      { property: 'giphy_rating', value: 3 },
      { property: 'gif_rating_policy', value: 3 },
    ])
    expect(await realmAs(server.owner)).toMatchObject({
      ...{ realm_giphy_rating: 3, realm_gif_rating_policy: 3 },
    })
  })

  it.each([
    ['org_type', 5],
    ['giphy_rating', 6],
    ['video_chat_provider', 3],
    ['jitsi_server_url', 'javascript:alert(1)'],
    ['jitsi_server_url', `https://${'x'.repeat(200)}.test`],
    ['default_code_block_language', 'a b'],
    ['signup_announcements_stream_id', 999_999],
    ['moderation_request_channel_id', 999_999],
    ['welcome_message_custom_text', 'ü'.repeat(6_000)],
    ['emails_restricted_to_domains', true],
    ['authentication_methods', { Carrier: true }],
    ['authentication_methods', { LDAP: true }],
  ])('%s: %s is refused', async (name, value) => {
    const before = await realmAs(server.owner)
    expectError(await change({ [name]: value }), 400)
    expect(await realmAs(server.owner)).toMatchObject({
      [`realm_${name}`]: before[`realm_${name}`],
    })
  })

  it.each([
    ['disallow_disposable_email_addresses', false],
    ['emails_restricted_to_domains', false],
    ['waiting_period_threshold', 1],
    ['authentication_methods', { Email: true }],
  ])('%s is for owners', async (name, value) => {
    const admin = await server.user(`admin-${name.length}`, 'administrator')
    expectError(await admin.patch('/realm', { [name]: value }), 400, {
      code: 'BAD_REQUEST',
      msg: 'Must be an organization owner',
    })
  })

  it('include at least one way to log in', async () => {
    expectError(await change({ authentication_methods: { Email: false } }), 400, {
      msg: 'At least one authentication method must be enabled.',
    })
    const methods = { Email: { enabled: true, available: true } }
    expect(await realmAs(server.owner)).toMatchObject({ realm_authentication_methods: methods })
  })

  it('name a Jitsi server when calls go through one', async () => {
    expectSuccess(await change({ jitsi_server_url: 'https://j.test', video_chat_provider: 1 }))
    expect(await realmAs(server.owner)).toMatchObject({
      realm_jitsi_server_url: 'https://j.test',
      jitsi_server_url: 'https://j.test',
      server_jitsi_server_url: null,
    })
    expectError(await change({ jitsi_server_url: 'default' }), 400, {
      msg: 'Invalid video_chat_provider 1',
    })
    expectSuccess(await change({ jitsi_server_url: 'default', video_chat_provider: 0 }))
    expect(await realmAs(server.owner)).toMatchObject({ realm_jitsi_server_url: null })
  })
})

describe('the effect of a setting of the organization', () => {
  it('covers the language of fences that name none', async () => {
    const realm = await server.realm('coders')
    const render = async (fence: string) => {
      const content = `${fence}\nx = 1\n\`\`\``
      const response = await realm.owner.post('/messages/render', { content })
      return String(expectSuccess(response)['rendered'])
    }
    expect(await render('```')).not.toContain('data-code-language')
    expectSuccess(await realm.owner.patch('/realm', { default_code_block_language: 'python' }))
    expect(await render('```')).toContain('data-code-language="Python"')
    expect(await render('```text')).not.toContain('Python')
    expect(await render('```ruby')).toContain('data-code-language="Ruby"')
  })

  it('covers the users who change their avatar', async () => {
    const realm = await server.realm('faces')
    const [ada] = await realm.users('ada')
    expectSuccess(await realm.owner.patch('/realm', { avatar_changes_disabled: true }))
    expectError(await ada.delete('/users/me/avatar'), 400, {
      msg: 'Avatar changes are disabled in this organization.',
    })
    expectSuccess(await realm.owner.delete('/users/me/avatar'))
    expectSuccess(await realm.owner.patch('/realm', { avatar_changes_disabled: false }))
    expectSuccess(await ada.delete('/users/me/avatar'))
  })

  it('covers the uniqueness of names', async () => {
    const realm = await server.realm('names')
    const [ada] = await realm.users('ada')
    const add = (email: string, full_name: string) =>
      realm.owner.post('/users', { email, full_name, password: 'secret-1' })
    expectSuccess(await add('one@names.test', 'Twin Name'))
    expectSuccess(await add('two@names.test', 'Twin Name'))
    expectSuccess(await realm.owner.patch('/realm', { require_unique_names: true }))
    const msg = 'Unique names required in this organization.'
    expectError(await add('three@names.test', 'TWIN name'), 400, { msg })
    expectError(await ada.patch('/settings', { full_name: 'twin NAME' }), 400, { msg })
    expectSuccess(await add('three@names.test', 'Single Name'))
  })

  it('covers the visibility of addresses of new accounts', async () => {
    const realm = await server.realm('strict-mail')
    let people = 0
    const add = (email: string) =>
      realm.owner.post('/users', { email, full_name: `P ${(people += 1)}`, password: 'secret-1' })
    expectSuccess(await realm.owner.patch('/realm', { disallow_disposable_email_addresses: true }))
    expectError(await add('me@mailinator.com'), 400, { msg: 'Please use your real email address.' })
    expectSuccess(await add('me@parley.test'))
    const domain = 'Acme.test'
    expectSuccess(await realm.owner.post('/realm/domains', { domain, allow_subdomains: true }))
    expectSuccess(await realm.owner.patch('/realm', { emails_restricted_to_domains: true }))
    expectError(await add('you@parley.test'), 400, { msg: 'Outside your domain.' })
    expectError(await add('you@evil-acme.test'), 400, { msg: 'Outside your domain.' })
    expectError(await add('you+me@acme.test'), 400, {
      msg: 'Email addresses containing + are not allowed.',
    })
    expectSuccess(await add('you@ACME.test'))
    expectSuccess(await add('you@eu.acme.test'))
  })

  it('covers the welcome of newcomers and their announcement', async () => {
    const realm = await server.realm('welcoming')
    const { id } = await realm.stream('newcomers', { subscribers: [realm.owner] })
    const welcome_message_custom_text = 'Coffee is on floor 2.'
    expectSuccess(
      await realm.owner.patch('/realm', {
        signup_announcements_stream_id: id,
        welcome_message_custom_text,
      }),
    )
    expect(await realmAs(realm.owner)).toMatchObject({
      realm_signup_announcements_stream_id: id,
      realm_signup_notifications_stream_id: id,
    })
    const queue = await realm.owner.register({ event_types: ['message'] })
    const [ada] = await realm.users('ada')
    const [told] = await realm.owner.pollUntil(queue, 'message')
    expect(told).toMatchObject({
      message: { subject: 'signups', display_recipient: 'newcomers' },
    })
    const args = { anchor: 'newest', num_before: 9, num_after: 0, apply_markdown: false }
    const { messages } = expectSuccess(await ada.get('/messages', { ...args, narrow: [] }))
    expect(messages).toContainEqual(
      expect.objectContaining({ content: welcome_message_custom_text }),
    )

    expectSuccess(await realm.owner.delete(`/streams/${id}`))
    expect(await realmAs(realm.owner)).toMatchObject({
      realm_signup_announcements_stream_id: -1,
      realm_signup_notifications_stream_id: -1,
    })
  })
})
