import { makeExports } from '../../src/server/moving/exports/maker'
import { deleteDoomedFiles } from '../../src/server/chat/jobs/retention/purge'
import { readArchive } from '../support/archives'
import type { ReadArchive, Row } from '../support/archives'
import { asBytes, asNumber, firstOf, present } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useOwnServer } from '../support/own-server'
import { uploadedBy } from '../support/uploads'

let now = Date.now()
const server = useOwnServer({ clock: { now: () => new Date(now) } })
const laterDays = (days: number) => (now += days * 86_400_000)
const make = () => makeExports(server.ctx)

interface ExportRecord extends Row {
  id: number
  export_url: string | null
}

async function listed(): Promise<ExportRecord[]> {
  const answer = await server.owner.call('GET /export/realm')
  return answer.exports
}

/** Requests an export; 1 and 2 are the kinds as older clients name them. */
async function request(exportType?: 1 | 2): Promise<number> {
  const args = exportType === undefined ? {} : { export_type: exportType }
  return asNumber(expectSuccess(await server.owner.post('/export/realm', args))['id'])
}

async function download(id: number): Promise<ReadArchive> {
  const found = (await listed()).find((each) => each.id === id)
  const response = await server.owner.file(
    present(present(found, 'found').export_url, 'export_url'),
  )
  expect(response.status).toBe(200)
  return readArchive(asBytes(response.body))
}

const idsOf = (rows: readonly Row[], column = 'id') => rows.map((row) => asNumber(row[column]))

describe('the right to export', () => {
  it.each([
    ['an owner', 'owner', true],
    ['an administrator', 'administrator', true],
    ['a member', undefined, false],
    ['a guest', 'guest', false],
  ] as const)('belongs to owners and administrators: %s', async (_who, role, may) => {
    const person =
      role === 'owner' ? server.owner : await server.user(`exporter-${String(role)}`, role)
    const refused = { msg: 'Must be an organization administrator' }
    for (const answer of [
      await person.get('/export/realm'),
      await person.get('/export/realm/consents'),
    ]) {
      if (may) expectSuccess(answer)
      else expectError(answer, 400, refused)
    }
    if (!may) {
      expectError(await person.post('/export/realm'), 400, refused)
      expectError(await person.delete('/export/realm/1'), 400, refused)
      expectError(
        await person.file(`/user_avatars/exports/1/${'0'.repeat(32)}/x.tar.gz`),
        400,
        refused,
      )
    }
  })

  it('comes with a list of the users who consented to the export of their private data', async () => {
    const [carla] = await server.users('carla')
    await consent(carla)
    const { export_consents: consents } = expectSuccess(
      await server.owner.get('/export/realm/consents'),
    )
    expect(consents).toContainEqual({
      ...{ user_id: carla.id, consented: true },
      email_address_visibility: 1,
    })
    expect(consents).toContainEqual(
      expect.objectContaining({ user_id: server.owner.id, consented: false }),
    )
  })
})

async function consent({ id }: Person): Promise<void> {
  await server.db
    .updateTable('users')
    .set({ settings: { allow_private_data_export: true } })
    .where('id', '=', id)
    .execute()
}

describe('an export', () => {
  let alice: Person
  let bob: Person
  let carol: Person
  const sent: Record<string, number> = {}
  let streams: Record<'open' | 'closed' | 'consenting', number>
  let openFile: string
  let privateFile: string

  beforeAll(async () => {
    ;[alice, bob, carol] = await server.users('alice', 'bob', 'carol')
    streams = {
      open: (await server.stream('open', { subscribers: [alice, bob] })).id,
      closed: (await server.stream('closed', { subscribers: [bob, carol], inviteOnly: true })).id,
      consenting: (
        await server.stream('consenting', { subscribers: [alice, bob], inviteOnly: true })
      ).id,
    }
    openFile = await uploadedBy(alice, 'open.txt', Buffer.from('open bytes'), 'text/plain')
    privateFile = await uploadedBy(bob, 'private.txt', Buffer.from('private'), 'text/plain')
    sent['open'] = await alice.send('open', 'Lunch', `[f](${openFile}) @**Bob** @**all**`)
    sent['closed'] = await bob.send('closed', 't', `[f](${privateFile})`)
    sent['consenting'] = await bob.send('consenting', 't', 'x')
    sent['pair'] = await alice.sendPrivately([bob.id], 'psst')
    sent['foreign pair'] = await bob.sendPrivately([carol.id], 'between us alone')
    sent['self'] = await alice.sendPrivately([alice.id], 'note')
    sent['group'] = await alice.sendPrivately([bob.id, carol.id], 'you two')
    expectSuccess(await bob.post(`/messages/${sent['open']}/reactions`, { emoji_name: 'tada' }))
    expectSuccess(await alice.patch(`/messages/${sent['open']}`, { topic: 'Dinner' }))
    const star = { messages: [sent['open'], sent['pair']], op: 'add', flag: 'starred' }
    expectSuccess(await alice.post('/messages/flags', star))
    const read = { messages: [sent['open']], op: 'add', flag: 'read' }
    expectSuccess(await bob.post('/messages/flags', read))
    expectSuccess(await alice.post('/users/me/alert_words', { alert_words: ['pizza'] }))
    expectSuccess(await bob.post('/users/me/alert_words', { alert_words: ['pasta'] }))
    await consent(alice)
  })

  it('is announced to administrators and its requester, and then available', async () => {
    const queue = await server.owner.register({ event_types: ['realm_export', 'message'] })
    const bobs = await bob.register({ event_types: ['realm_export', 'message'] })
    const id = await request()
    const record = {
      id,
      acting_user_id: server.owner.id,
      ...{ export_type: 'public', format: 'zulip' },
      failed_timestamp: null,
    }
    expect((await listed()).at(-1)).toMatchObject({ ...record, pending: true, export_url: null })
    expectError(await server.owner.delete(`/export/realm/${id}`), 400, {
      msg: 'Export still in progress',
    })
    await make()
    const events = await server.owner.pollUntil(queue, 'message')
    expect(events).toMatchObject([
      { type: 'realm_export', exports: [{ ...record, pending: true }] },
      { type: 'realm_export', exports: [{ ...record, pending: false }] },
      { type: 'message', message: { sender_full_name: 'Notification Bot' } },
    ])
    expect(JSON.stringify(events.at(-1))).toContain('Your data export is complete.')
    await alice.sendPrivately([bob.id], 'done')
    expect(await bob.pollUntil(bobs, 'message')).toMatchObject([{ type: 'message' }])

    const made = firstOf(await listed())
    expect(made.export_url).toMatch(
      /^\/user_avatars\/exports\/\d+\/[0-9a-f]{32}\/zulip-export-.*\.tar\.gz$/,
    )
    expectError(await bob.file(present(made.export_url, 'export_url')), 400)
    expectSuccess(await server.owner.delete(`/export/realm/${id}`))
    expect(await listed()).toMatchObject([
      { ...record, export_url: null, deleted_timestamp: expect.any(Number) },
    ])
    while (await deleteDoomedFiles(server.ctx));
    expect((await server.owner.file(present(made.export_url, 'export_url'))).status).toBe(404)
    expectError(await server.owner.delete(`/export/realm/${id}`), 400, {
      msg: 'Export already deleted',
    })
    expectError(await server.owner.delete('/export/realm/999'), 400, {
      msg: 'Invalid data export ID',
    })
  })

  it('contains only public data if it is public', async () => {
    const id = await request(1)
    await make()
    const archive = await download(id)
    const ids = idsOf(archive.messages)
    expect(ids).toContain(sent['open'])
    for (const kind of ['closed', 'consenting', 'pair', 'foreign pair', 'self', 'group']) {
      expect(ids).not.toContain(sent[kind])
    }
    expect(idsOf(present(archive.tables['zerver_stream'], 'zerver_stream'))).not.toContain(
      streams.closed,
    )
    expect(archive.usermessages).toEqual([])
    expect(archive.tables['zerver_alertword']).toEqual([])
    expect(archive.attachments.map((row) => row['file_name'])).toEqual(['open.txt'])
    expect([...archive.files.values()].join()).not.toContain('between us alone')
    expect(
      present(archive.tables['zerver_userprofile'], 'zerver_userprofile').find(
        (row) => row['id'] === alice.id,
      ),
    ).toEqual(expect.not.objectContaining({ enter_sends: expect.anything() }))
  })

  it('contains also the private data of users who consented if it is of the standard kind', async () => {
    const id = await request(2)
    await make()
    const archive = await download(id)
    const ids = idsOf(archive.messages)
    for (const kind of ['open', 'consenting', 'pair', 'self', 'group']) {
      expect(ids).toContain(sent[kind])
    }
    for (const kind of ['closed', 'foreign pair']) expect(ids).not.toContain(sent[kind])
    expect(idsOf(present(archive.tables['zerver_stream'], 'zerver_stream'))).not.toContain(
      streams.closed,
    )
    expect(new Set(idsOf(archive.usermessages, 'user_profile'))).toContain(alice.id)
    expect(new Set(idsOf(archive.usermessages, 'user_profile'))).not.toContain(bob.id)
    expect(archive.tables['zerver_alertword']).toMatchObject([{ word: 'pizza' }])
    expect(idsOf(present(archive.tables['zerver_userprofile'], 'zerver_userprofile'))).toContain(
      alice.id,
    )
    expect(
      idsOf(present(archive.tables['zerver_userprofile'], 'zerver_userprofile')),
    ).not.toContain(bob.id)
    const dummies = present(
      archive.tables['zerver_userprofile_mirrordummy'],
      'zerver_userprofile_mirrordummy',
    )
    expect(dummies.find((row) => row['id'] === bob.id)).toMatchObject({
      is_active: false,
      is_mirror_dummy: true,
    })
    expect([...archive.files.values()].join()).not.toContain('between us alone')
    expect(archive.names.join()).not.toContain('private.txt')
  })

  it('is made five times a week at most', async () => {
    laterDays(8)
    for (let count = 0; count < 5; count += 1) await request()
    expectError(await server.owner.post('/export/realm'), 400, {
      code: 'BAD_REQUEST',
      msg: 'Exceeded rate limit.',
    })
    laterDays(8)
    await request()
    await make()
  })

  it('says that it failed, and is begun again when its worker died', async () => {
    laterDays(8)
    const id = await request()
    // As a worker leaves it that was killed.
    const leave = (attempts: number) =>
      server.db
        .updateTable('realm_exports')
        .set({ attempts, due_at: new Date(0) })
        .where('id', '=', id)
        .execute()
    await leave(1)
    await make()
    expect((await listed()).at(-1)).toMatchObject({ id, pending: false, failed_timestamp: null })

    const doomed = await request()
    await server.db
      .updateTable('realm_exports')
      .set({ attempts: 2 })
      .where('id', '=', doomed)
      .execute()
    await make()
    expect((await listed()).at(-1)).toMatchObject({
      id: doomed,
      pending: false,
      failed_timestamp: expect.any(Number),
      export_url: null,
    })
    expectError(await server.owner.delete(`/export/realm/${doomed}`), 400, {
      msg: 'Export failed, nothing to delete',
    })
  })

  it('has a thread renew its lease while it is made', async () => {
    laterDays(8)
    await request()
    const keepLease = jest.spyOn(server.ctx.db, 'keepLease')
    await make()
    expect(keepLease).toHaveBeenCalledTimes(1)
    keepLease.mockRestore()
  })

  it('is taken over by another worker when its worker stops', async () => {
    laterDays(8)
    const id = await request()
    const stop = new AbortController()
    stop.abort()
    await makeExports(server.ctx, stop.signal)
    expect((await listed()).at(-1)).toMatchObject({ id, pending: true })
    await make()
    expect((await listed()).at(-1)).toMatchObject({ id, pending: false })
  })
})
