import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { maybe, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useOwnServer } from '../support/own-server'

const server = useOwnServer()

const administratorRequired = {
  code: 'BAD_REQUEST',
  msg: 'Must be an organization administrator',
}

async function roleOf(person: Person): Promise<number> {
  const { user } = await server.owner.call('GET /users/{user_id}', { user_id: person.id })
  return user.role
}

const giveRole = async (person: Person, role: number) =>
  expectSuccess(await server.owner.patch(`/users/${person.id}`, { role }))

describe('the roles of bots', () => {
  it('fall with the role of their owner, so that no owner keeps a right through a bot', async () => {
    const mallory = await server.user('mallory', 'administrator')
    const [watcher] = await server.users('watcher')
    const bot = await server.bot(mallory, 'lever')
    expectSuccess(await mallory.patch(`/users/${bot.id}`, { role: 200 }))
    const queue = await watcher.register({ event_types: ['realm_user'] })

    await giveRole(mallory, 400)

    expect(await watcher.pollUntil(queue, ({ person }) => isAbout(person, bot))).toMatchObject([
      { op: 'update', person: { user_id: mallory.id, role: 400, is_admin: false } },
      { op: 'update', person: { user_id: bot.id, role: 400, is_admin: false } },
    ])
    expectError(await bot.patch(`/users/${mallory.id}`, { role: 200 }), 400, administratorRequired)
    expect(await roleOf(mallory)).toBe(400)
  })

  it("limit a guest's bot as the guest, and end its open queues", async () => {
    const [gil] = await server.users('gil')
    const bot = await server.bot(gil, 'eye')
    await server.stream('open talk')
    const queue = await bot.register({ event_types: ['message'], all_public_streams: true })
    const parked = bot.get('/events', { queue_id: queue.queue_id, last_event_id: -1 })
    expectSuccess(await bot.get('/messages', newestOf('open talk')))

    await giveRole(gil, 600)

    expectError(await parked, 400, { code: 'BAD_EVENT_QUEUE_ID' })
    expect(await roleOf(bot)).toBe(600)
    expectError(await bot.get('/messages', newestOf('open talk')), 400)
    const { streams } = expectSuccess(await bot.get('/streams'))
    expect(streams).toEqual([])
  })

  it('are given by the owners of bots, up to their own role', async () => {
    const [ingrid, jolanta] = await server.users('ingrid', 'jolanta')
    const admin = await server.user('karlheinz', 'administrator')
    const bot = await server.bot(ingrid, 'scribe')
    const give = (who: Person, role: number) => who.patch(`/bots/${bot.id}`, { role })
    expectSuccess(await give(ingrid, 600))
    expect(await roleOf(bot)).toBe(600)
    expectSuccess(await give(ingrid, 400))
    expectError(await give(ingrid, 200), 400, { msg: 'Insufficient permission' })
    expectError(await give(jolanta, 600), 400, { msg: 'Insufficient permission' })
    expectError(await give(admin, 200), 400, {
      msg: 'Bots cannot have a higher role than their owner',
    })
    expectError(await give(server.owner, 100), 400, { msg: 'Bots cannot be organization owners' })
    expectError(await give(ingrid, 450), 400, { msg: 'Invalid role' })
    expect(await roleOf(bot)).toBe(400)
    expectSuccess(
      await server.owner.patch(`/bots/${bot.id}`, { bot_owner_id: admin.id, role: 200 }),
    )
    expect(await roleOf(bot)).toBe(200)
  })

  it('fall for deactivated bots, too', async () => {
    const hal = await server.user('hal', 'administrator')
    const bot = await server.bot(hal, 'sleeper')
    await giveRole(bot, 200)
    expectSuccess(await hal.delete(`/bots/${bot.id}`))
    await giveRole(hal, 400)
    expectSuccess(await server.owner.post(`/users/${bot.id}/reactivate`))
    expect(await roleOf(bot)).toBe(400)
  })

  it('stay below that of the owner, and do not rise with it', async () => {
    const [ida] = await server.users('ida')
    const bot = await server.bot(ida, 'climber')
    expectError(await server.owner.patch(`/users/${bot.id}`, { is_admin: true }), 400, {
      code: 'BAD_REQUEST',
      msg: 'Bots cannot have a higher role than their owner',
    })
    await giveRole(ida, 200)
    expect(await roleOf(bot)).toBe(400)
    await giveRole(bot, 200)
    expect(await roleOf(bot)).toBe(200)
  })

  it('fall when the bot gets an owner with a lower role', async () => {
    const [jon] = await server.users('jon')
    const kay = await server.user('kay', 'guest')
    const bot = await server.bot(server.owner, 'wanderer')
    await giveRole(bot, 200)
    for (const [owner, role] of [
      [jon, 400],
      [kay, 600],
    ] as const) {
      expectSuccess(await server.owner.patch(`/bots/${bot.id}`, { bot_owner_id: owner.id }))
      expect(await roleOf(bot)).toBe(role)
    }
  })

  it('are corrected by the migration if they were too high', async () => {
    const [lea] = await server.users('lea')
    const bot = await server.bot(lea, 'relic')
    const before = sql`update users set role = 200 where id = ${bot.id}`
    const migration = readFileSync('db/migrations/0026_roles_of_bots.sql', 'utf8')
    await server.ctx.db.transaction(async (tx) => {
      await before.execute(tx)
      await sql.raw(migration).execute(tx)
    })
    expect(await roleOf(bot)).toBe(400)
  })
})

function isAbout(person: unknown, { id }: Person): boolean {
  return shapedLike(person, { user_id: maybe(0) }).user_id === id
}

function newestOf(stream: string) {
  const narrow = [{ operator: 'stream', operand: stream }]
  return { anchor: 'newest', num_before: 10, num_after: 0, narrow }
}
