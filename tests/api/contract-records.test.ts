import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asRecord, asRecords, firstOf, present } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useTestServer } from '../support/test-server'

/*
 * The tables of records of docs/protocol/contract.md#resources, against real answers: no later level of the protocol takes a
 * field of the contract away, or gives it another type.
 */

type Fields = Readonly<Record<string, unknown>>
interface Row {
  fields: string[]
  type: string
  remark: string
}

/** The rows of the table below an anchor of the contract. */
function tableOf(anchor: string): Row[] {
  const text = readFileSync(join(__dirname, '../../docs/protocol/contract.md'), 'utf8')
  const [, after = ''] = text.split(`### <a id="${anchor}"></a>`)
  const [section = ''] = after.split('\n### ')
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [, names = '', type = '', remark = ''] = line.split('|').map((cell) => cell.trim())
      return {
        fields: [...names.matchAll(/`(\w+)`/g)].map(([, name]) => present(name, 'name')),
        type,
        remark,
      }
    })
}

const kinds: Readonly<Record<string, (value: unknown) => boolean>> = {
  integer: Number.isInteger,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  list: Array.isArray,
  'list of strings': (value) =>
    Array.isArray(value) && value.every((item) => typeof item === 'string'),
}

/** Names of the fields that a record lacks, or that have another type than the contract says. */
function faultsOf(record: Fields, rows: readonly Row[]): string[] {
  return rows.flatMap(({ fields, type }) => {
    const allowed = type.split(' or ').map((kind) => present(kinds[kind]))
    return fields.filter((field) => !allowed.some((isOfKind) => isOfKind(record[field])))
  })
}

describe('the records of the contract', () => {
  const server = useTestServer()
  let reader: Person
  let writer: Person

  beforeAll(async () => {
    ;[reader, writer] = await server.users('ria', 'wim')
    await server.stream('ops', { subscribers: [reader, writer] })
    expectSuccess(await writer.post('/bots', { full_name: 'Bob Bot', short_name: 'bob' }))
  })

  it('have tables that this test reads', () => {
    const count = (anchor: string) => tableOf(anchor).flatMap(({ fields }) => fields).length
    expect(['user', 'stream', 'subscription', 'message'].map(count)).toEqual([13, 4, 8, 16])
    const types = ['user', 'stream', 'subscription', 'message'].flatMap(tableOf)
    const unknown = types.flatMap(({ type }) => type.split(' or ')).filter((kind) => !kinds[kind])
    expect(unknown).toEqual([])
  })

  it.each([false, true])(
    'are whole for users, with client_gravatar %s',
    async (client_gravatar) => {
      const rows = tableOf('user').filter(({ remark }) => !remark.startsWith('in the own profile'))
      const forPeople = rows.filter(({ fields }) => !fields.includes('bot_owner'))
      const { members } = expectSuccess(await reader.get('/users', { client_gravatar }))
      const state = await reader.register({ client_gravatar, fetch_event_types: ['realm_user'] })
      for (const users of [members, state['realm_users']].map(asRecords)) {
        const faults = users.flatMap((user) => {
          const hasOwner = user['is_bot'] === true && user['bot_owner_id'] !== null
          return faultsOf(user, hasOwner ? rows : forPeople)
        })
        expect(faults).toEqual([])
        const avatars = new Set(users.map(({ avatar_url }) => avatar_url === null))
        expect([...avatars]).toEqual([client_gravatar])
      }
    },
  )

  it('are whole for the own profile', async () => {
    const named = [
      'user_id email full_name short_name is_admin is_bot client_id pointer max_message_id',
    ].flatMap((names) => names.split(' '))
    const rows = tableOf('user').flatMap(({ fields, ...row }) =>
      fields.filter((field) => named.includes(field)).map((field) => ({ ...row, fields: [field] })),
    )
    expect(rows).toHaveLength(named.length)
    expect(faultsOf(expectSuccess(await reader.get('/users/me')), rows)).toEqual([])
  })

  it('are whole for streams and subscriptions, in answers, states and events', async () => {
    const stream = tableOf('stream')
    const { streams } = await reader.call('GET /streams')
    const state = await reader.register({
      fetch_event_types: ['stream', 'subscription'],
      event_types: ['stream', 'subscription'],
    })
    expect(faultsOf(firstOf(streams), stream)).toEqual([])
    expect(faultsOf(firstOf(asRecords(state['streams'])), stream)).toEqual([])

    const subscription = [...stream, ...tableOf('subscription')]
    const withoutSubscribers = subscription.filter(({ fields }) => !fields.includes('subscribers'))
    const { subscriptions } = await reader.call('GET /users/me/subscriptions')
    expect(faultsOf(firstOf(subscriptions), subscription)).toEqual([])
    expect(faultsOf(firstOf(asRecords(state['subscriptions'])), withoutSubscribers)).toEqual([])

    expectSuccess(
      await reader.post('/users/me/subscriptions', { subscriptions: [{ name: 'new' }] }),
    )
    const events = await reader.pollUntil(state, 'subscription')
    const isAdding = (event: Fields) => event['type'] === 'subscription' && event['op'] === 'add'
    const added = asRecords(events.find(isAdding)?.['subscriptions'])
    expect(faultsOf(firstOf(added), withoutSubscribers)).toEqual([])
    const created = asRecords(events.find(({ type }) => type === 'stream')?.['streams'])
    expect(faultsOf(firstOf(created), stream)).toEqual([])
  })

  it('are whole for messages, in answers and events', async () => {
    const rows = tableOf('message')
    const queue = await reader.register({ event_types: ['message'] })
    await writer.send('ops', 'lunch', 'now')
    await writer.sendPrivately([reader.id], 'now')
    const isPrivate = (event: Fields) => asRecord(event['message'])['type'] === 'private'
    const events = await reader.pollUntil(queue, isPrivate)
    expect(events.flatMap((event) => faultsOf(asRecord(event['message']), rows))).toEqual([])
    expect(events).toHaveLength(2)

    const page = { anchor: 'newest', num_before: 2, num_after: 0 } as const
    const { messages } = await reader.call('GET /messages', page)
    expect(messages.flatMap((message) => faultsOf(message, rows))).toEqual([])
  })
})
