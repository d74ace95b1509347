import { asText, present, shapedLike } from '../support/checked'
import { useTestServer } from '../support/test-server'
import { terminal } from './clients'
import { terminalHabits } from './habits'
import { fileBody } from './multipart'
import { foundOrganization } from './organization'
import type { Organization } from './organization'
import { Program } from './program'
import { expectToConform } from './schemas/conform'
import { messageReply } from './schemas/mobile-replies'
import * as reads from './schemas/terminal'
import { start, Watchers } from './watchers'

/**
 * The terminal client: its requests at the start and on actions of its user.
 * Source: docs/protocol/clients.md#terminal.
 */
describe('the terminal client', () => {
  const server = useTestServer({ limits: 'default' })
  let org: Organization
  /** Ann's client. */
  let zt: Program

  beforeAll(async () => {
    org = await foundOrganization(server)
    zt = new Program(org.ann, terminalHabits)
  })

  const showMessages = async (args: Record<string, unknown>) => {
    const body = await zt.succeed('GET', '/messages', {
      num_before: 30,
      num_after: 10,
      apply_markdown: true,
      use_first_unread_anchor: false,
      client_gravatar: true,
      ...args,
    })
    expectToConform(reads.terminalMessagesReply, body)
    return shapedLike(body, {
      anchor: 0,
      found_newest: false,
      messages: [{ id: 0, flags: [''], subject: '' }],
    })
  }
  const idsOf = async (narrow: unknown[], anchor = 10_000_000_000) =>
    (await showMessages({ narrow, anchor })).messages.map(({ id }) => id)

  it('starts: settings, messages, queue, presence', async () => {
    expect(await zt.succeed('GET', '/server_settings')).toMatchObject({
      realm_uri: server.url,
      email_auth_enabled: true,
      require_email_format_usernames: true,
    })
    const args = { anchor: 0, use_first_unread_anchor: true, narrow: [] }
    expect(await showMessages(args)).toMatchObject({
      anchor: org.messages.mention,
      found_newest: true,
    })
    const state = await start(terminal, org.ann)
    expect(state).toMatchObject({
      user_id: org.ann.id,
      starred_messages: [org.messages.read, org.messages.direct],
      muted_topics: [['design', 'builds', expect.any(Number)]],
    })
    // The client must find its own user.
    expect(state['realm_users']).toContainEqual(expect.objectContaining({ user_id: org.ann.id }))
    const design = present(
      shapedLike(state['subscriptions'], [{ name: '', subscribers: [0] }]).find(
        ({ name }) => name === 'design',
      ),
    )
    expect(design.subscribers.toSorted((one, other) => one - other)).toEqual(
      [org.ann, org.bob, org.cid, org.guest].map(({ id }) => id),
    )
    const reply = await zt.succeed('POST', '/users/me/presence', {
      status: 'active',
      new_user_input: true,
    })
    expectToConform(reads.legacyPresenceReply, reply)
    await zt.succeed('DELETE', '/events', { queue_id: state.queue_id })
  })

  it('registers again without fetch_event_types, and still learns the newest message', async () => {
    const newest = await org.bob.send('design', 'logo', 'The newest one.')
    const { event_types } = terminal.registration
    const again = { event_types, client_gravatar: true, apply_markdown: true, narrow: [] }
    const state = await zt.succeed('POST', '/register', { ...again, include_subscribers: true })
    expect(state).toMatchObject({
      max_message_id: newest,
      queue_id: expect.any(String),
      last_event_id: -1,
    })
    await zt.succeed('DELETE', '/events', { queue_id: state['queue_id'] })
  })

  it('narrows by lists of pairs, from the newest message in each spelling', async () => {
    const { messages: ids, bob, cid } = org
    const stream = ['stream', 'design']
    for (const anchor of [10_000_000_000, 10_000_000_000_000_000]) {
      expect(await idsOf([stream, ['topic', 'fonts']], anchor)).toEqual([ids.moved])
    }
    expect(await idsOf([stream])).toEqual(expect.arrayContaining([ids.read, ids.moved]))
    expect(await idsOf([['pm-with', bob.email]])).toEqual([ids.direct])
    expect(await idsOf([['pm-with', `${bob.email}, ${cid.email}`]])).toEqual([ids.group])
    expect((await idsOf([['is', 'private']])).slice(-4)).toEqual([
      ...[ids.direct, ids.group, ids.note, ids.fromGone],
    ])
    expect(await idsOf([['is', 'starred']])).toEqual([ids.read, ids.direct])
    expect(await idsOf([['is', 'mentioned']])).toEqual([ids.mention])
    expect(await idsOf([stream, ['search', 'outage']])).toEqual([ids.unread])
    // num_before and num_after do not count the anchor, which is between both sides.
    const around = await showMessages({ narrow: [stream], anchor: ids.own, num_before: 1 })
    expect(around.anchor).toBe(ids.own)
    expect(around.messages[1]).toMatchObject({ id: ids.own, subject: 'logo' })
  })

  it('sends to a stream and to people, and has its own messages as read', async () => {
    const { bob, cid } = org
    const watchers = await Watchers.start(org.ann, { terminal })
    const { terminal: seen } = await watchers.watch(async () => {
      const message = { content: 'From a terminal.', read_by_sender: true }
      const stream = { type: 'stream', to: 'design', subject: 'logo', ...message }
      await zt.succeed('POST', '/messages', stream)
      await zt.succeed('POST', '/messages', { type: 'private', to: [bob.id, cid.id], ...message })
    })
    expect(seen).toMatchObject([
      { flags: ['read'], message: { type: 'stream', client: 'ZulipTerminal' } },
      { flags: ['read'], message: { type: 'private', content: '<p>From a terminal.</p>' } },
    ])
  })

  it('edits and moves its own messages', async () => {
    const id = await org.ann.send('design', 'logo', 'Tpyo.')
    const path = `/messages/${id}`
    await zt.succeed('PATCH', path, { message_id: id, content: 'Typo.' })
    await zt.succeed('PATCH', path, {
      message_id: id,
      topic: 'spelling',
      propagate_mode: 'change_one',
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: true,
    })
    const body = await zt.succeed('GET', path)
    expectToConform(messageReply, body)
    expect(body).toMatchObject({ raw_content: 'Typo.', message: { subject: 'spelling' } })
    const history = await zt.succeed('GET', `${path}/history`)
    expectToConform(reads.terminalHistoryReply, history)
    const { topics } = await zt.succeed('GET', `/users/me/${org.design.id}/topics`)
    expect(shapedLike(topics, [{ name: '' }])[0]).toMatchObject({ name: 'spelling' })
  })

  it('stars, reads and reacts, with ids as texts', async () => {
    const { mention, unread } = org.messages
    const flag = { messages: [mention, unread], flag: 'read', op: 'add' }
    expect(await zt.succeed('POST', '/messages/flags', flag)).toMatchObject({
      messages: [mention, unread],
    })
    const star = { messages: [unread], flag: 'starred' }
    await zt.succeed('POST', '/messages/flags', { ...star, op: 'add' })
    await zt.succeed('POST', '/messages/flags', { ...star, op: 'remove' })
    const path = `/messages/${unread}/reactions`
    const emoji = { emoji_name: 'thumbs_up', reaction_type: 'unicode_emoji', emoji_code: '1f44d' }
    await zt.succeed('POST', path, { ...emoji, message_id: String(unread) })
    await zt.succeed('DELETE', path, { ...emoji, message_id: String(unread) })
  })

  it('sends typing notifications and changes settings of a subscription', async () => {
    await zt.succeed('POST', '/typing', { to: [org.bob.id], op: 'start' })
    await zt.succeed('POST', '/typing', { to: [org.bob.id], op: 'stop' })
    for (const property of ['is_muted', 'pin_to_top', 'desktop_notifications']) {
      const subscription_data = [{ stream_id: org.board.id, property, value: true }]
      await zt.succeed('POST', '/users/me/subscriptions/properties', { subscription_data })
    }
  })

  it('asks for the email address of a stream, and gets it or a refusal that it can show', async () => {
    const { status, body } = await zt.call('GET', `/streams/${org.design.id}/email_address`)
    if (status === 200) expect(body).toMatchObject({ email: expect.any(String) })
    else expect({ status, ...body }).toMatchObject({ result: 'error', msg: expect.any(String) })
  })

  it('downloads a file with its own credentials', async () => {
    const form = fileBody('notes.txt', 'notes.txt', 'Notes.')
    const { body } = await zt.fetch('/api/v1/user_uploads', { method: 'POST', ...form })
    const { email, apiKey } = org.ann
    const response = await fetch(`${server.url}${asText(body['uri'])}`, {
      headers: { Authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}` },
    })
    expect(await response.text()).toBe('Notes.')
  })
})
