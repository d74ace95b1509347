import { asNumber, asRecord, asTexts, shapedLike } from '../support/checked'
import { useTestServer } from '../support/test-server'
import { pythonBindings } from './habits'
import { fileBody } from './multipart'
import { foundOrganization, png } from './organization'
import type { Organization } from './organization'
import { Program } from './program'
import { expectToConform } from './schemas/conform'
import { refusal } from './schemas/mobile-replies'

/**
 * The methods of the Python bindings about streams, people and settings.
 * Sources: docs/protocol/clients.md#python, docs/protocol/requests.md#encodings.
 */
describe('the Python bindings for the organization', () => {
  const server = useTestServer({ limits: 'default' })
  let org: Organization
  let py: Program
  let owner: Program

  beforeAll(async () => {
    org = await foundOrganization(server)
    py = new Program(org.ann, pythonBindings)
    owner = new Program(org.owner, pythonBindings)
  })

  it('find a stream by its name, and report a missing one', async () => {
    expect(await py.succeed('GET', '/get_stream_id', { stream: 'Design' })).toMatchObject({
      stream_id: org.design.id,
    })
    const { status, body } = await py.call('GET', '/get_stream_id', { stream: 'no such' })
    expect(status).toBe(400)
    expectToConform(refusal, body)
  })

  it('list streams, topics and subscribers', async () => {
    const { design, ann, bob, cid, guest } = org
    const { streams } = await py.succeed('GET', '/streams', {
      include_public: true,
      include_subscribed: true,
      include_web_public: false,
    })
    expect(shapedLike(streams, [{ name: '' }]).map(({ name }) => name)).toContain('lobby')
    const { topics } = await py.succeed('GET', `/users/me/${design.id}/topics`)
    expect(topics).toContainEqual({ name: 'fonts', max_id: org.messages.moved })
    const { subscribers } = await py.succeed('GET', `/streams/${design.id}/members`)
    expect(asTexts(subscribers).toSorted()).toEqual(
      [ann, bob, cid, guest].map(({ email }) => email).toSorted(),
    )
    const path = `/users/${bob.id}/subscriptions/${design.id}`
    expect(await py.succeed('GET', path)).toMatchObject({ is_subscribed: true })
  })

  it('subscribe and unsubscribe, with a body on DELETE', async () => {
    const { ann, bob } = org
    const subscriptions = [{ name: 'tools' }, { name: 'Zoë’s corner', description: 'ö' }]
    expect(
      await py.succeed('POST', '/users/me/subscriptions', {
        subscriptions,
        principals: [ann.email, bob.email],
      }),
    ).toMatchObject({
      subscribed: { [ann.email]: ['tools', 'Zoë’s corner'], [bob.email]: expect.anything() },
      already_subscribed: {},
    })
    expect(
      await py.succeed('DELETE', '/users/me/subscriptions', {
        subscriptions: ['Zoë’s corner', 'lobby'],
      }),
    ).toMatchObject({ removed: ['Zoë’s corner'], not_removed: ['lobby'] })
  })

  it('mute a topic and change settings of a subscription', async () => {
    const mute = { stream: 'design', topic: 'fonts', op: 'add' }
    await py.succeed('PATCH', '/users/me/subscriptions/muted_topics', mute)
    expect((await py.call('PATCH', '/users/me/subscriptions/muted_topics', mute)).status).toBe(400)
    const unmute = { stream_id: org.design.id, topic: 'fonts', op: 'remove' }
    await py.succeed('PATCH', '/users/me/subscriptions/muted_topics', unmute)
    const color = { stream_id: org.design.id, property: 'color', value: 'f00' }
    await py.succeed('POST', '/users/me/subscriptions/properties', { subscription_data: [color] })
    const { subscriptions } = await py.succeed('GET', '/users/me/subscriptions')
    expect(subscriptions).toContainEqual(
      expect.objectContaining({ name: 'design', color: '#ff0000' }),
    )
    await py.succeed('PATCH', '/settings/notifications', {
      enable_offline_push_notifications: true,
    })
  })

  it('edit and delete streams, with names in quotes', async () => {
    const stream = await server.stream('scratch', { subscribers: [org.owner] })
    await owner.succeed('PATCH', `/streams/${stream.id}`, {
      new_name: '"scratchpad"',
      description: '"For trying out"',
    })
    const { stream: changed } = await owner.succeed('GET', `/streams/${stream.id}`)
    expect(changed).toMatchObject({ name: 'scratchpad', description: 'For trying out' })
    await owner.succeed('POST', '/default_streams', { stream_id: stream.id })
    await owner.succeed('DELETE', '/default_streams', { stream_id: stream.id })
    await owner.succeed('DELETE', `/streams/${stream.id}`)
  })

  it('look people up by id and by email', async () => {
    const { bob } = org
    const args = { client_gravatar: true, include_custom_profile_fields: true }
    const { members } = await py.succeed('GET', '/users', args)
    expect(members).toContainEqual(expect.objectContaining({ user_id: bob.id, email: bob.email }))
    for (const who of [String(bob.id), bob.email, encodeURIComponent(bob.email)]) {
      const { user } = await py.succeed('GET', `/users/${who}`)
      expect(user).toMatchObject({ user_id: bob.id, full_name: 'Bob', role: 400 })
    }
  })

  it('create people, rename, deactivate and reactivate them', async () => {
    const newcomer = { email: 'zoe+test@parley.test', password: 'a b&c=d', full_name: 'Zoë' }
    const { user_id: id } = await owner.succeed('POST', '/users', newcomer)
    const path = `/users/${asNumber(id)}`
    await owner.succeed('PATCH', path, { full_name: 'Zoë Z' })
    await owner.succeed('PATCH', path, { full_name: '"Zoë Y"' })
    expect(await owner.succeed('GET', path)).toMatchObject({ user: { full_name: 'Zoë Y' } })
    await owner.succeed('DELETE', path)
    await owner.succeed('POST', `${path}/reactivate`)
    // A plus in a Basic user name, and characters that need escapes in a password.
    const zoe = await server.logIn(newcomer.email, newcomer.password)
    expect(await new Program(zoe, pythonBindings).succeed('GET', '/users/me')).toMatchObject({
      user_id: id,
    })
  })

  it('send and get presence', async () => {
    const { bob } = org
    await py.succeed('POST', '/users/me/presence', {
      status: 'active',
      ping_only: false,
      new_user_input: true,
    })
    for (const who of [bob.email, String(bob.id)]) {
      const { presence } = await py.succeed('GET', `/users/${who}/presence`)
      expect(presence).toMatchObject({ aggregated: { status: 'active' } })
    }
    const { presences } = await py.succeed('GET', '/realm/presence')
    expect(presences).toMatchObject({ [bob.email]: { aggregated: { status: 'active' } } })
  })

  it('add and remove alert words', async () => {
    const path = '/users/me/alert_words'
    expect(await py.succeed('POST', path, { alert_words: ['été', 'fire'] })).toMatchObject({
      alert_words: expect.arrayContaining(['été', 'fire', 'outage']),
    })
    await py.succeed('DELETE', path, { alert_words: ['été', 'fire'] })
    expect(await py.succeed('GET', path)).toMatchObject({ alert_words: ['outage'] })
  })

  it('add and remove emoji, in a form field named after the path of the picture', async () => {
    const form = fileBody('pictures/wave.png', 'wave.png', png)
    const added = await owner.fetch('/api/v1/realm/emoji/wave2', { method: 'POST', ...form })
    expect(added.body).toMatchObject({ result: 'success' })
    const { emoji } = await py.succeed('GET', '/realm/emoji')
    expect(Object.values(asRecord(emoji))).toContainEqual(
      expect.objectContaining({ name: 'wave2', deactivated: false }),
    )
    await owner.succeed('DELETE', '/realm/emoji/wave2')
  })

  it('ask for linkifiers, groups and profile fields', async () => {
    expect(await py.succeed('GET', '/realm/linkifiers')).toHaveProperty('linkifiers')
    expect(await py.succeed('GET', '/realm/filters')).toHaveProperty('filters')
    expect(await py.succeed('GET', '/user_groups')).toHaveProperty('user_groups')
    expect(await py.succeed('GET', '/realm/profile_fields')).toHaveProperty('custom_fields')
  })
})
