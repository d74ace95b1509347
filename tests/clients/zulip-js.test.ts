import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import zulipInit from 'zulip-js'
import { asNumber, shapedLike } from '../support/checked'
import { Cluster, clusterNeeds } from '../support/cluster'
import { ownerApiKey, ownerEmail } from '../support/config'
import { describeWith } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'

type Zulip = Awaited<ReturnType<typeof zulipInit>>
type Fields = Record<string, unknown>

/** The real package, at two workers behind nginx. Source: docs/protocol/clients.md#zulip-js. */
describeWith(clusterNeeds, 'zulip-js', () => {
  let stores: TestStores
  let cluster: Cluster
  let owner: Zulip
  /** Another user, identified by password. */
  let ann: Zulip
  let annId: number

  beforeAll(async () => {
    stores = await createTestStores()
    cluster = await Cluster.start(stores)
    owner = await zulipInit({ username: ownerEmail, apiKey: ownerApiKey, realm: cluster.url })
    const account = { email: 'ann@parley.test', password: 'a+b&c=d é', short_name: 'ann' }
    const { user_id } = await succeed(owner.users.create({ ...account, full_name: 'Ann' }))
    annId = asNumber(user_id)
    const { email: username, password } = account
    ann = await zulipInit({ username, password, realm: `${cluster.url}/api` })
  })
  afterAll(async () => {
    await cluster.stop()
    await stores.remove()
  })

  /** The package checks nothing: it returns errors like any other answer. */
  async function succeed(call: Promise<Fields>): Promise<Fields> {
    const reply = await call
    expect(reply).toMatchObject({ result: 'success', msg: '' })
    return reply
  }

  const send = async (who: Zulip, subject: string, content: string) =>
    asNumber(
      (await succeed(who.messages.send({ to: 'general', type: 'stream', subject, content })))['id'],
    )

  it('gets its key for a password, and reads it from a file', async () => {
    expect(ann.config.apiKey).toMatch(/^[A-Za-z0-9]{32}$/)
    expect(await succeed(ann.accounts.retrieve())).toMatchObject({ api_key: ann.config.apiKey })
    const folder = await mkdtemp(join(tmpdir(), 'zuliprc-'))
    const file = join(folder, 'zuliprc')
    const lines = ['[api]', 'email=ann@parley.test', `key=${ann.config.apiKey}`]
    await writeFile(file, [...lines, `site=${cluster.url}`].join('\n'))
    const fromFile = await zulipInit({ zuliprc: file })
    expect(await succeed(fromFile.users.me.getProfile())).toMatchObject({ user_id: annId })
    await rm(folder, { recursive: true })
  })

  it('reads the server, its emoji and its filters', async () => {
    expect(await succeed(owner.server.settings())).toMatchObject({ realm_uri: cluster.url })
    expect(await succeed(owner.emojis.retrieve())).toHaveProperty('emoji')
    expect(await succeed(owner.filters.retrieve())).toHaveProperty('filters')
  })

  it('reads and changes messages', async () => {
    const id = await send(ann, 'scripts', 'Something is **wrong**…')
    await succeed(ann.messages.update({ message_id: id, content: 'New *content*' }))
    expect(await succeed(ann.messages.getById({ message_id: id }))).toMatchObject({
      raw_content: 'New *content*',
      message: { client: expect.any(String), content: '<p>New <em>content</em></p>' },
    })
    const history = await succeed(ann.messages.getHistoryById({ message_id: id }))
    expect(history['message_history']).toHaveLength(2)
    const around = { stream: 'general', type: 'stream', anchor: id, num_before: 1, num_after: 1 }
    expect((await succeed(ann.messages.retrieve(around)))['messages']).toContainEqual(
      expect.objectContaining({ id }),
    )
    const narrow = [{ operator: 'stream', operand: 'general' }]
    const newest = { anchor: 1_000_000_000, num_before: 1, num_after: 1, narrow }
    expect(await succeed(ann.messages.retrieve(newest))).toMatchObject({
      messages: [{ id }],
      found_newest: true,
    })
    expect(await succeed(ann.messages.render('**foo**'))).toMatchObject({
      rendered: '<p><strong>foo</strong></p>',
    })
    const mark = { messages: [id], flag: 'read' }
    expect(await succeed(owner.messages.flags.add(mark))).toMatchObject({ messages: [id] })
    expect(await succeed(owner.messages.flags.remove(mark))).toMatchObject({ messages: [id] })
    await succeed(ann.messages.deleteById({ message_id: id }))
    expect(await ann.messages.getById({ message_id: id })).toMatchObject({ result: 'error' })
  })

  it('puts a content of 10 kB into the URL of an edit', async () => {
    const id = await send(ann, 'scripts', 'Short.')
    const content = 'é'.repeat(5_000)
    await succeed(ann.messages.update({ message_id: id, content }))
    expect(await ann.messages.getById({ message_id: id })).toMatchObject({ raw_content: content })
  })

  it('reacts, and gets an error without the name of an emoji', async () => {
    const id = await send(ann, 'scripts', 'Sing!')
    const emoji = { message_id: id, emoji_name: 'musical_note', emoji_code: '1f3b5' }
    await succeed(ann.reactions.add({ ...emoji, reaction_type: 'unicode_emoji' }))
    await succeed(ann.reactions.remove({ message_id: id, emoji_code: '1f3b5' }))
    await succeed(ann.reactions.add({ message_id: id, emoji_name: 'tada' }))
    const removed = await ann.messages.deleteReactionById({ message_id: id })
    expect(removed).toMatchObject({ result: 'error', code: expect.any(String) })
    await succeed(ann.messages.deleteReactionById({ message_id: id, emoji_name: 'tada' }))
  })

  it('sends typing notifications, with recipients in each form', async () => {
    const { queue_id } = await succeed(ann.queues.register({ event_types: ['typing'] }))
    for (const to of [ownerEmail, [ownerEmail], [annId], [ownerEmail, 'ann@parley.test']]) {
      await succeed(ann.typing.send({ to, op: 'start' }))
    }
    const poll = { queue_id, last_event_id: -1, dont_block: false }
    const { events } = await succeed(ann.events.retrieve(poll))
    expect(events).toContainEqual(expect.objectContaining({ type: 'typing', op: 'start' }))
    await succeed(ann.queues.deregister({ queue_id }))
    expect(await ann.queues.deregister({ queue_id })).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
  })

  it('manages streams and subscriptions', async () => {
    const added = { subscriptions: JSON.stringify([{ name: 'off topic' }]) }
    await succeed(owner.users.me.subscriptions.add(added))
    const { stream_id } = await succeed(owner.streams.getStreamId('off topic'))
    const names = (reply: Fields, key: string) =>
      shapedLike(reply[key], [{ name: '' }]).map(({ name }) => name)
    expect(names(await succeed(owner.streams.retrieve()), 'streams')).toContain('off topic')
    const { retrieve } = owner.streams.subscriptions
    expect(names(await succeed(retrieve()), 'subscriptions')).toContain('off topic')
    await succeed(
      owner.messages.send({ to: 'off topic', type: 'stream', subject: 'x', content: 'y' }),
    )
    expect(names(await succeed(owner.streams.topics.retrieve({ stream_id })), 'topics')).toContain(
      'x',
    )
    const removed = { subscriptions: JSON.stringify(['off topic']) }
    expect(await succeed(owner.users.me.subscriptions.remove(removed))).toMatchObject({
      removed: ['off topic'],
    })
    await succeed(owner.streams.deleteById({ stream_id }))
  })

  it('gets users, its own user, alert words and pointer', async () => {
    expect((await succeed(ann.users.retrieve()))['members']).toContainEqual(
      expect.objectContaining({ user_id: annId }),
    )
    expect(await succeed(ann.users.me.getProfile())).toMatchObject({ user_id: annId })
    expect(await succeed(ann.users.me.alertWords.retrieve())).toMatchObject({ alert_words: [] })
    const id = await send(owner, 'scripts', 'Point here.')
    await succeed(ann.users.me.pointer.update(id))
    expect(await succeed(ann.users.me.pointer.retrieve())).toMatchObject({ pointer: id })
  })

  it('calls any other path, and gets JSON from missing ones', async () => {
    const message = { to: 'general', type: 'stream', subject: 'scripts', content: 'Called.' }
    await succeed(owner.callEndpoint('messages', 'POST', message))
    for (const method of ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']) {
      expect(await owner.callEndpoint('/no/such/path', method)).toMatchObject({ result: 'error' })
    }
  })
})
