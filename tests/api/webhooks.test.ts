import { asRecord, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments, Person, Queue } from '../support/person'
import { encode, messageIn } from '../support/person'
import { useTestServer } from '../support/test-server'
import { fixture } from '../unit/integrations/deliver'

const server = useTestServer()

const article = {
  featured_title: 'Marilyn Monroe',
  featured_url: 'https://en.wikipedia.org/wiki/Marilyn_Monroe',
}
const greeting =
  'Hello! I am happy to be here! :smile:\n' +
  'The Wikipedia featured article for today is ' +
  '**[Marilyn Monroe](https://en.wikipedia.org/wiki/Marilyn_Monroe)**'

/** Posts like another system: to an address with the key, with a body. */
function post(bot: Person, integration: string, args: Arguments, body: string | object) {
  return server
    .call('post', `/external/${integration}`)
    .query({ api_key: bot.apiKey, ...encode(args) })
    .type('json')
    .send(body)
}

const helloworld = (bot: Person, args: Arguments = {}, body: string | object = article) =>
  post(bot, 'helloworld', args, body)

/** The messages that somebody got up to now. */
async function messagesUntilNow(person: Person, queue: Queue): Promise<object[]> {
  const events = await person.eventsUntilNow(queue)
  return events.map((event) => asRecord(event['message']))
}

async function ownerWithHook(name: string) {
  const owner = await server.user(name)
  const bot = await server.bot(owner, `${name}hook`, 2)
  await server.stream(`${name} stream`, { subscribers: [owner] })
  const queue = await owner.register({ event_types: ['message'] })
  return { owner, bot, queue, received: () => messagesUntilNow(owner, queue) }
}

type OwnerWithHook = Awaited<ReturnType<typeof ownerWithHook>>

describe('POST /external/helloworld', () => {
  it('sends to the stream, and answers without an id', async () => {
    const { owner, bot, received } = await ownerWithHook('alice')
    const html = await owner.register({ event_types: ['message'], apply_markdown: true })
    const response = await helloworld(bot, { stream: 'Alice Stream' })
    expect(response.body).toEqual({ result: 'success', msg: '' })
    expectSuccess(response)
    expect(await received()).toMatchObject([
      {
        type: 'stream',
        display_recipient: 'alice stream',
        subject: 'Hello World',
        content: greeting,
        sender_id: bot.id,
        sender_full_name: 'Alicehook',
        client: 'ZulipHelloWorldWebhook',
      },
    ])
    const [rendered] = await owner.pollUntil(html, 'message')
    expect(shapedLike(rendered?.['message'], { content: '' }).content).toMatch(
      /^<p>Hello! I am happy to be here! <span [^>]*>:smile:<\/span><br>\nThe Wikipedia featured article for today is <strong><a [^>]*>Marilyn Monroe<\/a><\/strong><\/p>$/,
    )
  })

  it.each(['get', 'put', 'patch', 'delete'] as const)('takes a %s for a POST', async (method) => {
    const { bot, received } = await ownerWithHook(method)
    const response = await server
      .call(method, '/external/helloworld')
      .query({ api_key: bot.apiKey })
      .type('json')
      .send(article)
    expectSuccess(response)
    expect(await received()).toMatchObject([{ content: greeting }])
  })

  it('sends under another topic if one is named', async () => {
    const { bot, received } = await ownerWithHook('bob')
    expectSuccess(await helloworld(bot, { stream: 'bob stream', topic: 'Ärticle & day' }))
    expect(await received()).toMatchObject([{ subject: 'Ärticle & day', content: greeting }])
  })

  it('cuts a topic that is too long, as it cuts its own', async () => {
    const { bot, received } = await ownerWithHook('nils')
    expectSuccess(await helloworld(bot, { stream: 'nils stream', topic: 'long '.repeat(16) }))
    expect(await received()).toMatchObject([{ subject: `${'long '.repeat(11)}lo...` }])
  })

  it('tells the owner of a stream whose name is too long for one', async () => {
    const { owner, bot, received } = await ownerWithHook('lea')
    const queue = await owner.register({ event_types: ['message'] })
    expectSuccess(await helloworld(bot, { stream: 's'.repeat(500) }))
    const [warning] = await owner.pollUntil(queue, 'message')
    expect(messageIn(warning).content).toContain(`\`${'s'.repeat(100)}\``)
    expect(messageIn(warning).content).toContain('The Wikipedia featured article')
    expect(await received()).toHaveLength(1)
  })

  it.each([{}, { topic: 'Builds' }])(
    'sends to the only topic that a stream takes: %j',
    async (args) => {
      const name = `quiet${Object.keys(args).length}`
      const { owner, bot, received } = await ownerWithHook(name)
      const subscriptions = [{ name: `${name} room` }]
      const topics_policy = 'empty_topic_only'
      expectSuccess(await owner.post('/users/me/subscriptions', { subscriptions, topics_policy }))
      const { stream_id: id } = await owner.call('GET /get_stream_id', { stream: `${name} room` })
      for (const stream of [`${name} room`, String(id)]) {
        expectSuccess(await helloworld(bot, { stream, ...args }))
      }
      const inEmptyTopic = { type: 'stream', subject: 'general chat', content: greeting }
      expect((await received()).slice(-2)).toMatchObject([inEmptyTopic, inEmptyTopic])
    },
  )

  it('sends to the owner if no stream is named', async () => {
    const { owner, bot, received } = await ownerWithHook('carol')
    expectSuccess(await helloworld(bot, { topic: 'not read' }))
    expect(await received()).toMatchObject([
      {
        type: 'private',
        subject: '',
        content: greeting,
        sender_id: bot.id,
        display_recipient: [{ id: owner.id }, { id: bot.id }],
      },
    ])
  })

  it('sends to people who use a key of their own', async () => {
    const { owner, received } = await ownerWithHook('dan')
    expectSuccess(await helloworld(owner))
    expect(await received()).toMatchObject([{ type: 'private', display_recipient: [{}] }])
  })

  it('reads JSON under any content type, and a comma too many', async () => {
    const { bot, received } = await ownerWithHook('eva')
    const body = JSON.stringify(article).replace('}', ',\n}')
    const path = `/external/helloworld?api_key=${bot.apiKey}&stream=eva%20stream`
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      expectSuccess(await server.call('post', path).type(type).send(body))
    }
    expect(await received()).toHaveLength(3)
  })

  let fay: OwnerWithHook
  beforeAll(async () => {
    fay = await ownerWithHook('fay')
  })
  it.each([
    ['{}', 'featured_title key is missing from payload'],
    ['{"featured_title":"x"}', 'featured_url key is missing from payload'],
    ['{"featured_title":1,"featured_url":"x"}', 'payload["featured_title"] is not a string'],
    ['[]', 'payload is not a dict'],
    ['null', 'payload is not a dict'],
  ])('refuses %s by naming its fault, and sends nothing', async (body, msg) => {
    expectError(await helloworld(fay.bot, {}, body), 400, { code: 'BAD_REQUEST', msg })
    expect(await fay.received()).toEqual([])
  })

  it('refuses bodies that are not JSON, and tells the owner, once a minute', async () => {
    const { bot, received } = await ownerWithHook('gus')
    for (const body of ['{', '', 'featured_title=x']) {
      expectError(await helloworld(bot, { stream: 'gus stream' }, body), 400, {
        code: 'INVALID_JSON',
        msg: 'Malformed JSON',
      })
    }
    expect(await received()).toMatchObject([
      {
        type: 'private',
        sender_email: 'notification-bot@zulip.com',
        content:
          'Hi there! It looks like you tried to setup the Zulip HelloWorld integration,\n' +
          "but didn't correctly configure the webhook to send data in the JSON format\n" +
          'that this integration expects!',
      },
    ])
  })
})

describe('the stream of a webhook', () => {
  it('may be missing: the owner gets a warning with the message, every time', async () => {
    const { bot, received } = await ownerWithHook('hal')
    const hidden = await server.user('hidden')
    await server.stream('hidden board', { subscribers: [hidden], inviteOnly: true })
    const hiddens = await hidden.register({ event_types: ['message'] })
    for (const stream of ['nope', 'hidden board']) {
      expectSuccess(await helloworld(bot, { stream, topic: 'news' }))
    }
    const warning = (stream: string) =>
      `your bot **Halhook** just tried to send a message to stream \`${stream}\`, ` +
      'but that stream does not yet exist.'
    const messages = shapedLike(await received(), [{ content: '' }])
    expect(messages).toMatchObject([
      { type: 'private', sender_email: 'notification-bot@zulip.com' },
      { type: 'private', sender_email: 'notification-bot@zulip.com' },
    ])
    for (const [index, stream] of ['nope', 'hidden board'].entries()) {
      expect(messages[index]?.content).toContain(warning(stream))
      expect(messages[index]?.content).toContain('news')
      expect(messages[index]?.content).toContain(greeting)
    }
    expect(await messagesUntilNow(hidden, hiddens)).toEqual([])
  })

  it('may be private, if the owner is in it', async () => {
    const { owner, bot, received } = await ownerWithHook('ida')
    await server.stream('ida private', { subscribers: [owner], inviteOnly: true })
    expectSuccess(await helloworld(bot, { stream: 'ida private' }))
    expect((await received()).at(-1)).toMatchObject({
      display_recipient: 'ida private',
      content: greeting,
    })
  })

  it('may be named by its id, also the owner’s own, and a number is a name if no stream has the id', async () => {
    const { owner, bot, received } = await ownerWithHook('vera')
    const { id } = await server.stream('veras room', { subscribers: [owner], inviteOnly: true })
    await server.stream('987654', { subscribers: [owner] })
    await received()
    expectSuccess(await helloworld(bot, { stream: String(id) }))
    expectSuccess(await helloworld(bot, { stream: '987654' }))
    expect(await received()).toMatchObject([
      { display_recipient: 'veras room' },
      { display_recipient: '987654' },
    ])
  })

  it('may lack subscribers: the message is sent, and the owner warned', async () => {
    const { bot, received } = await ownerWithHook('jim')
    await server.stream('jim alone')
    expectSuccess(await helloworld(bot, { stream: 'jim alone' }))
    const [warning, ...more] = shapedLike(await received(), [{ content: '' }])
    expect(more).toEqual([])
    expect(warning?.content).toContain(
      'stream `jim alone`, but there are no subscribers to that stream. To join it, click',
    )
  })

  let kim: OwnerWithHook
  beforeAll(async () => {
    kim = await ownerWithHook('kim')
    const news = { subscriptions: [{ name: 'kim news' }], is_announcement_only: true }
    expectSuccess(await server.owner.post('/users/me/subscriptions', news))
  })
  it.each([
    ['an empty stream', { stream: '' }, "Invalid stream name ''"],
    [
      'a blank topic',
      { stream: 'kim stream', topic: ' ' },
      'Sending messages to the general chat is not allowed in this channel.',
    ],
    [
      'an announcement-only stream',
      { stream: 'kim news' },
      'Only organization administrators can send to this stream.',
    ],
  ])('is refused if it takes no such message: %s', async (_what, args, msg) => {
    expectError(await helloworld(kim.bot, args), 400, { code: 'BAD_REQUEST', msg })
    expect(await kim.received()).toEqual([])
  })
})

describe('POST /external/{integration_name}', () => {
  const github = { 'X-GitHub-Event': 'push' }
  const gitlab = { 'X-Gitlab-Event': 'Push Hook' }
  it.each<[string, string, Record<string, string>, string, RegExp, string]>([
    ['github', 'github/push', github, 'rocket / main', /pushed \[2 commits\]/, 'GitHub'],
    ['gitlab', 'gitlab/push', gitlab, 'Rocket / main', /pushed \[2 commits\]/, 'GitLab'],
    [
      'slack_incoming',
      'slack-incoming/text',
      {},
      'deploys',
      /Deploy of \*\*rocket\*\*/,
      'SlackIncoming',
    ],
    ['grafana', 'grafana/firing', {}, 'Memory (copy)', /Memory \(copy\)/, 'Grafana'],
    [
      'alertmanager',
      'alertmanager/firing',
      {},
      'HighTemperature',
      /HighTemperature/,
      'AlertManager',
    ],
    ['json', 'json/sensor', {}, 'JSON', /"sensor": "roof-3"/, 'JSON'],
  ])('%s makes a message of %s', async (name, file, headers, topic, content, client) => {
    const { bot, received } = await ownerWithHook(`lea-${name}`)
    const response = await post(bot, name, { stream: `lea-${name} stream` }, fixture(file)).set(
      headers,
    )
    expect(response.body).toEqual({ result: 'success', msg: '' })
    expect(await received()).toMatchObject([
      {
        subject: topic,
        content: expect.stringMatching(content),
        client: expect.stringMatching(new RegExp(`^Zulip${client}Webhook$`, 'i')),
        sender_id: bot.id,
      },
    ])
  })

  it('sends each alert of one call to its topic, or none', async () => {
    const { bot, received } = await ownerWithHook('zoe')
    const alerts = ['Disk', 'Memory'].map((alertname) => ({
      status: 'firing',
      labels: { alertname },
    }))
    const call = async (args: Arguments) => post(bot, 'grafana', args, { alerts })
    expectSuccess(await call({ stream: 'zoe stream' }))
    expect(await received()).toMatchObject([{ subject: 'Disk' }, { subject: 'Memory' }])
    expectSuccess(await call({}))
    expectSuccess(await call({ stream: 'nowhere' }))
    expect(await received()).toMatchObject([
      ...['Disk', 'Memory'].map((name) => ({
        type: 'private',
        content: expect.stringContaining(`**Firing: ${name}**`),
      })),
      ...['Disk', 'Memory'].map((name) => ({
        type: 'private',
        content: expect.stringContaining(`the topic “${name}”`),
      })),
    ])
    const locked = await server.stream('locked', { subscribers: [server.owner] })
    expectSuccess(await server.owner.patch(`/streams/${locked.id}`, { stream_post_policy: 2 }))
    expectError(await call({ stream: 'locked' }), 400, { code: 'BAD_REQUEST' })
    expect(await received()).toEqual([])
  })

  it('keeps private repositories out if the address says so, in the URL and in a form', async () => {
    const { bot, received } = await ownerWithHook('yan')
    const push = fixture('github/push').replaceAll('"private": false', '"private": true')
    const option = { ignore_private_repositories: 'true' }
    const deliver = (args: Arguments, body: string) =>
      post(bot, 'github', args, body).set('x-github-event', 'push')
    const answer = expectSuccess(await deliver(option, push))
    expect(answer).not.toHaveProperty('ignored_parameters_unsupported')
    const form = new URLSearchParams({ ...option, payload: push }).toString()
    expectSuccess(await deliver({}, form).type('form'))
    expect(await received()).toEqual([])
    expectSuccess(await deliver({}, push))
    expect(await received()).toHaveLength(1)
  })

  it('sends no message for irrelevant events', async () => {
    const { bot, received } = await ownerWithHook('max')
    const headers = { 'X-GitHub-Event': 'issues' }
    expectSuccess(await post(bot, 'github', {}, fixture('github/issues-labeled')).set(headers))
    expect(await received()).toEqual([])
  })

  it('leaves out the kinds of events that the address names', async () => {
    const { bot, received } = await ownerWithHook('wim')
    const push = fixture('github/push')
    const deliver = async (args: Arguments) =>
      expectSuccess(await post(bot, 'github', args, push).set('x-github-event', 'push'))
    await deliver({ exclude_events: ['fork', 'p?sh'] })
    await deliver({ only_events: ['pull_request*'] })
    await deliver({ only_events: [] })
    expect(await received()).toEqual([])
    await deliver({ only_events: ['pu*'], exclude_events: ['pull_request'] })
    expect(await received()).toMatchObject([{ type: 'private' }])
    // An option of the integration means something, a misspelled argument or another integration's does not.
    const key = 'ignored_parameters_unsupported'
    const options = { branches: 'main', strem: 'general' }
    expect((await deliver({ ...options, exclude_events: ['push'] }))[key]).toEqual(['strem'])
    const other = expectSuccess(await helloworld(bot, options))
    expect(other[key]).toEqual(['branches', 'strem'])
    // Excluded events need not be supported ones.
    const unknown = post(bot, 'github', { exclude_events: ['odd*'] }, {})
    expectSuccess(await unknown.set('x-github-event', 'oddity'))
    const refused = await post(bot, 'github', {}, push)
      .query({ exclude_events: 'push' })
      .set('x-github-event', 'push')
    expectError(refused, 400, { code: 'BAD_REQUEST' })
  })

  it('refuses events without a header, and unknown ones', async () => {
    const { bot, received } = await ownerWithHook('ned')
    expectError(await post(bot, 'github', {}, '{}'), 400, {
      code: 'MISSING_HTTP_EVENT_HEADER',
      header: 'X_GITHUB_EVENT',
    })
    expectError(await post(bot, 'github', {}, '{}').set('X-GitHub-Event', 'party'), 400, {
      code: 'UNEXPECTED_WEBHOOK_EVENT_TYPE',
      webhook_name: 'GitHub',
      event_type: 'party',
    })
    expect(await received()).toEqual([])
  })

  let oda: OwnerWithHook
  beforeAll(async () => {
    oda = await ownerWithHook('oda')
  })
  it.each(['nope', 'index', 'hello-world', '..%2fhelloworld', 'HELLOWORLD', 'errors'])(
    'knows no integration %s',
    async (name) => {
      expectError(await post(oda.bot, name, {}, article), 404, {
        code: 'BAD_REQUEST',
        msg: 'Unknown integration',
      })
      expect(await oda.received()).toEqual([])
    },
  )

  it('refuses invalid keys before any other check', async () => {
    const nobody = server.owner.withKey('x'.repeat(32))
    for (const name of ['helloworld', 'nope']) {
      expectError(await post(nobody, name, {}, '{'), 400, {
        code: 'BAD_REQUEST',
        msg: 'Invalid API key',
      })
    }
  })
})
