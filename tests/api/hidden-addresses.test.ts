import { anyValue, asRecords, present, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()

/** The replacement of a hidden address. */
const hidden = ({ id }: Person) => expect.stringMatching(new RegExp(`^user${id}@`))

const hide = async (who: Person, visibility: number) =>
  expectSuccess(await who.patch('/settings', { email_address_visibility: visibility }))

const recordOf = async (reader: Person, person: Person) =>
  (await reader.call('GET /users/{user_id}', { user_id: person.id })).user

describe('an address', () => {
  const readers: { [name: string]: Person } = {}
  beforeAll(async () => {
    const [member] = await server.users('mia')
    readers['member'] = member
    readers['owner'] = server.owner
    readers['administrator'] = await server.user('dora', 'administrator')
    readers['guest'] = await server.user('gwen', 'guest')
  })

  it.each([
    [1, 'owner administrator member guest'],
    [2, 'owner administrator member'],
    [3, 'owner administrator'],
    [4, ''],
    [5, 'owner administrator'],
  ])('has the visibility %i, and is seen by: %s', async (visibility, seeing) => {
    const alice = await server.user(`alice${visibility}`)
    await hide(alice, visibility)
    const email = visibility === 1 ? alice.email : hidden(alice)
    for (const [name, reader] of Object.entries(readers)) {
      const delivery_email = seeing.split(' ').includes(name) ? alice.email : null
      const expected = { email, delivery_email }
      expect(await recordOf(reader, alice)).toMatchObject(expected)
      const { members } = await reader.call('GET /users')
      expect(members.find(({ user_id }) => user_id === alice.id)).toMatchObject(expected)
      const state = await reader.register({ fetch_event_types: ['realm_user'] })
      const users = asRecords(state['realm_users'])
      expect(users.find(({ user_id }) => user_id === alice.id)).toMatchObject(expected)
      // A user who may see the address may also name the account by it.
      const byAddress = await reader.get(`/users/${alice.email}`)
      if (delivery_email === null) expectError(byAddress, 400, { msg: 'No such user' })
      else expect(expectSuccess(byAddress)).toMatchObject({ user: { user_id: alice.id } })
    }
    expect(await recordOf(alice, alice)).toMatchObject({ email, delivery_email: alice.email })
    expect(await alice.register({ fetch_event_types: ['realm_user'] })).toMatchObject({
      email,
      delivery_email: alice.email,
      realm_users: expect.arrayContaining([
        expect.objectContaining({ user_id: alice.id, delivery_email: alice.email }),
      ]),
    })
  })

  it('logs in while it is hidden, and the substitute for it does not', async () => {
    const alice = await server.user('loginalice')
    await hide(alice, 4)
    expect(await server.logIn(alice.email, 'password of loginalice')).toMatchObject({
      apiKey: alice.apiKey,
    })
    const { email } = await recordOf(alice, alice)
    await expect(server.logIn(email, 'password of loginalice')).rejects.toThrow()
    expectError(await server.call('get', '/users/me').auth(email, alice.apiKey), 401)
    expectSuccess(await server.call('get', '/users/me').auth(alice.email, alice.apiKey))
  })

  it('is missing from messages, events and lists of subscribers while it is hidden', async () => {
    const [alice, bob] = await server.users('secretive', 'curious')
    await hide(alice, 3)
    await server.stream('open', { subscribers: [alice, bob] })
    const queue = await bob.register({ event_types: ['message', 'reaction', 'typing'] })
    const id = await alice.send('open', 'topic', 'hello')
    expectSuccess(await alice.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    expectSuccess(await alice.post('/typing', { op: 'start', to: [bob.id] }))
    await alice.sendPrivately([bob.id], 'psst')
    const isLast = (event: { message?: { content?: string } }) =>
      event.message?.content?.includes('psst') === true
    const events = await bob.pollUntil(queue, (event) => isLast(event as object))
    const narrow = [{ operator: 'sender', operand: alice.id }]
    const history = await bob.get('/messages', {
      narrow,
      anchor: 'newest',
      num_before: 9,
      num_after: 0,
    })
    const subscribers = await bob.get('/streams/1/members')
    const all = JSON.stringify([events, history.body, subscribers.body])
    expect(all).not.toContain(alice.email)
    expect(all).toContain(`user${alice.id}@`)
    expect(shapedLike(history.body, { messages: [anyValue] }).messages).toHaveLength(2)
  })

  it('belongs to one account, hidden or not', async () => {
    const alice = await server.user('single')
    await hide(alice, 4)
    const { email } = await recordOf(alice, alice)
    for (const taken of [alice.email, alice.email.toUpperCase(), email]) {
      const account = { email: taken, full_name: 'Another Person', password: 'long enough' }
      expectError(await server.owner.post('/users', account), 400, {
        msg: `Email '${taken}' already in use`,
      })
    }
  })

  it('is visible to everybody if it is that of a bot', async () => {
    const bot = await server.bot(server.owner, 'open')
    expectError(await bot.patch('/settings', { email_address_visibility: 4 }), 400)
  })

  it('is hidden from the first if accounts begin so', async () => {
    const path = '/realm/user_settings_defaults'
    expectSuccess(await server.owner.patch(path, { email_address_visibility: 4 }))
    const queue = await present(readers['member'], 'member').register({
      event_types: ['realm_user'],
    })
    const shy = await server.user('shy')
    expect(await present(readers['member'], 'member').pollUntil(queue, 'realm_user')).toMatchObject(
      [{ op: 'add', person: { user_id: shy.id, email: hidden(shy), delivery_email: null } }],
    )
    expectSuccess(await server.owner.patch(path, { email_address_visibility: 1 }))
  })
})
