import { shapedLike } from '../support/checked'
import { useTestServer } from '../support/test-server'
import { reactNative } from './clients'
import { reactNativeHabits } from './habits'
import { foundOrganization } from './organization'
import type { Organization } from './organization'
import { Program } from './program'
import { expectToConform } from './schemas/conform'
import { messagesReply, narrowFlagsReply, serverSettings } from './schemas/mobile-replies'
import { legacyPresenceReply } from './schemas/terminal'
import { start, Watchers } from './watchers'

/**
 * The older mobile app: it spells paths with two slashes, lists with commas, and streams by name.
 * Sources: docs/protocol/clients.md#react-native, docs/protocol/requests.md#encodings.
 */
describe('the older mobile app', () => {
  const server = useTestServer({ limits: 'default' })
  let org: Organization
  /** Ann's app. */
  let rn: Program

  beforeAll(async () => {
    org = await foundOrganization(server)
    rn = new Program(org.ann, reactNativeHabits)
  })

  it('starts, and gets all the keys that it requires', async () => {
    const response = await server.call('get', '/server_settings?')
    expectToConform(serverSettings, response.body)
    const state = await start(reactNative, org.ann)
    expect(state).toMatchObject({
      muted_topics: [['design', 'builds', expect.any(Number)]],
      realm_users: expect.arrayContaining([expect.objectContaining({ user_id: org.ann.id })]),
    })
    expect(state['subscriptions']).toContainEqual(
      expect.objectContaining({ name: 'noise', in_home_view: false }),
    )
    // It declares that it reads settings in their current place.
    expect(state).not.toHaveProperty('twenty_four_hour_time')
  })

  it('shows messages by names and emails, with its own anchors for both ends', async () => {
    const { messages: ids, bob, cid } = org
    const shown = async (narrow: unknown[], args: Record<string, unknown> = {}) => {
      const anchor = { anchor: 10_000_000_000_000_000, num_before: 100, num_after: 100 }
      const body = await rn.succeed('GET', '/messages', {
        ...{ ...anchor, apply_markdown: true, client_gravatar: true },
        ...{ include_anchor: true, ...args, narrow },
      })
      expectToConform(messagesReply, body)
      return body
    }
    const idsOf = async (narrow: unknown[]) =>
      shapedLike((await shown(narrow))['messages'], [{ id: 0 }]).map(({ id }) => id)
    const term = (operator: string, operand: unknown) => ({ operator, operand })
    expect(await idsOf([term('stream', 'design'), term('topic', 'fonts')])).toEqual([ids.moved])
    expect(await idsOf([term('pm-with', `${bob.email},${cid.email}`)])).toEqual([ids.group])
    expect(await idsOf([term('is', 'private')])).toContain(ids.direct)
    expect(await idsOf([term('is', 'starred')])).toEqual([ids.read, ids.direct])
    expect(await shown([term('is', 'mentioned')])).toMatchObject({
      anchor: 10_000_000_000_000_000,
      found_newest: true,
    })
    const fromUnread = await shown([], { anchor: undefined, use_first_unread_anchor: true })
    expect(fromUnread).toMatchObject({ anchor: ids.mention, found_anchor: true })
  })

  it('sends to a name in a list and to comma-separated emails, and recognizes its own messages', async () => {
    const { bob, cid } = org
    const watchers = await Watchers.start(org.ann, { reactNative })
    const own = { queue_id: watchers.queues.reactNative.queue_id, local_id: '1605123456.78' }
    const { reactNative: seen } = await watchers.watch(async () => {
      const stream = { type: 'stream', to: '["design"]', subject: 'logo', content: 'From afar.' }
      await rn.succeed('POST', '//messages', { ...stream, ...own })
      const direct = { type: 'private', to: `${bob.email},${cid.email}`, content: 'To you two.' }
      await rn.succeed('POST', '/messages', { ...direct, ...own, local_id: '1605123457.1' })
    })
    expect(seen).toMatchObject([
      {
        flags: ['read'],
        local_message_id: '1605123456.78',
        message: { client: 'ZulipMobile', display_recipient: 'design', subject: 'logo' },
      },
      { local_message_id: '1605123457.1', message: { type: 'private' } },
    ])
  })

  it('marks a narrow and then everything as read, with doubled slashes', async () => {
    const reply = await rn.succeed('POST', '//messages/flags/narrow', {
      ...{ anchor: 'oldest', include_anchor: false, num_before: 0, num_after: 5000 },
      narrow: [{ operator: 'stream', operand: 'design' }],
      ...{ op: 'add', flag: 'read' },
    })
    expectToConform(narrowFlagsReply, reply)
    await rn.succeed('POST', '/mark_topic_as_read', { stream_id: org.noise.id, topic_name: 'buzz' })
    await rn.succeed('POST', '/mark_stream_as_read', { stream_id: org.board.id })
    await rn.succeed('POST', '/mark_all_as_read')
    const state = await start(reactNative, org.ann)
    expect(state['unread_msgs']).toMatchObject({ pms: [], streams: [], huddles: [], mentions: [] })
  })

  it('mutes topics and streams with its older names', async () => {
    const { noise, lobby, design } = org
    const topic = { stream_id: design.id, topic: 'fonts', visibility_policy: 1 }
    await rn.succeed('POST', '//user_topics', topic)
    const watchers = await Watchers.start(org.ann, { reactNative })
    const { reactNative: seen } = await watchers.watch(async () => {
      const data = [{ stream_id: noise.id, property: 'in_home_view', value: true }]
      await rn.succeed('POST', '/users/me/subscriptions/properties', { subscription_data: data })
      await rn.succeed('POST', '/users/me/subscriptions', { subscriptions: [{ name: lobby.name }] })
    })
    const told = seen.map(({ property, value }) => [property, value])
    expect(told).toEqual(
      expect.arrayContaining([
        ['in_home_view', true],
        ['is_muted', false],
      ]),
    )
  })

  it('deletes a message by emptying it', async () => {
    const id = await org.ann.send('design', 'logo', 'Oops.')
    await rn.succeed('PATCH', `/messages/${id}`, { content: '' })
    expect(await rn.succeed('GET', `/messages/${id}`)).toMatchObject({
      raw_content: '(deleted)',
      message: { content: '<p>(deleted)</p>' },
    })
  })

  it('sends its presence every minute, and gets that of others', async () => {
    const reply = await rn.succeed('POST', '/users/me/presence', {
      status: 'active',
      new_user_input: false,
    })
    expectToConform(legacyPresenceReply, reply)
    expect(reply['presences']).toHaveProperty([org.bob.email])
    await rn.succeed('POST', '/typing', { op: 'start', to: [org.bob.id] })
  })

  it('accepts the refusal of its push token', async () => {
    const token = { token: 'x'.repeat(150) }
    const { status, body } = await rn.call('POST', '/users/me/android_gcm_reg_id', token)
    expect(status === 200 || body['result'] === 'error').toBe(true)
  })
})
