import { sizeLimits } from '../../src/server/chat/rules/limits'
import { exactly, present } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments, Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()
const path = '/saved_snippets'

const save = async (person: Person, title: string, content = 'Hello!') =>
  (await person.call('POST /saved_snippets', { title, content })).saved_snippet_id
const listOf = async (person: Person) => expectSuccess(await person.get(path))['saved_snippets']

describe('saved snippets', () => {
  it('are kept, changed and forgotten, and events tell the clients of their keeper alone', async () => {
    const [alice, bob] = await server.users('alice', 'bob')
    const event_types = ['saved_snippets', 'message']
    const [alices, bobs] = exactly(
      await Promise.all([alice, bob].map((person) => person.register({ event_types }))),
      2,
    )
    const id = await save(alice, '  Welcome ', 'Welcome,\n*friend*! ')
    expectSuccess(await alice.patch(`${path}/${id}`, { title: 'Hello' }))
    expectSuccess(await alice.patch(`${path}/${id}`, { content: 'Hello.' }))
    expectSuccess(await alice.patch(`${path}/${id}`))
    expect(await listOf(bob)).toEqual([])
    expectSuccess(await alice.delete(`${path}/${id}`))
    expect(await listOf(alice)).toEqual([])

    for (const person of [alice, bob]) await person.sendPrivately([person.id], 'That is all.')
    const date_created = expect.any(Number)
    const first = { id, title: 'Welcome', content: 'Welcome,\n*friend*!', date_created }
    const type = 'saved_snippets'
    expect((await alice.pollUntil(alices, 'message')).slice(0, -1)).toEqual([
      { type, op: 'add', saved_snippet: first, id: 0 },
      { type, op: 'update', saved_snippet: { ...first, title: 'Hello' }, id: 1 },
      { type, op: 'update', saved_snippet: { ...first, title: 'Hello', content: 'Hello.' }, id: 2 },
      { type, op: 'remove', saved_snippet_id: id, id: 3 },
    ])
    expect(await bob.pollUntil(bobs, 'message')).toHaveLength(1)
  })

  it('are listed in the order they were made, and come with the state', async () => {
    const carol = await server.user('carol')
    const ids = [await save(carol, 'b'), await save(carol, 'a'), await save(carol, 'a')]
    const listed = await listOf(carol)
    expect(listed).toMatchObject(ids.map((id) => ({ id, content: 'Hello!' })))
    const { saved_snippets } = await carol.register({ fetch_event_types: ['saved_snippets'] })
    expect(saved_snippets).toEqual(listed)
  })

  it('are missing for other users', async () => {
    const [dave, erin] = await server.users('dave', 'erin')
    const id = await save(dave, 'mine')
    for (const other of [id, 987_654_321]) {
      const missing = { code: 'BAD_REQUEST', msg: 'Saved snippet does not exist.' }
      expectError(await erin.patch(`${path}/${other}`, { title: 'yours' }), 404, missing)
      expectError(await erin.delete(`${path}/${other}`), 404, missing)
    }
    expect(await listOf(dave)).toMatchObject([{ title: 'mine' }])
  })

  let franks = 0
  it.each<[string, Arguments, string]>([
    ['no title', { title: '' }, 'title cannot be blank.'],
    ['a blank title', { title: ' \n' }, 'title cannot be blank.'],
    ['a long title', { title: '😀'.repeat(61) }, 'title is too long (limit: 60 characters)'],
    ['no content', { content: '' }, 'Message must not be empty'],
    [
      'long content',
      { content: 'é'.repeat(5_001) },
      'Message is too long: 10002 bytes (limit: 10000 bytes)',
    ],
  ])('cannot have %s', async (_what, args, msg) => {
    const [frank] = await server.users(`frank${(franks += 1)}`)
    const whole = { title: 'x', content: 'x', ...args }
    expectError(await frank.post(path, whole), 400, { code: 'BAD_REQUEST', msg })
    const id = await save(frank, '😀'.repeat(60), 'é'.repeat(5_000))
    expectError(await frank.patch(`${path}/${id}`, args), 400, { code: 'BAD_REQUEST', msg })
    expect(await listOf(frank)).toMatchObject([
      { title: '😀'.repeat(60), content: 'é'.repeat(5_000) },
    ])
  })

  it('have a maximum number, also for two calls at the same instant', async () => {
    const grace = await server.user('grace')
    const realm_id = (
      await server.db
        .selectFrom('users')
        .select('realm_id')
        .where('id', '=', grace.id)
        .executeTakeFirstOrThrow()
    ).realm_id
    const snippet = {
      realm_id,
      user_id: grace.id,
      title: 'x',
      content: 'x',
      created_at: new Date(),
    }
    await server.db
      .insertInto('saved_snippets')
      .values(Array.from({ length: sizeLimits.savedSnippets - 1 }, () => snippet))
      .execute()
    const args = { title: 'one more', content: 'x' }
    const responses = await Promise.all([grace.post(path, args), grace.post(path, args)])
    expectError(present(responses.find(({ status }) => status !== 200)), 400, {
      code: 'BAD_REQUEST',
      msg: 'Too many saved snippets (limit: 200)',
    })
    expect(await listOf(grace)).toHaveLength(200)
  })
})
