import { sizeLimits } from '../../src/server/chat/rules/limits'
import { asNumbers, exactly, firstOf, present } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments, Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()

const blank = {
  type: '',
  to: new Array<number>(),
  topic: '',
  content: 'Dear all,',
  timestamp: 1_000,
}
const keep = async (person: Person, ...drafts: object[]) =>
  asNumbers(expectSuccess(await person.post('/drafts', { drafts }))['ids'])
const keepOne = async (person: Person, draft: object = blank) => firstOf(await keep(person, draft))
const listOf = async (person: Person) => expectSuccess(await person.get('/drafts'))['drafts']

describe('drafts', () => {
  it('are kept, changed and forgotten, and events tell the clients of their writer alone', async () => {
    const [alice, bob] = await server.users('alice', 'bob')
    const lunch = await server.stream('lunch', { subscribers: [alice] })
    const event_types = ['drafts', 'message']
    const [alices, bobs] = exactly(
      await Promise.all([alice, bob].map((person) => person.register({ event_types }))),
      2,
    )
    const toStream = {
      type: 'stream',
      to: [lunch.id],
      topic: ' pizza ',
      content: 'Who\n *comes*? ',
    }
    const ids = await keep(alice, { ...toStream, timestamp: 7.9 }, blank)
    const changed = { ...blank, type: 'private', to: [bob.id, alice.id, bob.id], topic: 'none' }
    expectSuccess(await alice.patch(`/drafts/${ids[1]}`, { draft: changed }))
    expectSuccess(await alice.delete(`/drafts/${ids[0]}`))
    expect(await listOf(bob)).toEqual([])

    for (const person of [alice, bob]) await person.sendPrivately([person.id], 'That is all.')
    const first = {
      ...{ id: ids[0], type: 'stream', to: [lunch.id], topic: 'pizza' },
      ...{ content: 'Who\n *comes*?', timestamp: 7 },
    }
    const second = { ...blank, id: ids[1] }
    const last = { ...second, type: 'private', to: [bob.id, alice.id] }
    expect(await listOf(alice)).toEqual([last])
    expect((await alice.pollUntil(alices, 'message')).slice(0, -1)).toEqual([
      { type: 'drafts', op: 'add', drafts: [first, second], id: 0 },
      { type: 'drafts', op: 'update', draft: last, id: 1 },
      { type: 'drafts', op: 'remove', draft_id: ids[0], id: 2 },
    ])
    expect(await bob.pollUntil(bobs, 'message')).toHaveLength(1)
    // The list is optional.
    expect(expectSuccess(await bob.post('/drafts'))['ids']).toEqual([])
  })

  it('are listed from the newest on, and come with the state', async () => {
    const carol = await server.user('carol')
    const before = Math.floor(Date.now() / 1_000)
    const { timestamp: _timestamp, ...now } = blank
    const [old, newest, alsoOld] = await keep(carol, blank, now, blank)
    const answer = await carol.call('GET /drafts')
    expect(answer).toMatchObject({
      count: 3,
      drafts: [{ id: newest }, { id: alsoOld, timestamp: 1_000 }, { id: old, timestamp: 1_000 }],
    })
    const first = firstOf(answer.drafts)
    expect(first.timestamp).toBeGreaterThanOrEqual(before)
    const { drafts } = await carol.register({ fetch_event_types: ['drafts'] })
    expect(drafts).toEqual(answer['drafts'])
  })

  it('store nothing and publish no event if they are an empty list', async () => {
    const cleo = await server.user('cleo')
    const queue = await cleo.register({ event_types: ['drafts', 'message'] })
    expect(await keep(cleo)).toEqual([])
    await cleo.sendPrivately([cleo.id], 'That is all.')
    expect(await cleo.pollUntil(queue, 'message')).toHaveLength(1)
  })

  it('are missing for other users', async () => {
    const [dave, erin] = await server.users('dave', 'erin')
    const id = await keepOne(dave)
    for (const other of [id, 987_654_321]) {
      const missing = { code: 'BAD_REQUEST', msg: 'Draft does not exist' }
      expectError(await erin.patch(`/drafts/${other}`, { draft: blank }), 404, missing)
      expectError(await erin.delete(`/drafts/${other}`), 404, missing)
    }
    expect(await listOf(dave)).toMatchObject([{ id, content: 'Dear all,' }])
  })

  it('are forgotten once, also by two clients at the same instant', async () => {
    const dora = await server.user('dora')
    const queue = await dora.register({ event_types: ['drafts', 'message'] })
    const id = await keepOne(dora)
    const calls = [1, 2, 3].map(() => dora.delete(`/drafts/${id}`))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 404, 404])
    await dora.sendPrivately([dora.id], 'That is all.')
    const events = await dora.pollUntil(queue, 'message')
    expect(events.map(({ op }) => op)).toEqual(['add', 'remove', undefined])
  })

  const stream = { type: 'stream', topic: 'x' }
  const oneStream = 'Must specify exactly 1 channel ID for channel messages'
  let franks = 0
  it.each<[string, Arguments, string]>([
    ['no stream', stream, oneStream],
    ['two streams', { ...stream, to: [1, 2] }, oneStream],
    ['a stream that is none', { ...stream, to: [987_654_321] }, 'Invalid channel ID'],
    ['somebody who is nobody', { type: 'private', to: [987_654_321] }, 'Invalid user ID 987654321'],
    ['a time before time', { timestamp: -1 }, 'Timestamp must not be negative.'],
    ['no content', { content: ' \n' }, 'Message must not be empty'],
    ['a NUL in its content', { content: 'a\0b' }, 'Message must not contain null bytes'],
    ['a NUL in its topic', { topic: 'a\0b' }, 'Topic must not contain null bytes'],
    [
      'long content',
      { content: 'é'.repeat(5_001) },
      'Message is too long: 10002 bytes (limit: 10000 bytes)',
    ],
    ['more keys', { id: 17 }, 'Unexpected arguments: draft["id"]'],
  ])('cannot have %s', async (_what, fields, msg) => {
    const frank = await server.user(`frank${(franks += 1)}`)
    const id = await keepOne(frank)
    const draft = { ...blank, ...fields }
    const refusal = { code: 'BAD_REQUEST', msg }
    const ofList = { code: 'BAD_REQUEST', msg: msg.replace('draft[', 'drafts[1][') }
    expectError(await frank.post('/drafts', { drafts: [blank, draft] }), 400, ofList)
    expectError(await frank.patch(`/drafts/${id}`, { draft }), 400, refusal)
    expect(await listOf(frank)).toEqual([{ ...blank, id }])
  })

  it('cannot have a long topic, or values of other types', async () => {
    const lunch = await server.stream('long topics')
    const draft = { ...blank, type: 'stream', to: [lunch.id], topic: '😀'.repeat(61) }
    expectError(await server.owner.post('/drafts', { drafts: [draft] }), 400, {
      msg: 'Topic is too long: 61 characters (limit: 60 characters)',
    })
    for (const odd of [{ type: 'channel' }, { to: 'lunch' }, { to: [1.5] }, { timestamp: 1e300 }]) {
      expectError(await server.owner.post('/drafts', { drafts: [{ ...blank, ...odd }] }), 400)
    }
  })

  it('are for streams that their writer may know of, which they outlive', async () => {
    const [gina, hugo] = await server.users('gina', 'hugo')
    const secret = await server.stream('secret', { subscribers: [gina], inviteOnly: true })
    const draft = { ...blank, type: 'stream', to: [secret.id], topic: 'x' }
    expectError(await hugo.post('/drafts', { drafts: [draft] }), 400, { msg: 'Invalid channel ID' })
    const id = await keepOne(gina, draft)
    expectSuccess(await server.owner.delete(`/streams/${secret.id}`))
    expect(await listOf(gina)).toEqual([{ ...draft, id }])
  })

  it('may name a deactivated user', async () => {
    const [ida, jack] = await server.users('ida', 'jack')
    expectSuccess(await server.owner.delete(`/users/${jack.id}`))
    const id = await keepOne(ida, { ...blank, type: 'private', to: [jack.id] })
    expect(await listOf(ida)).toMatchObject([{ id, to: [jack.id] }])
  })

  it('return with their reactivated writer', async () => {
    const kate = await server.user('kate')
    const id = await keepOne(kate)
    expectSuccess(await server.owner.delete(`/users/${kate.id}`))
    expectError(await kate.get('/drafts'), 401)
    expectSuccess(await server.owner.post(`/users/${kate.id}/reactivate`))
    expect(await listOf(kate)).toMatchObject([{ id }])
  })

  it('have a maximum number, also for two calls at the same instant', async () => {
    const liam = await server.user('liam')
    const most = Array.from({ length: sizeLimits.drafts - 1 }, () => blank)
    await keep(liam, ...most)
    const calls = [1, 2].map(() => liam.post('/drafts', { drafts: [blank] }))
    const responses = await Promise.all(calls)
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
    expectError(present(responses.find(({ status }) => status !== 200)), 400, {
      code: 'BAD_REQUEST',
      msg: 'Too many drafts (limit: 200)',
    })
    expect(await listOf(liam)).toHaveLength(200)
    expectError(await liam.post('/drafts', { drafts: [...most, blank, blank] }), 400, {
      msg: 'drafts has too many items (limit: 200)',
    })
  })

  it('are deleted when their writer turns off the synchronization of drafts', async () => {
    const [mary, nick] = await server.users('mary', 'nick')
    const id = await keepOne(mary)
    await keepOne(nick)
    expectSuccess(await mary.patch('/settings', { enable_drafts_synchronization: false }))
    const off = { code: 'BAD_REQUEST', msg: 'User has disabled synchronizing drafts.' }
    expectError(await mary.get('/drafts'), 400, off)
    expectError(await mary.post('/drafts', { drafts: [blank] }), 400, off)
    expectError(await mary.patch(`/drafts/${id}`, { draft: blank }), 400, off)
    expectError(await mary.delete(`/drafts/${id}`), 400, off)
    const state = await mary.register({ fetch_event_types: ['drafts', 'user_settings'] })
    expect(state).toMatchObject({
      drafts: [],
      user_settings: { enable_drafts_synchronization: false },
    })
    expectSuccess(await mary.patch('/settings', { enable_drafts_synchronization: true }))
    expect(await listOf(mary)).toEqual([])
    expect(await listOf(nick)).toHaveLength(1)
  })
})
