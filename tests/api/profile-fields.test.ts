import { anyValue, asList, asNumber, maybe, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()

const add = async (field: Record<string, unknown>): Promise<number> => {
  const response = await server.owner.post('/realm/profile_fields', field)
  return asNumber(expectSuccess(response)['id'])
}
const say = (person: Person, id: number, value: unknown) =>
  person.patch('/users/me/profile_data', { data: [{ id, value }] })
const saidBy = async (reader: Person, person: Person) => {
  const path = `/users/${person.id}`
  const body = expectSuccess(await reader.get(path, { include_custom_profile_fields: true }))
  return shapedLike(body['user'], { profile_data: maybe(anyValue) }).profile_data
}
const list = async () => (await server.owner.call('GET /realm/profile_fields')).custom_fields

describe('profile fields', () => {
  it('are made, changed, put in order and removed, and everybody is told', async () => {
    const [alice] = await server.users('alice')
    const queue = await alice.register({ event_types: ['custom_profile_fields'] })
    const food = await add({ name: 'Food', field_type: 1, hint: 'Or drink' })
    const born = await add({ name: 'Born', field_type: 4, display_in_profile_summary: true })
    const change = {
      ...{ name: 'Meal', hint: '', required: true, editable_by_user: false },
      use_for_user_matching: true,
    }
    expectSuccess(await server.owner.patch(`/realm/profile_fields/${food}`, change))
    expectSuccess(await server.owner.patch('/realm/profile_fields', { order: [born, food] }))
    const expected = [
      {
        id: born,
        name: 'Born',
        type: 4,
        hint: '',
        field_data: '',
        order: 1,
        display_in_profile_summary: true,
        required: false,
        editable_by_user: true,
        use_for_user_matching: false,
      },
      {
        id: food,
        name: 'Meal',
        type: 1,
        hint: '',
        field_data: '',
        order: 2,
        required: true,
        editable_by_user: false,
        use_for_user_matching: true,
      },
    ]
    expect(await list()).toEqual(expected)
    const state = await alice.register({ fetch_event_types: ['custom_profile_fields', 'realm'] })
    expect(state['custom_profile_fields']).toEqual(expected)
    expect(state).toMatchObject({
      custom_profile_field_types: { SHORT_TEXT: { id: 1 }, PRONOUNS: { id: 8 } },
      realm_default_external_accounts: { github: { name: 'GitHub username' } },
    })
    for (const id of [food, born]) {
      expectSuccess(await server.owner.delete(`/realm/profile_fields/${id}`))
    }
    expect(await list()).toEqual([])
    const events = await alice.pollUntil(queue, (event) => asList(event['fields']).length === 0)
    expect(events).toHaveLength(6)
    expect(events[3]).toMatchObject({ type: 'custom_profile_fields', fields: expected })
  })

  it.each([
    [{ name: ' ', field_type: 1 }, 'Label cannot be blank.'],
    [{ name: 'x', field_type: 9 }, 'Invalid field type.'],
    [{ name: 'x'.repeat(41), field_type: 1 }, 'name is too long (limit: 40 characters)'],
    [{ name: 'x', field_type: 3 }, 'Field must have at least one choice.'],
    [
      {
        name: 'x',
        field_type: 3,
        field_data: { 0: { text: 'a', order: '1' }, 1: { text: 'a', order: '2' } },
      },
      'Field must not have duplicate choices.',
    ],
    [
      { name: 'x', field_type: 3, field_data: { 0: { text: ' ', order: '1' } } },
      'field_data["text"] cannot be blank.',
    ],
    [
      { name: 'x', field_type: 7, field_data: { subtype: 'moon' } },
      'Invalid external account type',
    ],
    [
      { name: 'x', field_type: 7, field_data: { subtype: 'custom', url_pattern: 'https://x/' } },
      'Malformed URL pattern.',
    ],
    [
      { name: 'x', field_type: 2, display_in_profile_summary: true },
      'Field type not supported for display in profile summary.',
    ],
    [
      { name: 'x', field_type: 4, use_for_user_matching: true },
      'Field type not supported for user matching.',
    ],
  ])('are refused if they are invalid: %j', async (field, msg) => {
    expectError(await server.owner.post('/realm/profile_fields', field), 400, { msg })
  })

  it('are unique by name and type, and unique by kind of external account', async () => {
    const msg = 'A field with that label already exists.'
    const path = '/realm/profile_fields'
    await add({ name: 'Once', field_type: 1 })
    expectError(await server.owner.post(path, { name: 'Once', field_type: 1 }), 400, { msg })
    await add({ name: 'Once', field_type: 2 })
    const github = { field_type: 7, field_data: { subtype: 'github' } }
    const id = await add(github)
    expect((await list()).find((field) => field.id === id)).toMatchObject({
      name: 'GitHub username',
      field_data: '{"subtype":"github"}',
    })
    expectError(await server.owner.post(path, github), 400, { msg })
    expectError(await server.owner.patch(`${path}/${id}`, { name: 'Else' }), 400, {
      msg: 'Default custom field cannot be updated.',
    })
  })

  it('are for administrators, and two alone in the summary', async () => {
    const [bob] = await server.users('bob')
    const field = { name: 'Mine', field_type: 1 }
    const msg = 'Must be an organization administrator'
    expectError(await bob.post('/realm/profile_fields', field), 400, { msg })
    const ids: number[] = []
    for (const name of ['one', 'two']) {
      ids.push(await add({ name, field_type: 8, display_in_profile_summary: true }))
    }
    expectError(
      await server.owner.post('/realm/profile_fields', {
        ...{ name: 'three', field_type: 8, display_in_profile_summary: true },
      }),
      400,
      { msg: 'Only 2 custom profile fields can be displayed in the profile summary.' },
    )
    for (const id of ids) expectSuccess(await server.owner.delete(`/realm/profile_fields/${id}`))
    expectError(await server.owner.patch('/realm/profile_fields', { order: [] }), 400, {
      msg: 'Invalid order mapping.',
    })
    expectError(await server.owner.patch(`/realm/profile_fields/${ids[0]}`, { hint: 'x' }), 400, {
      msg: `Field id ${ids[0]} not found.`,
    })
  })
})

describe('values of profile fields', () => {
  it.each([
    [1, 'x'.repeat(51), 'Field is too long (limit: 50 characters)'],
    [2, 'x'.repeat(501), 'Field is too long (limit: 500 characters)'],
    [3, 'coffee', "'coffee' is not a valid choice for 'Field'."],
    [4, '2026-02-30', 'Field is not a date'],
    [5, 'javascript:alert(1)', 'Field is not a URL'],
    [6, [987_654], 'Invalid user ID: 987654'],
    [6, 'nobody', 'User IDs is not a list'],
    [7, 'x'.repeat(51), 'Field is too long (limit: 50 characters)'],
    [8, 'x'.repeat(51), 'Field is too long (limit: 50 characters)'],
  ])('fits the type %i, unlike %j', async (field_type, value, msg) => {
    const data: Record<number, object> = {
      3: { tea: { text: 'Tea', order: '1' } },
      7: { subtype: 'custom', url_pattern: 'https://x.test/%(username)s' },
    }
    const field_data = data[field_type] ?? {}
    const id = await add({ name: 'Field', field_type, field_data })
    expectError(await say(server.owner, id, value), 400, { msg })
    expectSuccess(await server.owner.delete(`/realm/profile_fields/${id}`))
  })

  it('are told to everybody, and are in every record', async () => {
    const [carol, dan] = await server.users('carol', 'dan')
    const bio = await add({ name: 'Bio', field_type: 2 })
    const friends = await add({ name: 'Friends', field_type: 6 })
    const queue = await dan.register({ event_types: ['realm_user'] })
    const data = [
      { id: bio, value: 'I am **here**' },
      { id: friends, value: [dan.id] },
    ]
    expectSuccess(await carol.patch('/users/me/profile_data', { data }))
    const rendered_value = '<p>I am <strong>here</strong></p>'
    const said = {
      [bio]: { value: 'I am **here**', rendered_value },
      [friends]: { value: `[${dan.id}]` },
    }
    expect(await saidBy(dan, carol)).toEqual(said)
    const state = await dan.register({ fetch_event_types: ['realm_user'] })
    const record = shapedLike(state['realm_users'], [{ user_id: 0 }]).find(
      ({ user_id }) => user_id === carol.id,
    )
    expect(record).toMatchObject({ profile_data: said })
    const without = await dan.call('GET /users', { user_ids: [carol.id] })
    expect(without['members']).toHaveLength(1)
    expect(without.members[0]).not.toHaveProperty('profile_data')

    expectSuccess(await carol.delete('/users/me/profile_data', { data: [bio] }))
    const isEnd = (event: { person?: { custom_profile_field?: { value: unknown } } }) =>
      event.person?.custom_profile_field?.value === null
    const events = await dan.pollUntil(queue, (event) => isEnd(event as object))
    expect(events.map((event) => event['person'])).toEqual([
      {
        user_id: carol.id,
        custom_profile_field: { id: bio, value: 'I am **here**', rendered_value },
      },
      { user_id: carol.id, custom_profile_field: { id: friends, value: `[${dan.id}]` } },
      {
        user_id: carol.id,
        custom_profile_field: { id: bio, value: null, rendered_value: null },
      },
    ])
    expect(await saidBy(dan, carol)).toEqual({ [friends]: said[friends] })
  })

  it('can be set by administrators, also for others, if the field says so', async () => {
    const [eve] = await server.users('eve')
    const id = await add({ name: 'Desk', field_type: 1, editable_by_user: false })
    expectError(await say(eve, id, '12'), 400, {
      msg: 'You are not allowed to change this field. Contact an administrator to update it.',
    })
    const set = (value: unknown) =>
      server.owner.patch(`/users/${eve.id}`, { profile_data: [{ id, value }] })
    expectSuccess(await set('12'))
    expect(await saidBy(server.owner, eve)).toMatchObject({ [id]: { value: '12' } })
    expectSuccess(await set(''))
    expect(await saidBy(server.owner, eve)).toEqual({})
    expectError(await say(eve, 987_654, 'x'), 400, { msg: 'Field id 987654 not found.' })
  })

  it('are removed with the field, and with the choice', async () => {
    const [fay] = await server.users('fay')
    const tea = { text: 'Tea', order: '1' }
    const coffee = { text: 'Coffee', order: '2' }
    const id = await add({ name: 'Drink', field_type: 3, field_data: { tea, coffee } })
    const path = `/realm/profile_fields/${id}`
    expectSuccess(await say(fay, id, 'coffee'))
    expectSuccess(await server.owner.patch(path, { field_data: { tea } }))
    expect(await saidBy(fay, fay)).toEqual({})
    expectSuccess(await say(fay, id, 'tea'))
    expectSuccess(await server.owner.delete(path))
    expect(await saidBy(fay, fay)).toEqual({})
  })

  it('are refused to bots', async () => {
    const bot = await server.bot(server.owner, 'silent')
    expectError(await bot.patch('/users/me/profile_data', { data: [] }), 400)
  })
})
