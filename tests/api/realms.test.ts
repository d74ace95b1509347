import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useOwnServer } from '../support/own-server'
import type { TestServer } from '../support/test-server'

const server = useOwnServer()
let acme: TestServer
let globex: TestServer
beforeAll(async () => {
  acme = await server.realm('acme')
  globex = await server.realm('globex')
})

const notOfThisHost = { msg: 'Account is not associated with this subdomain' }

describe('organizations', () => {
  it('are chosen by the host, whatever its letter case and port', async () => {
    const ada = await acme.user('ada')
    for (const host of ['acme.localhost', 'ACME.LocalHost', 'acme.localhost:9991']) {
      expectSuccess(await ada.atHost(host).get('/users/me'))
    }
    for (const host of [
      'globex.localhost',
      'nowhere.localhost',
      'www.acme.localhost',
      'localhost',
      'acme.example.com',
      '127.0.0.1',
    ]) {
      expectError(await ada.atHost(host).get('/users/me'), 401, notOfThisHost)
    }
    for (const host of ['localhost', 'chat.example.com', '127.0.0.1']) {
      expectSuccess(await server.owner.atHost(host).get('/users/me'))
    }
  })

  it('are not chosen by a header that anybody can send', async () => {
    const profile = (host: string) =>
      server
        .call('get', '/users/me')
        .auth(server.owner.email, server.owner.apiKey)
        .set('X-Forwarded-Host', host)
    expectSuccess(await profile('acme.localhost'))
  })

  it('may each have an account of the same email', async () => {
    const [here, there] = [await acme.user('twin'), await globex.user('twin')]
    expect(here.email).toBe(there.email)
    expect(expectSuccess(await here.get('/users/me'))['user_id']).toBe(here.id)
    expect(expectSuccess(await there.get('/users/me'))['user_id']).toBe(there.id)
    expectError(await here.atHost('globex.localhost').get('/users/me'), 401, notOfThisHost)

    const logIn = (at: TestServer) =>
      at
        .call('post', '/fetch_api_key')
        .type('form')
        .send({ username: here.email, password: 'password of twin' })
    expect(expectSuccess(await logIn(acme))['api_key']).toBe(here.apiKey)
    expect(expectSuccess(await logIn(globex))['api_key']).toBe(there.apiKey)
    expectError(await logIn(server), 403, { reason: 'incorrect_creds' })
  })

  it('hear nothing of one another', async () => {
    const queue = await globex.owner.register({ all_public_streams: true })
    const bea = await acme.user('bea')
    const bot = await acme.bot(bea, 'robot')
    const { id } = await acme.stream('general news', { subscribers: [bea] })
    await bea.send('general', 'greetings', 'hello @**all** and @**Owner**')
    await bea.sendPrivately([bot.id], 'psst')
    expectSuccess(await acme.owner.patch(`/streams/${id}`, { new_name: 'special news' }))
    expectSuccess(await acme.owner.patch(`/users/${bea.id}`, { full_name: 'Beatrice' }))
    expectSuccess(await acme.owner.delete(`/users/${bea.id}`))
    expectSuccess(await acme.owner.delete(`/streams/${id}`))

    await globex.owner.send('general', 't', 'done')
    expect(await globex.owner.pollUntil(queue, 'message')).toMatchObject([
      {
        flags: [],
        message: { content: 'done', display_recipient: 'general', sender_realm_str: 'globex' },
      },
    ])
  })

  it('list only their own records', async () => {
    const cleo = await acme.user('cleopatra')
    await acme.bot(cleo, 'asp')
    await acme.stream('river boats', { subscribers: [cleo] })
    const answers = [
      await globex.owner.get('/users'),
      await globex.owner.get('/streams', { include_all_active: true, include_default: true }),
      await globex.owner.get('/users/me/subscriptions'),
      await globex.owner.get('/bots'),
      await globex.owner.post('/register', { include_subscribers: true }),
    ]
    for (const response of answers) {
      expectSuccess(response)
      expect(response.text).not.toMatch(/acme|cleopatra|asp-bot|river boats/i)
    }
    const { members } = expectSuccess(await globex.owner.get('/users'))
    expect(members).toContainEqual(expect.objectContaining({ email: 'owner@globex.test' }))
  })

  it('cannot mention or link records of another', async () => {
    const dan = await acme.user('daniel')
    await acme.stream('den of lions', { subscribers: [dan] })
    const content = '@**Daniel** #**den of lions**'
    const render = async (person: Person) =>
      expectSuccess(await person.post('/messages/render', { content }))['rendered']
    expect(await render(acme.owner)).toContain(`data-user-id="${dan.id}"`)
    expect(await render(globex.owner)).toBe(
      '<p>@<strong>Daniel</strong> #<strong>den of lions</strong></p>',
    )
  })

  it('have webhooks of their own', async () => {
    const hook = await acme.bot(acme.owner, 'hook', 2)
    const path = '/external/json'
    const post = (at: TestServer) =>
      at.call('post', path).query({ api_key: hook.apiKey }).send({ a: 1 })
    expectSuccess(await post(acme))
    expectError(await post(globex), 400, { code: 'BAD_REQUEST', ...notOfThisHost })
  })
})

describe('records of another organization', () => {
  let owner: Person
  let ownBot: Person
  let foreign: { user: Person; bot: Person; streamId: number; messageId: number; queueId: string }
  beforeAll(async () => {
    owner = acme.owner
    ownBot = await acme.bot(owner, 'android')
    const user = await globex.user('gus')
    const { id: streamId } = await globex.stream('gossip', { subscribers: [user] })
    foreign = {
      user,
      streamId,
      bot: await globex.bot(user, 'gadget'),
      messageId: await user.send('gossip', 't', 'x'),
      queueId: (await user.register()).queue_id,
    }
  })

  const noSuchUser = { code: 'BAD_REQUEST', msg: 'No such user' }
  const invalidStreamId = { code: 'BAD_REQUEST', msg: 'Invalid stream id' }
  const noSuchBot = { code: 'BAD_REQUEST', msg: 'No such bot' }
  const noSuchStream = { code: 'STREAM_DOES_NOT_EXIST' }

  it('Accounts cannot be read, changed, deactivated or reactivated', async () => {
    for (const { id, email } of [foreign.user, foreign.bot]) {
      for (const path of [`/users/${id}`, `/users/${email}`]) {
        expectError(await owner.get(path), 400, noSuchUser)
        expectError(await owner.patch(path, { full_name: 'Mine' }), 400, noSuchUser)
        expectError(await owner.delete(path), 400, noSuchUser)
        expectError(await owner.post(`${path}/reactivate`), 400, noSuchUser)
      }
    }
  })

  it('Bots cannot be found, and cannot be owned by such accounts', async () => {
    const path = `/bots/${foreign.bot.id}`
    expectError(await owner.patch(path, { full_name: 'Mine' }), 400, noSuchBot)
    expectError(await owner.delete(path), 400, noSuchBot)
    expectError(await owner.post(`${path}/api_key/regenerate`), 400, noSuchBot)
    expectError(await owner.patch(`/bots/${ownBot.id}`, { bot_owner_id: foreign.user.id }), 400, {
      msg: 'Failed to change owner, no such user',
    })
  })

  it('Streams cannot be found, by id or by name', async () => {
    const path = `/streams/${foreign.streamId}`
    expectError(await owner.patch(path, { new_name: 'mine' }), 400, invalidStreamId)
    expectError(await owner.delete(path), 400, invalidStreamId)
    expectError(await owner.get(`${path}/members`), 400, invalidStreamId)
    expectError(await owner.get(`/users/me/${foreign.streamId}/topics`), 400, invalidStreamId)
    expectError(await owner.get('/get_stream_id', { stream: 'gossip' }), 400, {
      msg: "Invalid stream name 'gossip'",
    })
    expectError(
      await owner.delete('/users/me/subscriptions', { subscriptions: ['gossip'] }),
      400,
      noSuchStream,
    )
    expectError(
      await owner.patch(`/users/me/subscriptions/${foreign.streamId}`, {
        property: 'is_muted',
        value: true,
      }),
      400,
      { msg: `Not subscribed to stream id ${foreign.streamId}` },
    )
  })

  it('Streams and people can be neither written to nor subscribed', async () => {
    for (const to of ['gossip', foreign.streamId]) {
      const args = { type: 'stream', to, topic: 't', content: 'x' }
      expectError(await owner.post('/messages', args), 400, noSuchStream)
    }
    const { id, email } = foreign.user
    for (const to of [[id], [email], [owner.id, id]]) {
      const response = await owner.post('/messages', { type: 'private', to, content: 'x' })
      expectError(response, 400, { code: 'BAD_REQUEST' })
    }
    for (const principal of [id, email]) {
      const args = { subscriptions: [{ name: 'general' }], principals: [principal] }
      expectError(await owner.post('/users/me/subscriptions', args), 403, {
        code: 'UNAUTHORIZED_PRINCIPAL',
        principal,
      })
    }
  })

  it('Messages and queues cannot be found', async () => {
    expectError(await owner.post('/users/me/pointer', { pointer: foreign.messageId }), 400, {
      msg: 'Invalid message ID',
    })
    // As if there were none of that id.
    const queue = { queue_id: foreign.queueId }
    const refusal = { code: 'BAD_EVENT_QUEUE_ID', queue_id: foreign.queueId }
    expectError(await owner.get('/events', { ...queue, last_event_id: -1 }), 400, refusal)
    expectError(await owner.delete('/events', queue), 400, refusal)
    await foreign.user.poll({ ...queue, last_event_id: -1 }, { dont_block: true })
  })
})
