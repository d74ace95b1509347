import { asNumber, asRecord, asText, firstOf, onlyOf, shapedLike } from '../support/checked'
import { useTestServer } from '../support/test-server'
import { pythonBindings } from './habits'
import { fileBody } from './multipart'
import { foundOrganization } from './organization'
import type { Organization } from './organization'
import { Program } from './program'
import { expectToConform } from './schemas/conform'
import { refusal, serverSettings, uploadReply } from './schemas/mobile-replies'

/**
 * The requests of the Python bindings and of common scripts, byte for byte.
 * Sources: docs/protocol/clients.md#python, docs/protocol/requests.md#encodings.
 */
describe('the Python bindings', () => {
  const server = useTestServer({ limits: 'default' })
  let org: Organization
  /** Ann's program. */
  let py: Program
  let owner: Program

  beforeAll(async () => {
    org = await foundOrganization(server)
    py = new Program(org.ann, pythonBindings)
    owner = new Program(org.owner, pythonBindings)
  })

  const upload = (program: Program, path: string, form: ReturnType<typeof fileBody>) =>
    program.fetch(`/api/v1${path}`, { method: 'POST', ...form })

  describe('a program with the bindings', () => {
    it('gets the version even with wrong credentials', async () => {
      const stranger = new Program(org.ann.withKey('wrong'), pythonBindings)
      expectToConform(serverSettings, await stranger.succeed('GET', '/server_settings'))
      const { status, headers, body } = await stranger.call('POST', '/register', { narrow: [] })
      expect({ status, ...body }).toMatchObject({ status: 401, result: 'error' })
      expectToConform(refusal, body)
      expect(headers.get('www-authenticate')).toMatch(/^Basic/)
    })

    it('registers a queue, polls, polls again without waiting, and leaves', async () => {
      const { queue_id, last_event_id } = await py.succeed('POST', '/register', {
        event_types: ['message'],
        narrow: [],
        all_public_streams: true,
      })
      const id = await org.bob.send('lobby', 'greetings', 'For all to hear.')
      const { events } = await py.succeed('GET', '/events', { queue_id, last_event_id })
      expect(events).toMatchObject([
        { type: 'message', flags: [], message: { id, content: 'For all to hear.' } },
      ])
      const { id: last } = onlyOf(shapedLike(events, [{ id: 0 }]))
      const again = { queue_id, last_event_id: last, dont_block: true }
      expect(await py.succeed('GET', '/events', again)).toMatchObject({ events: [] })
      await py.succeed('DELETE', '/events', { queue_id })
      const { status, body } = await py.call('GET', '/events', again)
      expect({ status, ...body }).toMatchObject({
        status: 400,
        code: 'BAD_EVENT_QUEUE_ID',
        queue_id,
        msg: expect.stringMatching(/^Bad event queue id:/),
      })
    })

    it('understands True and False', async () => {
      await py.succeed('POST', '/register', { apply_markdown: 'True', client_gravatar: 'False' })
    })
  })

  describe('a message that is sent with the bindings', () => {
    const said = async (args: Record<string, unknown>) => {
      const { id } = await py.succeed('POST', '/messages', { content: 'Hello, *Zoë*!', ...args })
      const { message } = await py.succeed('GET', `/messages/${asNumber(id)}`)
      return message
    }

    it('reaches a stream, by name or by a list with its name', async () => {
      for (const to of ['design', ['design'], org.design.id, [org.design.id]]) {
        expect(await said({ type: 'stream', to, subject: 'logo' })).toMatchObject({
          type: 'stream',
          display_recipient: 'design',
          subject: 'logo',
          content: '<p>Hello, <em>Zoë</em>!</p>',
          client: 'ZulipPython',
        })
      }
    })

    it('reaches people, by emails or ids', async () => {
      const { bob, cid } = org
      const both = [[bob.email, cid.email], [bob.id, cid.id], `${bob.email},${cid.email}`]
      for (const to of both) {
        expect(await said({ type: 'private', to })).toMatchObject({
          type: 'private',
          display_recipient: [{ id: org.ann.id }, { id: bob.id }, { id: cid.id }],
        })
      }
      for (const to of [[bob.email], bob.email, [bob.id], bob.id]) {
        expect(await said({ type: 'private', to })).toMatchObject({
          display_recipient: [{ id: org.ann.id }, { id: bob.id, email: bob.email }],
        })
      }
    })

    it('A file goes into a part that is named after its path', async () => {
      const reply = await upload(py, '/user_uploads', fileBody('a b/é.txt', 'é.txt', 'Bytes.'))
      expectToConform(uploadReply, reply.body)
      const { uri, url, filename } = reply.body
      expect({ uri, filename }).toEqual({ uri: url, filename: 'é.txt' })

      const { email, apiKey } = org.ann
      const basic = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`
      const file = await fetch(`${server.url}${asText(uri)}`, {
        headers: { Authorization: basic },
      })
      expect(file.headers.get('content-type')).toMatch(/^text\/plain/)
      expect(await file.text()).toBe('Bytes.')

      // A temporary link for browsers, which have no key.
      const { url: temporary } = await py.succeed('GET', asText(uri))
      const anybodys = await fetch(`${server.url}${asText(temporary)}`)
      expect(await anybodys.text()).toBe('Bytes.')
      const { attachments } = await py.succeed('GET', '/attachments')
      expect(attachments).toMatchObject([{ name: 'é.txt', size: 6 }])
    })

    it('The bindings send typing notifications, and text to be rendered', async () => {
      for (const to of [[org.bob.id], [org.bob.email]]) {
        await py.succeed('POST', '/typing', { op: 'start', to })
        await py.succeed('POST', '/typing', { op: 'stop', to })
      }
      expect(await py.succeed('POST', '/messages/render', { content: '**foo**' })).toMatchObject({
        rendered: '<p><strong>foo</strong></p>',
      })
    })
  })

  describe('the Python bindings with messages', () => {
    it('read from the first unread message, without an anchor', async () => {
      const body = await py.succeed('GET', '/messages', {
        use_first_unread_anchor: true,
        num_before: 0,
        num_after: 1,
        apply_markdown: false,
      })
      expect(body).toMatchObject({
        anchor: org.messages.mention,
        messages: [{ id: org.messages.mention }, { id: org.messages.unread }],
        found_newest: false,
      })
    })

    it('read a stream and topic, by pairs, dicts, names and ids', async () => {
      const { design, messages, bob, cid } = org
      const found = async (narrow: unknown[]) => {
        const args = { anchor: 'newest', num_before: 100, num_after: 0, narrow }
        const { messages: list } = await py.succeed('GET', '/messages', args)
        return shapedLike(list, [{ id: 0 }]).map(({ id }) => id)
      }
      const fonts = [messages.moved]
      const dict = (operator: string, operand: unknown) => ({ operator, operand })
      expect(
        await found([
          ['stream', 'Design'],
          ['topic', 'fonts'],
        ]),
      ).toEqual(fonts)
      expect(await found([dict('channel', design.id), dict('topic', 'FONTS')])).toEqual(fonts)
      expect(await found([dict('stream', 'design'), ['topic', 'fonts']])).toEqual(fonts)
      const group = `${bob.email}, ${cid.email}`
      expect(await found([['pm-with', group]])).toContain(messages.group)
      expect(await found([dict('dm', [bob.id, cid.id])])).toContain(messages.group)
      expect(await found([dict('sender', cid.email), ['is', 'mentioned']])).toEqual([
        messages.mention,
      ])
      expect(await found([['has', 'link']])).toEqual([])
      expect(
        await found([
          ['streams', 'public'],
          ['topic', 'greetings'],
        ]),
      ).toContain(messages.elsewhere)
      expect(
        await found([
          ['in', 'home'],
          ['stream', 'noise'],
        ]),
      ).toEqual([])
    })

    it('match messages with a narrow', async () => {
      const { unread, read } = org.messages
      const { messages } = await py.succeed('GET', '/messages/matches_narrow', {
        msg_ids: [read, unread],
        narrow: [['search', 'outage']],
      })
      expect(Object.keys(asRecord(messages))).toEqual([String(unread)])
    })

    it('edit, with the id repeated in the body, and read the edit history', async () => {
      const { own } = org.messages
      const edit = { message_id: own, content: 'I like *one* of them.' }
      await py.succeed('PATCH', `/messages/${own}`, edit)
      await py.succeed('PATCH', `/messages/${own}`, { message_id: own, subject: 'colors' })
      expect(await py.succeed('GET', `/messages/${own}`)).toMatchObject({
        raw_content: 'I like *one* of them.',
        message: { subject: 'colors', content: '<p>I like <em>one</em> of them.</p>' },
      })
      const { message_history: history } = await py.succeed('GET', `/messages/${own}/history`)
      expect(history).toMatchObject([
        { content: 'I like them.', topic: 'logo', user_id: org.ann.id },
        { content: 'I like *one* of them.', prev_content: 'I like them.' },
        { topic: 'colors', prev_topic: 'logo' },
      ])
    })

    it('mark as read, star and react', async () => {
      const { direct, unread } = org.messages
      const flags = { messages: [direct], op: 'add', flag: 'read' }
      expect(await py.succeed('POST', '/messages/flags', flags)).toMatchObject({
        messages: [direct],
      })
      await py.succeed('POST', '/messages/flags', { ...flags, op: 'remove' })
      const topic = { stream_id: org.design.id, topic_name: 'logo' }
      await py.succeed('POST', '/mark_topic_as_read', topic)
      await py.succeed('POST', '/mark_stream_as_read', { stream_id: org.noise.id })
      expect(await py.succeed('POST', '/mark_all_as_read')).toMatchObject({ complete: true })
      const thumb = { message_id: unread, emoji_name: 'thumbs_up' }
      const path = `/messages/${unread}/reactions`
      await py.succeed('POST', path, thumb)
      expect((await py.call('POST', path, thumb)).body).toMatchObject({
        code: 'REACTION_ALREADY_EXISTS',
      })
      await py.succeed('DELETE', path, thumb)
      expect((await py.call('DELETE', path, thumb)).body).toMatchObject({
        code: 'REACTION_DOES_NOT_EXIST',
      })
    })

    it('move a topic, and delete a message', async () => {
      const { stream_id: lobby } = await owner.succeed('GET', '/get_stream_id', { stream: 'lobby' })
      const { messages } = await owner.succeed('GET', '/messages', {
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        narrow: [
          { operator: 'stream', operand: 'lobby' },
          { operator: 'topic', operand: 'greetings' },
        ],
      })
      const { id } = firstOf(shapedLike(messages, [{ id: 0 }]))
      await owner.succeed('PATCH', `/messages/${id}`, {
        stream_id: lobby,
        topic: 'farewells',
        propagate_mode: 'change_all',
        send_notification_to_new_thread: false,
        send_notification_to_old_thread: false,
      })
      const { message } = await owner.succeed('GET', `/messages/${id}`)
      expect(message).toMatchObject({ subject: 'farewells' })
      await owner.succeed('DELETE', `/messages/${id}`)
    })
  })
})
