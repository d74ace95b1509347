import type { ServerResponse } from 'node:http'
import { createAddressPolicy } from '../../src/server/chat/rules/outgoing/addresses'
import { createOutgoingWebhooks } from '../../src/server/chat/jobs/outgoing-webhooks/dispatcher'
import type { OutgoingWebhooks } from '../../src/server/chat/jobs/outgoing-webhooks/dispatcher'
import { performWebhookJob } from '../../src/server/chat/jobs/outgoing-webhooks/perform'
import { BotService } from '../support/bot-service'
import {
  anyValue,
  asRecord,
  exactly,
  firstOf,
  maybe,
  present,
  shapedLike,
} from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments, Person, Queue, ReceivedEvent } from '../support/person'
import { useOwnServer } from '../support/own-server'
import { untilHolds } from '../support/until'

interface Message {
  content: string
  sender_full_name: string
  subject: string
  client: string
  type: string
}

describe('outgoing webhooks', () => {
  const server = useOwnServer()
  const service = new BotService()
  let dispatcher: OutgoingWebhooks
  let alice: Person
  let bob: Person
  let robot: Person

  const contextWith = (exceptions: string[] = ['127.0.0.1'], timeoutMs = 5_000) => ({
    db: server.ctx.db,
    caches: server.ctx.caches,
    renderer: server.ctx.renderer,
    storeMessage: server.ctx.storeMessage,
    clock: server.ctx.clock,
    log: server.ctx.log,
    metrics: server.ctx.metrics,
    dueWork: server.ctx.dueWork,
    suspects: server.ctx.suspects,
    addresses: createAddressPolicy(exceptions),
    externalHost: 'localhost',
    timeoutMs,
  })

  /** As in a worker, but with little patience. */
  const startDispatcher = (...context: Parameters<typeof contextWith>) => {
    const pausesSeconds = [0.01, 0.02]
    const started = createOutgoingWebhooks({ ...contextWith(...context), pausesSeconds })
    started.start()
    return started
  }

  beforeAll(async () => {
    await service.start()
    ;[alice, bob] = await server.users('alice', 'bob')
    const further = { payload_url: JSON.stringify(service.url) }
    robot = await server.bot(alice, 'echo', 3, further)
    await server.stream('lab', { subscribers: [alice, bob] })
  })
  beforeEach(() => {
    service.calls.length = 0
    service.answer = (response) => response.end()
    dispatcher = startDispatcher()
  })
  afterEach(async () => {
    await dispatcher.stop()
  })
  afterAll(async () => {
    await service.stop()
  })

  const queueOf = (person: Person) => person.register({ event_types: ['message'] })
  const messageOf = (event: ReceivedEvent) => event['message'] as Message
  /** The next message by somebody. */
  const nextBy = async (person: Person, queue: Queue, name: string): Promise<Message> => {
    const isWanted = (event: ReceivedEvent) => messageOf(event).sender_full_name === name
    return messageOf(present((await person.pollUntil(queue, isWanted)).find(isWanted)))
  }
  const until = (condition: () => Promise<boolean> | boolean) =>
    untilHolds('the services were called', condition)
  const jobs = () => server.db.selectFrom('webhook_jobs').selectAll().execute()

  it('tell the service of a mention, and post its answer beside it', async () => {
    service.answersJson({ content: 'you said it' })
    const queue = await queueOf(bob)
    const id = await alice.send('lab', 'trials', 'hey @**Echo** *there*')

    expect(await nextBy(bob, queue, 'Echo')).toMatchObject({
      type: 'stream',
      subject: 'trials',
      content: 'you said it',
      client: 'OutgoingWebhookResponse',
    })
    await until(async () => (await jobs()).length === 0)
    expect(service.calls).toHaveLength(1)
    const { headers, body } = firstOf(service.calls)
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^ZulipOutgoingWebhook\/\d/),
    })
    const bots = (await alice.call('GET /bots')).bots
    const call = asRecord(JSON.parse(body))
    expect(call).toEqual({
      bot_email: robot.email,
      bot_full_name: 'Echo',
      token: firstOf(firstOf(bots).services).token,
      trigger: 'mention',
      data: 'hey @**Echo** *there*',
      message: expect.objectContaining({
        id,
        type: 'stream',
        display_recipient: 'lab',
        subject: 'trials',
        sender_email: alice.email,
        content: 'hey @**Echo** *there*',
        rendered_content: expect.stringContaining('<em>there</em>'),
      }),
    })
  })

  it('name the empty topic for the service, and answer in it', async () => {
    expectSuccess(await server.owner.patch('/realm', { topics_policy: 'allow_empty_topic' }))
    service.answersJson({ content: 'you said it' })
    const queue = await bob.register({
      event_types: ['message'],
      client_capabilities: { empty_topic_name: true },
    })
    await alice.send('lab', '', '@**Echo**')
    expect(await nextBy(bob, queue, 'Echo')).toMatchObject({ type: 'stream', subject: '' })
    expect(JSON.parse(firstOf(service.calls).body)).toMatchObject({
      message: { type: 'stream', subject: 'general chat' },
    })
  })

  it('tell the service of private messages, and answer all who take part', async () => {
    service.answersJson({ response_string: 'psst' })
    const queue = await queueOf(bob)
    await alice.sendPrivately([bob.id, robot.id], 'between us')
    expect(await nextBy(bob, queue, 'Echo')).toMatchObject({ type: 'private', content: 'psst' })
    const call = asRecord(JSON.parse(firstOf(service.calls).body))
    expect(call).toMatchObject({ trigger: 'direct_message', data: 'between us' })
  })

  it.each([
    ['nothing', ''],
    ['that no response is needed', '{"response_not_required": true, "content": "ignored"}'],
    ['an empty object', '{}'],
  ])('say nothing when the service answers %s', async (_what, text) => {
    service.answer = (response) => response.end(text)
    const queue = await queueOf(alice)
    await alice.sendPrivately([robot.id], 'hello?')
    await until(async () => service.calls.length === 1 && (await jobs()).length === 0)
    expect((await alice.pollNow(queue)).map((event) => messageOf(event).content)).toEqual([
      'hello?',
    ])
  })

  it('are not called for messages of bots, silent mentions, or streams that they may not read', async () => {
    const generic = await server.bot(alice, 'generic')
    await server.stream('cellar', { subscribers: [alice], inviteOnly: true })
    await generic.sendPrivately([robot.id], 'beep')
    await alice.send('lab', 'silent', '@_**Echo** and `@**Echo**`')
    await alice.send('cellar', 'secret', '@**Echo**')
    expect(await jobs()).toEqual([])
    expect(service.calls).toEqual([])

    expectSuccess(
      await alice.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'cellar' }],
        principals: [robot.email],
      }),
    )
    await alice.send('cellar', 'not so secret', '@**Echo**')
    await until(async () => service.calls.length === 1 && (await jobs()).length === 0)
  })

  it('try again when the service fails, and then tell the owner', async () => {
    service.answer = (response) => {
      response.statusCode = 503
      response.end('out of order')
    }
    const queue = await queueOf(alice)
    await bob.send('lab', 'trials', '@**Echo**')
    const { content } = await nextBy(alice, queue, 'Notification Bot')
    expect(content).toBe(
      `A message by **Bob** in #**lab** to your bot @_**Echo|${robot.id}** triggered an outgoing webhook.\n` +
        'The webhook got a response with status code *503*.',
    )
    expect(service.calls).toHaveLength(3)
    expect(await jobs()).toEqual([])
  })

  it('continue when a service recovers', async () => {
    service.answer = (response) => {
      if (service.calls.length === 1) response.destroy()
      else response.end('{"content": "back again"}')
    }
    const queue = await queueOf(bob)
    await bob.sendPrivately([robot.id], 'are you there?')
    expect(await nextBy(bob, queue, 'Echo')).toMatchObject({ content: 'back again' })
    expect(service.calls).toHaveLength(2)
  })

  it.each<[string, BotService['answer'], string]>([
    [
      'a refusal',
      (response) => response.writeHead(404).end(),
      'got a response with status code *404*.',
    ],
    [
      'a redirection, which nobody follows',
      (response) => response.writeHead(302, { location: service.url }).end(),
      'got a response with status code *302*.',
    ],
    ['no JSON', (response) => response.end('<p>'), 'got a response that is not a JSON object.'],
    ['a list', (response) => response.end('[]'), 'got a response that is not a JSON object.'],
    [
      'far too much',
      (response) => response.end('x'.repeat(300_000)),
      'failed: the answer is larger than 262144 bytes.',
    ],
    [
      'more than a message holds',
      (response) => response.end(JSON.stringify({ content: 'x'.repeat(10_001) })),
      'responded, but its response could not be sent: Message is too long: 10001 bytes ' +
        '(limit: 10000 bytes)',
    ],
  ])('tell the owner at once of %s', async (_what, answer, failure) => {
    service.answer = answer
    const queue = await queueOf(alice)
    await bob.sendPrivately([robot.id], 'hello')
    const { content } = await nextBy(alice, queue, 'Notification Bot')
    expect(content).toBe(
      `A message by **Bob** in a direct message to your bot @_**Echo|${robot.id}** triggered an outgoing ` +
        `webhook.\nThe webhook ${failure}`,
    )
    expect(service.calls).toHaveLength(1)
  })

  it('give up on a slow service', async () => {
    await dispatcher.stop()
    dispatcher = startDispatcher(['127.0.0.1'], 50)
    service.answer = () => undefined
    const queue = await queueOf(alice)
    await bob.sendPrivately([robot.id], 'hello')
    const { content } = await nextBy(alice, queue, 'Notification Bot')
    expect(content).toContain('did not respond in time.')
  })

  it('call no addresses outside of the Internet', async () => {
    await dispatcher.stop()
    dispatcher = startDispatcher([])
    const queue = await queueOf(alice)
    const forbidden = 'hello, private network'
    for (const url of [service.url, service.url.replace('127.0.0.1', 'localhost')]) {
      expectSuccess(
        await alice.patch(`/bots/${robot.id}`, { service_payload_url: JSON.stringify(url) }),
      )
      await bob.sendPrivately([robot.id], forbidden)
      const { content } = await nextBy(alice, queue, 'Notification Bot')
      expect(content).toMatch(/The webhook failed: \S+ is not an address on the Internet\.$/)
    }
    // On a busy machine, the call that was given up before may arrive only now.
    expect(service.calls.filter(({ body }) => body.includes(forbidden))).toEqual([])
    expectSuccess(
      await alice.patch(`/bots/${robot.id}`, { service_payload_url: JSON.stringify(service.url) }),
    )
  })

  it('are called once, by whichever worker', async () => {
    const others = [startDispatcher(), startDispatcher()]
    for (let index = 0; index < 12; index++) await bob.send('lab', 'many', `@**Echo** ${index}`)
    await until(async () => (await jobs()).length === 0)
    const told = service.calls.map(({ body }) => asRecord(JSON.parse(body))['data'])
    expect(told.sort()).toEqual(Array.from({ length: 12 }, (_, i) => `@**Echo** ${i}`).sort())
    for (const other of others) await other.stop()
  })

  it('are called by another worker when the first one dies', async () => {
    const hanging: ServerResponse[] = []
    service.answer = (response) => void hanging.push(response)
    await bob.sendPrivately([robot.id], 'who will answer?')
    await until(() => service.calls.length === 1)
    service.answersJson({ content: 'the second' })
    const queue = await queueOf(bob)
    // Its lease is over.
    await server.db
      .updateTable('webhook_jobs')
      .set({ due_at: new Date(0) })
      .execute()
    const other = startDispatcher()
    expect(await nextBy(bob, queue, 'Echo')).toMatchObject({ content: 'the second' })
    await other.stop()
    for (const response of hanging) response.end()
  })

  it('have their bot answer once, also when a worker dies before its job is done', async () => {
    await dispatcher.stop()
    service.answersJson({ content: 'only once' })
    const queue = await queueOf(bob)
    await bob.sendPrivately([robot.id], 'twice?')
    const job = firstOf(await jobs())
    for (const isLastAttempt of [false, true]) {
      await performWebhookJob(contextWith(), job, isLastAttempt)
    }
    expect(service.calls).toHaveLength(2)
    await bob.sendPrivately([bob.id], 'the end')
    const isEnd = (event: ReceivedEvent) => messageOf(event).content === 'the end'
    const heard = await bob.pollUntil(queue, isEnd)
    expect(heard.map((event) => messageOf(event).content)).toEqual([
      'twice?',
      'only once',
      'the end',
    ])
  })

  it('have the form of Slack if the service wants it', async () => {
    service.answersJson({ text: 'slackly' })
    const slack = await server.bot(alice, 'slacker', 3, {
      payload_url: JSON.stringify(service.url),
      interface_type: 2,
    })
    const queue = await queueOf(bob)
    await bob.send('lab', 'trials', '@**Slacker** hi')
    expect(await nextBy(bob, queue, 'Slacker')).toMatchObject({ content: 'slackly' })
    const { headers, body } = firstOf(service.calls)
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(Object.fromEntries(new URLSearchParams(body))).toMatchObject({
      channel_name: 'lab',
      user_id: `U${bob.id}`,
      user_name: 'Bob',
      text: '@**Slacker** hi',
      service_id: String(slack.id),
    })
  })

  it('have a service with a token that only their owner reads', async () => {
    const administrator = await server.user('ines', 'administrator')
    const args = { event_types: ['realm_bot'], fetch_event_types: ['realm_bot'] }
    const [queue, own] = exactly(
      await Promise.all([administrator, alice].map((one) => one.register(args))),
      2,
    )

    const ofRobot = (bots: unknown) =>
      shapedLike(bots, [
        { user_id: 0, services: [{ base_url: '', interface: 0, token: maybe('') }] },
      ]).find(({ user_id: id }) => id === robot.id)
    const seen = { base_url: service.url, interface: 1 }
    expect(ofRobot(queue['realm_bots'])?.services).toEqual([seen])
    const token = present(firstOf(present(ofRobot(own['realm_bots'])).services).token, 'token')
    expect(token).toMatch(/^[A-Za-z0-9]{32}$/)

    const change = { service_payload_url: '"https://y.test/"' }
    expectSuccess(await administrator.patch(`/bots/${robot.id}`, change))
    const after = { base_url: 'https://y.test/', interface: 1 }
    const isUpdate = (event: ReceivedEvent) => event['op'] === 'update'
    expect(await administrator.pollUntil(queue, isUpdate)).toMatchObject([
      { bot: { user_id: robot.id, services: [after] } },
    ])
    expect(await alice.pollUntil(own, isUpdate)).toMatchObject([
      { bot: { user_id: robot.id, services: [{ ...after, token }] } },
    ])
    // Nor does the token appear with another bot, a reactivated one, or one that gets another owner.
    expectSuccess(await server.owner.delete(`/bots/${robot.id}`))
    expectSuccess(await server.owner.post(`/users/${robot.id}/reactivate`))
    const back = { service_payload_url: JSON.stringify(service.url) }
    expectSuccess(await alice.patch(`/bots/${robot.id}`, back))
    const told = await administrator.pollUntil(queue, isUpdate)
    expect(JSON.stringify(told)).not.toContain(token)
    expect(JSON.stringify(told)).toContain('base_url')
  })

  it('have a service that their owner sees and changes', async () => {
    const queue = await alice.register({
      event_types: ['realm_bot'],
      fetch_event_types: ['realm_bot'],
    })
    const bots = shapedLike(queue['realm_bots'], [{ user_id: 0, services: [anyValue] }])
    const record = bots.find((bot) => bot.user_id === robot.id)
    expect(record?.services).toEqual([
      { base_url: service.url, interface: 1, token: expect.stringMatching(/^[A-Za-z0-9]{32}$/) },
    ])
    const change = (args: Arguments) => alice.patch(`/bots/${robot.id}`, args)
    const changed = await change({ service_payload_url: '"https://x.test/"', service_interface: 2 })
    expect(expectSuccess(changed)).toMatchObject({
      service_payload_url: 'https://x.test/',
      service_interface: 2,
    })
    const [event] = await alice.pollUntil(queue, 'realm_bot')
    expect(event).toMatchObject({
      op: 'update',
      bot: { user_id: robot.id, services: [{ base_url: 'https://x.test/', interface: 2 }] },
    })
    expectError(await change({ service_payload_url: '""' }), 400, {
      msg: 'service_payload_url is not a URL',
    })
    expectError(await change({ service_interface: 3 }), 400, { msg: 'Invalid interface type' })
  })
})
