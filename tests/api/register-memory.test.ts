import { sql } from 'kysely'
import { readOwnState } from '../../src/server/data/users/own-state'
import { anyValue, asNumber, asRecord, firstOf, shapedLike } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useOwnServer } from '../support/own-server'

const namesOf = (list: unknown): string[] =>
  shapedLike(list, [{ name: '' }]).map(({ name }) => name)

/** Changes are made behind the worker's back, as other workers make them. */
describe('the cache of a realm’s initial state', () => {
  let daysLater = 0
  const clock = { now: () => new Date(Date.now() + daysLater * 86_400_000) }
  const server = useOwnServer({ clock })
  const run = (statement: ReturnType<typeof sql>) => statement.execute(server.db)
  const register = async (person: Person = server.owner) =>
    expectSuccess(await person.post('/register'))

  const versionsOf = async (person: Person) => {
    const { rows } = await sql<{ realm_id: number; id: number; role: 400 }>`
      select realm_id, id, role from users where id = ${person.id}`.execute(server.db)
    const limits = { conversations: 1, unread: 1 }
    const own = await readOwnState(server.db, firstOf(rows), ['realmVersions'], limits)
    return new Map(own.realmVersions.map(({ part, version }) => [part, version]))
  }

  it('is not older than earlier commits', async () => {
    const [ann] = await server.users('ann')
    await register()
    await run(sql`insert into streams (realm_id, name) select realm_id, 'elsewhere' from users
      where id = ${ann.id}`)
    expect(namesOf((await register())['streams'])).toContain('elsewhere')
    await run(sql`update streams set name = 'renamed' where name = 'elsewhere'`)
    expect(namesOf((await register())['streams'])).toContain('renamed')
    expect(namesOf((await register(ann))['never_subscribed'])).toContain('renamed')
    await run(sql`delete from streams where name = 'renamed'`)
    expect(namesOf((await register())['streams'])).not.toContain('renamed')

    await run(sql`insert into user_statuses (realm_id, user_id, status_text)
      select realm_id, id, 'away' from users where id = ${ann.id}`)
    expect((await register())['user_status']).toEqual({ [ann.id]: { status_text: 'away' } })
    await run(sql`delete from user_statuses where user_id = ${ann.id}`)
    expect((await register())['user_status']).toEqual({})

    await run(sql`insert into realm_emoji (realm_id, name, author_id, file_name)
      select realm_id, 'parrot', id, 'parrot.png' from users where id = ${ann.id}`)
    expect(Object.values(asRecord((await register())['realm_emoji']))).toMatchObject([
      { name: 'parrot' },
    ])
  })

  it('follows the members of groups, after any change of them', async () => {
    const [bob] = await server.users('bob')
    const membersOf = async (name: string) => {
      const groups = shapedLike((await register())['realm_user_groups'], [
        { name: '', members: [0] },
      ])
      return groups.find((group) => group.name === name)?.members
    }
    expect(await membersOf('role:members')).toContain(bob.id)
    await run(sql`update users set role = 600 where id = ${bob.id}`)
    expect(await membersOf('role:members')).not.toContain(bob.id)
    await run(sql`update users set role = 400, deactivated_at = now() where id = ${bob.id}`)
    expect(await membersOf('role:members')).not.toContain(bob.id)
    await run(sql`update users set deactivated_at = null where id = ${bob.id}`)
    expect(await membersOf('role:members')).toContain(bob.id)

    await run(sql`insert into user_groups (realm_id, name, description, creator_id)
      select realm_id, 'crew', '', id from users where id = ${bob.id}`)
    expect(await membersOf('crew')).toEqual([])
    await run(sql`insert into user_group_members (realm_id, group_id, user_id)
      select realm_id, id, ${bob.id} from user_groups where name = 'crew'`)
    expect(await membersOf('crew')).toEqual([bob.id])
  })

  it('has newcomers become full members by time alone', async () => {
    const [cleo] = await server.users('cleo')
    await server.changeRealm({ waiting_period_days: 3 })
    const fullMembers = async () => {
      const groups = shapedLike((await register())['realm_user_groups'], [
        { name: '', members: [0] },
      ])
      return groups.find((group) => group.name === 'role:fullmembers')?.members
    }
    expect(await fullMembers()).not.toContain(cleo.id)
    daysLater = 4
    expect(await fullMembers()).toContain(cleo.id)
  })

  it('has averages of streams that are no older than a minute', async () => {
    const trafficOf = async () => {
      const streams = shapedLike((await register())['subscriptions'], [
        { name: '', stream_weekly_traffic: anyValue },
      ])
      return asNumber(streams.find(({ name }) => name === 'general')?.stream_weekly_traffic ?? 0)
    }
    await run(sql`update streams set created_at = now() - interval '28 days'
      where name = 'general'`)
    daysLater = 5
    const before = await trafficOf()
    for (let count = 0; count < 8; count++) await server.owner.send('general', 'busy', 'again')
    daysLater += 1 / 1_440
    expect(await trafficOf()).toBeGreaterThan(before)
  })

  it('has versions that only changes move', async () => {
    const before = await versionsOf(server.owner)
    await run(sql`update users set pointer = 7 where id = ${server.owner.id}`)
    expect(await versionsOf(server.owner)).toEqual(before)
    for (let count = 0; count < 101; count++) {
      await run(sql`update streams set is_default = is_default where name = 'general'`)
    }
    const after = await versionsOf(server.owner)
    expect(after.get('streams')).toBe((before.get('streams') ?? 0) + 101)
    await register()
    expect(await versionsOf(server.owner)).toEqual(after)
    const { rows } = await sql`select part from realm_changes where part = 'streams'`.execute(
      server.db,
    )
    expect(rows).toHaveLength(1)
  })
})
