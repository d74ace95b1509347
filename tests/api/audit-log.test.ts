import { elementAt } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments, Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()

interface Entry {
  id: number
  act: string
  [name: string]: unknown
}

async function entries(args: Arguments = {}, by = server.owner): Promise<Entry[]> {
  return (await by.call('GET /audit_log', args)).entries
}

/** The log entries of an action, oldest first. */
async function recorded(action: () => Promise<unknown>): Promise<Entry[]> {
  const [latest] = await entries({ limit: 1 })
  await action()
  return (await entries()).filter(({ id }) => id > (latest?.id ?? 0)).reverse()
}

const user = ({ id }: Person) => ({ affected_type: 'user', affected_id: id })

describe('the audit log', () => {
  it('names actor, act, target, interface and the values before', async () => {
    const [ada] = await server.users('ada')
    const acts = await recorded(async () =>
      expectSuccess(await server.owner.patch(`/users/${ada.id}`, { role: 200 })),
    )
    expect(acts).toEqual([
      {
        id: expect.any(Number),
        time: expect.any(Number),
        act: 'user_role_changed',
        source: 'api',
        acting_user_id: server.owner.id,
        address: expect.stringMatching(/127\.0\.0\.1$/),
        client: expect.any(String),
        ...user(ada),
        before: { role: 400 },
        after: { role: 200 },
      },
    ])
  })

  it('has acts on accounts, and no secrets', async () => {
    const { owner } = server
    const made: Person[] = []
    const acts = await recorded(async () => {
      const [bob] = await server.users('bob')
      const bot = await server.bot(bob, 'builder')
      made.push(bob, bot)
      expectSuccess(await bob.post(`/bots/${bot.id}/api_key/regenerate`))
      expectSuccess(await owner.patch(`/bots/${bot.id}`, { bot_owner_id: owner.id }))
      expectSuccess(await bob.post('/users/me/api_key/regenerate'))
      expectSuccess(await owner.patch(`/users/${bob.id}`, { full_name: 'Robert' }))
      expectSuccess(await owner.delete(`/users/${bob.id}`))
      expectSuccess(await owner.post(`/users/${bob.id}/reactivate`))
      // Failed calls and calls without a change leave no entry.
      expectError(await owner.patch(`/users/${owner.id}`, { role: 400 }), 400)
      expectSuccess(await owner.patch(`/users/${bob.id}`, { role: 400 }))
    })
    const bob = elementAt(made, 0)
    const bot = elementAt(made, 1)
    expect(acts).toMatchObject([
      { act: 'user_created', acting_user_id: owner.id, ...user(bob) },
      { act: 'bot_created', acting_user_id: bob.id, ...user(bot) },
      { act: 'api_key_regenerated', acting_user_id: bob.id, ...user(bot), before: {}, after: {} },
      { act: 'bot_owner_changed', ...user(bot), after: { bot_owner_id: owner.id } },
      { act: 'api_key_regenerated', ...user(bob), before: {}, after: {} },
      { act: 'user_renamed', before: { full_name: 'Bob' }, after: { full_name: 'Robert' } },
      { act: 'user_deactivated', ...user(bob) },
      { act: 'user_reactivated', ...user(bob) },
    ])
    const everything = JSON.stringify(acts)
    for (const secret of [bob.apiKey, bot.apiKey, 'password of bob', 'scrypt']) {
      expect(everything).not.toContain(secret)
    }
  })

  it('has acts on the organization, its streams, groups, linkifiers and emoji', async () => {
    const { owner } = server
    const stream = await server.stream('plans', { subscribers: [owner] })
    const acts = await recorded(async () => {
      expectSuccess(await owner.patch('/realm', { name: 'Acme', waiting_period_threshold: 3 }))
      expectSuccess(await owner.patch(`/streams/${stream.id}`, { is_private: true }))
      expectSuccess(await owner.patch(`/streams/${stream.id}`, { is_announcement_only: true }))
      expectSuccess(await owner.delete(`/streams/${stream.id}`))
      const group = { name: 'crew', description: '', members: [owner.id] }
      const { group_id: groupId } = expectSuccess(await owner.post('/user_groups/create', group))
      const ofGroup = `/user_groups/${String(groupId)}`
      expectSuccess(await owner.patch(ofGroup, { name: 'staff' }))
      expectSuccess(await owner.post(`${ofGroup}/members`, { delete: [owner.id] }))
      expectSuccess(await owner.delete(ofGroup))
      const linkifier = { pattern: 'T(?P<id>[0-9]+)', url_template: 'https://t.test/{id}' }
      expectSuccess(await owner.post('/realm/filters', linkifier))
    })
    expect(acts).toMatchObject([
      {
        act: 'realm_changed',
        affected_type: null,
        before: { name: 'Parley Test', waiting_period_days: 0 },
        after: { name: 'Acme', waiting_period_days: 3 },
      },
      {
        act: 'stream_changed',
        affected_type: 'stream',
        affected_id: stream.id,
        before: { invite_only: false, history_public_to_subscribers: true },
        after: { invite_only: true, history_public_to_subscribers: false },
      },
      { act: 'stream_changed', after: { is_announcement_only: true } },
      { act: 'stream_archived', before: { name: 'plans' } },
      { act: 'group_created', affected_type: 'user_group', after: { name: 'crew' } },
      { act: 'group_changed', before: { name: 'crew' }, after: { name: 'staff' } },
      { act: 'group_members_changed', before: { members: [owner.id] }, after: { members: [] } },
      { act: 'group_deleted', before: { name: 'staff' } },
      { act: 'linkifiers_changed', before: {} },
    ])
  })

  it('is read by owners alone, in pages, newest first, and filtered', async () => {
    const dora = await server.user('dora', 'administrator')
    expectError(await dora.get('/audit_log'), 400, { msg: 'Must be an organization owner' })

    const all = await entries({ limit: 1_000 })
    const ids = all.map(({ id }) => id)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    const paged: number[] = []
    for (let isLast = false; !isLast;) {
      const args = { limit: 3, ...(paged.length > 0 ? { before: paged.at(-1) } : {}) }
      const page = await server.owner.call('GET /audit_log', args)
      paged.push(...page.entries.map(({ id }) => id))
      isLast = page.found_oldest
    }
    expect(paged).toEqual(ids)

    const roles = await entries({ act: 'user_role_changed', affected_id: dora.id })
    expect(roles).toMatchObject([{ act: 'user_role_changed', ...user(dora) }])
    expect(await entries({ acting_user_id: dora.id })).toEqual([])
    expect(await entries({ affected_type: 'stream', act: 'user_created' })).toEqual([])
  })

  it('belongs to one organization', async () => {
    const acme = await server.realm('acme')
    await acme.user('sam')
    expect(await entries({}, acme.owner)).toMatchObject([{ act: 'user_created' }])
  })
})
