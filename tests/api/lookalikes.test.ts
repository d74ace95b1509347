import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments, Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()

const taken = { code: 'BAD_REQUEST', msg: 'Name is already in use!' }

let count = 0
const creation = (full_name: string): Arguments => ({
  email: `somebody${(count += 1)}@parley.test`,
  full_name,
  password: 'a password',
})

/** The ways in which an account comes to its name. */
const ways: [string, (name: string) => Promise<Parameters<typeof expectError>[0]>][] = [
  ['a person is made', (name) => server.owner.post('/users', creation(name))],
  [
    'a bot is made',
    (name) => server.owner.post('/bots', { full_name: name, short_name: `b${(count += 1)}` }),
  ],
  [
    'a person is renamed',
    async (name) => server.owner.patch(`/users/${renamed.id}`, { full_name: name }),
  ],
  ['somebody renames themselves', async (name) => renamed.patch('/settings', { full_name: name })],
  ['a bot is renamed', async (name) => server.owner.patch(`/bots/${bot.id}`, { full_name: name })],
]
let renamed: Person
let bot: Person

beforeAll(async () => {
  ;[renamed] = await server.users('renamed')
  bot = await server.bot(server.owner, 'tool')
  expectSuccess(await server.owner.post('/users', creation('Ada Lovelace')))
  expectSuccess(await server.owner.post('/users', creation('Сергей')))
})

describe.each(ways)('a new name of an account, when %s', (_way, give) => {
  it.each([
    ['Notification Bot'],
    ['notification  bot'],
    ['NotificationBot'],
    ['N\u043etification Bot'],
    ['Notificati\u00f3n Bot'],
    ['Notlfication Bot'],
    ['We1come Bot'],
    ['\u{1d416}elcome Bot'],
  ])('may not look like that of a system bot: %s', async (name) => {
    expectError(await give(name), 400, taken)
  })

  it.each([
    ['a Cyrillic letter', '\u0410da Lovelace'],
    ['a Greek letter', 'Ada L\u03bfvelace'],
    ['other widths', '\uff21da Lovelace'],
    ['other blanks', 'Ada\u00a0Lovelace'],
    ['a Latin letter among Cyrillic ones', 'C\u0435\u0440\u0433\u0435\u0439'],
  ])('may not look like that of another account by %s', async (_what, name) => {
    expectError(await give(name), 400, taken)
  })

  it('may hold no hidden characters', async () => {
    expectError(await give('Ada\u200b Lovelace'), 400, { msg: 'Invalid characters in name!' })
  })
})

describe('names that people have', () => {
  it('may be had by two, as they are', async () => {
    for (const name of ['Ada Lovelace', 'ada lovelace', 'Сергей', 'Ada Løvelace']) {
      expectSuccess(await server.owner.post('/users', creation(name)))
    }
  })

  it('may be changed in their letter case, and kept', async () => {
    const [sofia] = await server.users('sofia')
    const rename = (full_name: string) => server.owner.patch(`/users/${sofia.id}`, { full_name })
    for (const name of ['\u0421\u043e\u0444\u0438\u044f', '\u0441\u043e\u0444\u0438\u044f']) {
      expectSuccess(await rename(name))
    }
    const { id } = sofia
    await server.db
      .updateTable('users')
      .set({ full_name: 'Notification\u200bBot' })
      .where('id', '=', id)
      .execute()
    expectSuccess(await server.owner.patch(`/users/${id}`, { is_guest: true }))
  })
})

describe('names of streams and groups', () => {
  it('hide nothing either', async () => {
    const name = 'lunch\u202e'
    expectError(
      await server.owner.post('/users/me/subscriptions', { subscriptions: [{ name }] }),
      400,
      { msg: 'Invalid character in stream name, at position 6!' },
    )
    const group = { name, description: '', members: [] }
    expectError(await server.owner.post('/user_groups/create', group), 400, {
      msg: 'Invalid characters in user group name!',
    })
  })
})
