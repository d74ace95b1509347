import { ensureUsers } from '../../src/server/data/realms/seed'
import { insertStreams } from '../../src/server/data/streams/update-streams'
import { createApiKey } from '../../src/server/chat/rules/credentials'
import { asRecord, asTexts, elementAt, mapOf, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useOwnServer } from '../support/own-server'

const path = '/users/me/subscriptions'
const tooMany = { msg: 'Too many subscriptions at once (limit: 20000)', code: 'BAD_REQUEST' }

describe('a call with many subscriptions', () => {
  const server = useOwnServer()
  let watcher: Person
  let crowd: number[]
  beforeAll(async () => {
    watcher = await server.user('watcher')
    crowd = await gather(7_000)
  })

  /** Accounts that nobody logs in to. */
  async function gather(count: number): Promise<number[]> {
    const accounts = Array.from({ length: count }, (_, number) => ({
      email: `crowd-${number}@parley.test`,
      fullName: `Crowd ${number}`,
      shortName: `crowd-${number}`,
      apiKey: createApiKey(),
    }))
    const realmId = await findRealmId()
    const made = await server.ctx.db.transaction((tx) => ensureUsers(tx, realmId, accounts))
    return made.map((account) => account.user_id)
  }

  async function findRealmId(): Promise<number> {
    const realms = server.db.selectFrom('realms').select('id')
    return (await realms.executeTakeFirstOrThrow()).id
  }

  it('tells others at once of a crowd in many streams, and guests of their streams', async () => {
    const guest = await server.user('gwen', 'guest')
    const names = Array.from({ length: 100 }, (_, number) => `Crowded ${number}`)
    const subscriptions = names.map((name) => ({ name }))
    expectSuccess(await server.owner.post(path, { subscriptions }))
    const known = [{ name: 'Crowded 3' }, { name: 'Crowded 5' }]
    expectSuccess(await server.owner.post(path, { subscriptions: known, principals: [guest.id] }))

    const people = [server.owner, watcher, guest]
    const register = (person: Person) => person.register({ event_types: ['subscription'] })
    const queues = await Promise.all(people.map(register))
    const principals = crowd.slice(0, 100)
    expectSuccess(await server.owner.post(path, { subscriptions, principals }))
    expectSuccess(await server.owner.delete(path, { subscriptions: names, principals }))
    for (const [index, person] of people.entries()) {
      const heard = await person.pollUntil(
        elementAt(queues, index),
        ({ op }) => op === 'peer_remove',
      )
      expect(heard.map(({ op }) => op)).toEqual(['peer_add', 'peer_remove'])
      const told = person === guest ? known.map(({ name }) => name) : names
      for (const event of heard) {
        expect(new Set(asTexts(event['subscriptions']))).toEqual(new Set(told))
        expect(event['stream_ids']).toHaveLength(told.length)
        expect(event['user_ids']).toEqual(principals)
      }
    }
  })

  it('writes to each of a hundred people who join an existing stream, and to none of thousands', async () => {
    await server.stream('assembly', { subscribers: [server.owner] })
    const hundred = crowd.slice(0, 100)
    for (const principals of [hundred, crowd]) {
      const args = { subscriptions: [{ name: 'assembly' }], principals }
      const { subscribed } = expectSuccess(await server.owner.post(path, args))
      expect(Object.keys(asRecord(subscribed))).toHaveLength(principals === crowd ? 6900 : 100)
      const { count } = await server.db
        .selectFrom('messages')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('content', 'like', '%just subscribed you to the stream #**assembly**%')
        .executeTakeFirstOrThrow()
      expect(count).toBe(hundred.length)
    }
  })

  it('creates a hundred streams, and greets in each', async () => {
    const names = Array.from({ length: 101 }, (_, number) => `Stream ${number}`)
    const subscriptions = names.map((name) => ({ name, description: `About ${name}` }))
    expectError(await watcher.post(path, { subscriptions }), 400, {
      code: 'BAD_REQUEST',
      msg: 'Too many new streams at once (limit: 100)',
    })
    const args = { subscriptions: subscriptions.slice(1) }
    const { subscribed } = expectSuccess(await watcher.post(path, args))
    expect(shapedLike(subscribed, mapOf(['']))[watcher.email]).toEqual(names.slice(1))
    const greetings = await server.db
      .selectFrom('messages')
      .innerJoin('streams', (join) => join.onRef('streams.id', '=', 'messages.stream_id'))
      .select(['streams.name', 'messages.content'])
      .where('streams.description', '=', 'About Stream 99')
      .execute()
    expect(greetings).toEqual([
      {
        name: 'Stream 99',
        content: 'Welcome to #**Stream 99**.\n\n**Description**: About Stream 99',
      },
    ])
  })

  it('has no more values for the database than one statement can carry', async () => {
    const streams = Array.from({ length: 7_500 }, (_, number) => ({
      name: `Row ${number}`,
      description: '',
      rendered_description: '',
      invite_only: false,
      is_announcement_only: false,
      history_public_to_subscribers: true,
      creator_id: null,
    }))
    const realmId = await findRealmId()
    const create = () => server.ctx.db.transaction((tx) => insertStreams(tx, realmId, streams))
    expect(await create()).toHaveLength(streams.length)
    expect(await create()).toEqual([])
  })

  it('is refused above a maximum, and then changes nothing', async () => {
    const names = ['one', 'two', 'three']
    const subscriptions = names.map((name) => ({ name }))
    const args = { subscriptions, principals: crowd }
    expectError(await server.owner.post(path, args), 400, tooMany)
    for (const name of names) {
      expectError(await server.owner.get('/get_stream_id', { stream: name }), 400)
    }
    const removal = { subscriptions: names, principals: crowd }
    expectError(await server.owner.delete(path, removal), 400, tooMany)
  })
})
