import { sql } from 'kysely'
import type { DeactivationActions } from '../../src/server/chat/actions/users/deactivation-actions'
import { measureDeletions, runDeletionJobs } from '../../src/server/chat/jobs/deletions/deleter'
import { restoreDeletedMessages } from '../../src/server/chat/jobs/retention/restore'
import { takeDeletionJob } from '../../src/server/data/retention/deletion-jobs'
import { roles } from '../../src/shared/rules/roles'
import { elementAt, firstOf } from '../support/checked'
import { expectEventsToExplain } from '../support/explain'
import { expectError, expectSuccess } from '../support/expectations'
import { multiply } from '../support/history'
import { useOwnServer } from '../support/own-server'
import type { Arguments, Person } from '../support/person'

const server = useOwnServer()

const deactivate = async (person: Person, actions: unknown, by = server.owner) =>
  by.delete(`/users/${person.id}`, { actions })

/** Requests from before the deactivations have ended. */
const letTimePass = () =>
  server.db
    .updateTable('message_deletion_jobs')
    .set({ requested_at: new Date(0), due_at: new Date(0) })
    .execute()

async function deleteAll(): Promise<void> {
  await letTimePass()
  await runDeletionJobs(server.ctx)
  expect(await jobs()).toEqual([])
}

const jobs = () => server.db.selectFrom('message_deletion_jobs').selectAll().orderBy('id').execute()

/** A metric of the deletions, counted now. */
async function measured(name: 'jobs' | 'age_seconds'): Promise<number> {
  await measureDeletions(server.ctx)
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Number(new RegExp(`^parley_message_deletion_${name} (\\S+)$`, 'm').exec(text)?.[1])
}

async function idsOf(sender: Person): Promise<number[]> {
  const rows = await server.db
    .selectFrom('messages')
    .select('id')
    .where('sender_id', '=', sender.id)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function actsOn(person: Person) {
  const { entries } = await server.owner.call('GET /audit_log', { affected_id: person.id })
  return entries.map(({ act, source, after }) => ({ act, source, after })).reverse()
}

describe('a deactivation that deletes', () => {
  it.each<[string, DeactivationActions, readonly string[]]>([
    ['public channels', { delete_public_channel_messages: true }, ['private', 'direct']],
    ['private channels', { delete_private_channel_messages: true }, ['public', 'direct']],
    ['direct messages', { delete_direct_messages: true }, ['public', 'private']],
    [
      'everything',
      {
        delete_public_channel_messages: true,
        delete_private_channel_messages: true,
        delete_direct_messages: true,
      },
      [],
    ],
  ])('deletes messages in %s, of the account and of its bots', async (what, actions, stay) => {
    const name = what.replace(' ', '-')
    const [ada, bo] = await server.users(`ada-${name}`, `bo-${name}`)
    const bot = await server.bot(ada, `bot-${name}`)
    const open = await server.stream(`open ${what}`, { subscribers: [ada, bo] })
    const closed = await server.stream(`closed ${what}`, {
      subscribers: [ada, bo, bot],
      inviteOnly: true,
    })
    const kept = await bo.send(open.name, 't', 'of another person')
    const expected = new Map<Person, number[]>()
    for (const sender of [ada, bot]) {
      const sent = {
        public: await sender.send(open.name, 't', 'x'),
        private: await sender.send(closed.name, 't', 'x'),
        direct: await sender.sendPrivately([bo.id], 'x'),
      }
      const staying = (['public', 'private', 'direct'] as const).filter((at) => stay.includes(at))
      expected.set(
        sender,
        staying.map((at) => sent[at]),
      )
    }
    expectSuccess(await deactivate(ada, actions))
    expect((await jobs()).map(({ user_id: id }) => id)).toEqual([bot.id, ada.id])
    await deleteAll()
    for (const [sender, ids] of expected) expect(await idsOf(sender)).toEqual(ids)
    expect(await idsOf(bo)).toContain(kept)
    const wanted = Object.fromEntries(Object.entries(actions))
    for (const account of [ada, bot]) {
      expect((await actsOn(account)).slice(-2)).toEqual([
        { act: 'user_deactivated', source: 'api', after: wanted },
        {
          act: 'user_messages_deleted',
          source: 'server',
          after: { messages: 3 - stay.length },
        },
      ])
    }
  })

  it('tells the clients of everybody who could read them, in the form that they read', async () => {
    const [ada, bo, cy] = await server.users('ada-told', 'bo-told', 'cy-told')
    const open = await server.stream('told', { subscribers: [ada, bo] })
    const ids = [await ada.send('told', 't', 'one'), await ada.send('told', 'T', 'two')]
    const direct = await ada.sendPrivately([bo.id], 'three')
    const register = (person: Person, further: Arguments = {}) =>
      person.register({ event_types: ['delete_message', 'message'], ...further })
    const bulk = { client_capabilities: { bulk_message_deletion: true } }
    const queues = [await register(bo, bulk), await register(bo), await register(cy, bulk)]
    const owners = await register(server.owner, bulk)
    const actions = { delete_public_channel_messages: true, delete_direct_messages: true }
    expectSuccess(await deactivate(ada, actions))
    await deleteAll()
    await server.owner.sendPrivately([bo.id, cy.id], 'done')
    const type = 'delete_message'
    const inStream = { type, message_type: 'stream', stream_id: open.id, topic: 't' }
    const [bulkTold = [], singleTold = [], cysTold = []] = await Promise.all([
      bo.pollUntil(firstOf(queues), 'message'),
      bo.pollUntil(elementAt(queues, 1), 'message'),
      cy.pollUntil(elementAt(queues, 2), 'message'),
    ])
    expect(bulkTold.slice(0, -1)).toMatchObject([
      { type, message_type: 'private', message_ids: [direct] },
      { ...inStream, message_ids: ids },
    ])
    expect(singleTold.slice(0, -1)).toMatchObject([
      { type, message_type: 'private', message_id: direct, sender_id: ada.id },
      { ...inStream, message_id: ids[0] },
      { ...inStream, message_id: ids[1] },
    ])
    expect(cysTold).toHaveLength(1)
    // The administrator has not subscribed to the channel.
    expect((await server.owner.pollUntil(owners, 'message')).slice(0, -1)).toMatchObject([
      { ...inStream, message_ids: ids },
    ])
  })

  it('leaves messages that operators can restore', async () => {
    const [ada] = await server.users('ada-back')
    await server.stream('back', { subscribers: [ada] })
    const ids = [await ada.send('back', 't', 'x'), await ada.send('back', 't', 'y')]
    expectSuccess(await deactivate(ada, { delete_public_channel_messages: true }))
    await deleteAll()
    expect(await idsOf(ada)).toEqual([])
    const realm = await server.db
      .selectFrom('realms')
      .selectAll()
      .where('id', '=', server.realmId)
      .executeTakeFirstOrThrow()
    await restoreDeletedMessages(server.ctx, realm, {})
    expect(await idsOf(ada)).toEqual(expect.arrayContaining(ids))
  })

  it('is refused with any other action', async () => {
    const [ada] = await server.users('ada-wrong')
    for (const [actions, msg] of [
      [{ delete_everything: true }, 'Unexpected arguments: actions["delete_everything"]'],
      [{ delete_direct_messages: 1 }, 'actions["delete_direct_messages"] is not a boolean'],
      [[], 'actions is not a dict'],
      ['none', 'Argument "actions" is not valid JSON.'],
    ] as const) {
      expectError(await deactivate(ada, actions), 400, { code: 'BAD_REQUEST', msg })
    }
    expectSuccess(await deactivate(ada, { delete_direct_messages: false }))
    expect(await jobs()).toEqual([])
  })

  it('needs the right to deactivate the account', async () => {
    const [member, other] = await server.users('member', 'other')
    const administrator = await server.user('administrator', 'administrator')
    const second = await server.user('second-owner')
    expectSuccess(await server.owner.patch(`/users/${second.id}`, { role: roles.owner }))
    const actions = { delete_profile: true, delete_direct_messages: true }
    expectError(await deactivate(other, actions, member), 400)
    expectError(await deactivate(second, actions, administrator), 400)
    expect(await jobs()).toEqual([])
    expectSuccess(await deactivate(other, actions, administrator))
    expectSuccess(await deactivate(second, actions))
    await deleteAll()
  })
})

describe('the deletion of many messages', () => {
  const copies = 450
  let ada: Person

  beforeEach(async () => {
    ada = await server.user(`many${String(Math.random()).slice(2)}`)
    const { name } = await server.stream(`many ${ada.id}`, { subscribers: [ada] })
    await multiply(server, await ada.send(name, 't', 'x'), copies)
    expectSuccess(await deactivate(ada, { delete_public_channel_messages: true }))
  })

  /** Does something after the messages were seen, and before the first of them are deleted. */
  function beforeBatch(act: () => Promise<unknown>): void {
    const locking = jest.spyOn(server.ctx.db, 'transaction')
    locking.mockImplementationOnce(async (work) => {
      locking.mockRestore()
      await act()
      return server.ctx.db.transaction(work)
    })
  }

  it('stops between two batches, and goes on', async () => {
    const stop = new AbortController()
    beforeBatch(() => Promise.resolve(stop.abort()))
    await runDeletionJobs(server.ctx, stop.signal)
    expect(await idsOf(ada)).toHaveLength(copies + 1 - 200)
    expect(await jobs()).toMatchObject([{ user_id: ada.id, deleted_messages: 200 }])
    await deleteAll()
    expect(await idsOf(ada)).toEqual([])
    expect((await actsOn(ada)).at(-1)).toMatchObject({ after: { messages: copies + 1 } })
  })

  it('finds messages that are moved meanwhile', async () => {
    const moved = (await idsOf(ada)).slice(-50)
    beforeBatch(() =>
      server.db
        .updateTable('messages')
        .set({ topic: 'elsewhere' })
        .where('id', 'in', moved)
        .execute(),
    )
    await deleteAll()
    expect(await idsOf(ada)).toEqual([])
  })

  it('leaves messages in a stream that becomes private meanwhile', async () => {
    beforeBatch(() =>
      server.db
        .updateTable('streams')
        .set({ invite_only: true })
        .where('name', '=', `many ${ada.id}`)
        .execute(),
    )
    await deleteAll()
    expect(await idsOf(ada)).toHaveLength(copies + 1)
  })

  it('is taken over when the lease of a dead worker ends', async () => {
    await takeDeletionJob(server.db, 30)
    await runDeletionJobs(server.ctx)
    expect(await idsOf(ada)).toHaveLength(copies + 1)
    await deleteAll()
    expect(await idsOf(ada)).toEqual([])
  })

  it('ends with a reactivation', async () => {
    expectSuccess(await server.owner.post(`/users/${ada.id}/reactivate`))
    expect(await jobs()).toEqual([])
    await runDeletionJobs(server.ctx)
    expect(await idsOf(ada)).toHaveLength(copies + 1)
    expect((await actsOn(ada)).at(-1)).toMatchObject({
      act: 'user_messages_deleted',
      after: { messages: 0, cancelled: true },
    })
  })

  it('looks once more for messages of requests that were under way', async () => {
    await runDeletionJobs(server.ctx)
    expect(await idsOf(ada)).toEqual([])
    expect(await jobs()).toMatchObject([{ user_id: ada.id, below_id: null }])
    await letTimePass()
    expect(await measured('jobs')).toBe(1)
    expect(await measured('age_seconds')).toBeGreaterThan(1e9)
    await sql`
      insert into messages (realm_id, sender_id, stream_id, topic, content, rendered_content,
        client, sent_at)
      select realm_id, ${ada.id}, id, 't', 'late', 'late', 'test', now() from streams
      where name = ${`many ${ada.id}`}`.execute(server.db)
    expect(await idsOf(ada)).toHaveLength(1)
    await deleteAll()
    expect(await idsOf(ada)).toEqual([])
    expect(await measured('jobs')).toBe(0)
    expect(await measured('age_seconds')).toBe(0)
  })
})

describe('a deleted profile', () => {
  it('has another name and no picture, values and status, as events tell', async () => {
    const [ada, bo] = await server.users('ada-profile', 'bo-profile')
    const administrator = await server.user('profile-admin', 'administrator')
    const bot = await server.bot(ada, 'profile-bot')
    const field = { name: 'Food', field_type: 1 }
    const { id } = await server.owner.call('POST /realm/profile_fields', field)
    const data = [{ id, value: 'tea' }]
    expectSuccess(await ada.patch('/users/me/profile_data', { data }))
    expectSuccess(await ada.post('/users/me/status', { status_text: 'on a journey' }))
    await server.stream('profiles', { subscribers: [ada, bo] })
    const message = await ada.send('profiles', 't', 'stays')
    await expectEventsToExplain(
      server,
      { owner: server.owner, administrator, member: bo },
      async () => expectSuccess(await deactivate(ada, { delete_profile: true })),
    )
    const { user } = await bo.call('GET /users/{user_id}', {
      user_id: ada.id,
      include_custom_profile_fields: true,
    })
    expect(user).toMatchObject({
      full_name: 'Deleted user',
      email: expect.stringMatching(`^user${ada.id}@`),
      delivery_email: null,
      profile_data: {},
      is_active: false,
    })
    const seen = await administrator.call('GET /users/{user_id}', { user_id: ada.id })
    expect(seen.user).toMatchObject({ delivery_email: ada.email })
    const its = await bo.call('GET /users/{user_id}', { user_id: bot.id })
    expect(its.user).toMatchObject({ full_name: 'Deleted user', is_active: false })
    const status = await bo.call('GET /users/{user_id}/status', { user_id: ada.id })
    expect(status.status).toEqual({})
    const page = { anchor: message, num_before: 0, num_after: 0 }
    const { messages } = await bo.call('GET /messages', page)
    expect(messages).toMatchObject([{ content: '<p>stays</p>', sender_full_name: 'Deleted user' }])
    expect(await jobs()).toEqual([])
  })

  it('has no uploaded picture, and a name in the language of the organization', async () => {
    const [ada, bo] = await server.users('ada-picture', 'bo-picture')
    expectSuccess(await server.owner.patch('/realm', { default_language: 'de' }))
    await server.db
      .updateTable('users')
      .set({ avatar_key: 'a'.repeat(32) })
      .where('id', '=', ada.id)
      .execute()
    expectSuccess(await deactivate(ada, { delete_profile: true }))
    expectSuccess(await server.owner.patch('/realm', { default_language: 'en' }))
    const { user } = await bo.call('GET /users/{user_id}', { user_id: ada.id })
    expect(user).toMatchObject({ full_name: 'Gelöschte Person', avatar_version: 2 })
    expect(user.avatar_url).toContain(`made-${ada.id}`)
    const files = await server.db.selectFrom('doomed_files').select('key').execute()
    const keys = files.map(({ key }) => key)
    expect(keys).toEqual(expect.arrayContaining([expect.stringContaining(`${'a'.repeat(32)}.png`)]))
  })
})
