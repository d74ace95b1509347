import { sql } from 'kysely'
import { asRecords } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { largestStatement } from '../support/largest-statement'
import { useOwnServer } from '../support/own-server'

/** Accounts of the organization; their rows have more than twice as many characters as a turn may handle. */
const crowd = 2_000
/** Max characters of rows that a turn of the event loop may read or write. */
const bound = 1_000_000

describe('calls about thousands of people', () => {
  const server = useOwnServer()
  let ids: number[]
  beforeAll(async () => {
    const { rows } = await sql<{ id: number }>`
      insert into users (realm_id, email, full_name, short_name, role, api_key)
      select ${server.realmId}, 'p' || n || '@crowd.test', 'Person ' || n, 'p' || n, 400, md5('p' || n)
      from generate_series(1, ${crowd}::int) n returning id`.execute(server.ctx.db.query)
    ids = rows.map(({ id }) => id)
  })
  const expectSlices = async (call: () => Promise<unknown>) =>
    expect(await largestStatement(call)).toBeLessThan(bound)

  it('list accounts in slices', async () => {
    await expectSlices(async () => {
      const { members } = await server.owner.call('GET /users')
      expect(members.length).toBeGreaterThan(crowd)
    })
    await expectSlices(async () => {
      const { members } = await server.owner.call('GET /users', { user_ids: ids })
      expect(members.map(({ user_id: id }) => id)).toEqual(ids)
    })
    await expectSlices(async () => {
      const { realm_users } = await server.owner.register({ fetch_event_types: ['realm_user'] })
      expect(asRecords(realm_users).length).toBeGreaterThan(crowd)
    })
  })

  it('change a group, with a notice to each member, in slices', async () => {
    let group = 0
    await expectSlices(async () => {
      const body = { name: 'everybody', members: ids }
      group = (await server.owner.call('POST /user_groups/create', body)).group_id
    })
    const members = `/user_groups/${group}/members`
    await expectSlices(async () => expectSuccess(await server.owner.post(members, { delete: ids })))
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from messages where realm_id = ${server.realmId}
        and dm_group_id is not null and content like '%everybody%'`.execute(server.ctx.db.query)
    expect(rows).toEqual([{ count: 2 * crowd }])
  })

  it('subscribe people in slices', async () => {
    const subscriptions = [{ name: 'crowded' }]
    await expectSlices(async () =>
      expectSuccess(
        await server.owner.post('/users/me/subscriptions', { subscriptions, principals: ids }),
      ),
    )
    await expectSlices(async () =>
      expectSuccess(
        await server.owner.delete('/users/me/subscriptions', {
          ...{ subscriptions: ['crowded'], principals: ids },
        }),
      ),
    )
  })
})
