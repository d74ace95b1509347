import { randomBytes } from 'node:crypto'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createImporterHere } from '../../src/server/moving/import-jobs/importer-here'
import { openOutside } from '../../src/server/moving/import-jobs/outside-archive'
import { runImports } from '../../src/server/moving/import-jobs/runner'
import { takeImport } from '../../src/server/data/import/jobs'
import { deleteDoomedFiles } from '../../src/server/chat/jobs/retention/purge'
import type { RealmImportRecord } from '../../src/shared/realm-imports'
import { sketchOrganization } from '../support/archives/organization'
import { slackExport } from '../support/archives/slack-export'
import { uploadArchive } from '../support/archives/upload'
import { archiveOfEmptyRows } from '../support/archives/empty-rows'
import { zipOf } from '../support/archives/zip'
import { firstOf } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { useOwnServer } from '../support/own-server'
import type { Person } from '../support/person'

const now = Date.now()
const folder = path.join(tmpdir(), `parley-imports-${process.pid}`)
const server = useOwnServer({
  clock: { now: () => new Date(now) },
  settings: {
    ...{ IMPORT_FOLDER: path.join(folder, 'allowed'), IMPORT_MAX_MIB: '2' },
    MAX_FILE_UPLOAD_MIB: '1',
  },
})
const run = () => runImports(server.ctx)
const archive = () => zipOf(slackExport(sketchOrganization()))

beforeAll(async () => {
  await mkdir(path.join(folder, 'allowed'), { recursive: true })
  await writeFile(path.join(folder, 'allowed', 'team.zip'), archive())
  await writeFile(path.join(folder, 'secret.zip'), archive())
  await symlink(path.join(folder, 'secret.zip'), path.join(folder, 'allowed', 'link.zip'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function request(owner: Person, args: Record<string, unknown>): Promise<RealmImportRecord> {
  return (await owner.call('POST /import/realm', args)).import
}

async function latest(owner: Person): Promise<RealmImportRecord> {
  const { imports } = await owner.call('GET /import/realm')
  return firstOf(imports)
}

const owners = async (name: string) => (await server.realm(name)).owner

describe('an import', () => {
  it.each([
    ['an administrator', 'administrator'],
    ['a member', undefined],
  ] as const)('is refused to %s', async (_who, role) => {
    const person = await server.user(`importer-${String(role)}`, role)
    const refused = { msg: 'Must be an organization owner' }
    const { id } = await request(server.owner, { file_name: 'x.zip', bytes: 10 })
    expectError(await person.get('/import/realm'), 400, refused)
    expectError(await person.post('/import/realm', { path: 'team.zip' }), 400, refused)
    expectError(await person.post(`/import/realm/${id}/start`), 400, refused)
    expectError(await person.delete(`/import/realm/${id}`), 400, refused)
    expectError(await person.get(`/import/realm/${id}/report`), 400, refused)
    expectError(
      await person.upload(`/import/realm/${id}/parts/0`, Buffer.alloc(10), 'part'),
      400,
      refused,
    )
    const other = await owners(`foreign-${String(role)}`)
    expectError(await other.delete(`/import/realm/${id}`), 400, { msg: 'Invalid import ID' })
    expectSuccess(await server.owner.delete(`/import/realm/${id}`))
  })
})

describe('an uploaded archive', () => {
  it('is checked, imported when it is started, and deleted afterwards', async () => {
    const owner = await owners('uploads')
    const queue = await owner.register({ event_types: ['realm_import'] })
    const bytes = archive()
    const id = await uploadArchive(owner, bytes)
    await run()
    const checked = await latest(owner)
    expect(checked).toMatchObject({ id, state: 'checked', format: 'slack', error: null })
    expect(checked.kinds?.['message']?.read).toBeGreaterThan(0)
    expect(checked.kinds?.['message']?.written).toBe(checked.kinds?.['message']?.read)
    expect(checked.records_total).toBe(checked.records_read)
    const events = await owner.poll(queue, { dont_block: true })
    const states = events.map((event) => (event['import'] as RealmImportRecord).state)
    expect(new Set(states)).toEqual(new Set(['uploading', 'checking', 'checked']))
    expectSuccess(await owner.post(`/import/realm/${id}/start`))
    await run()
    const done = await latest(owner)
    expect(done).toMatchObject({ id, state: 'done', error: null })
    expect(done.kinds?.['message']?.written).toBe(done.kinds?.['message']?.read)

    const report = await owner.file(`/api/v1/import/realm/${id}/report`)
    expect(report.body).toMatchObject({ kinds: done.kinds })
    expect(report.headers['content-disposition']).toContain(`import-${id}.json`)
    const { path_key: key } = await server.db
      .selectFrom('import_jobs')
      .select('path_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await deleteDoomedFiles(server.ctx)
    const { realm_id: realmId } = await server.db
      .selectFrom('users')
      .select('realm_id')
      .where('id', '=', owner.id)
      .executeTakeFirstOrThrow()
    expect(await server.ctx.files.store.read(`imports/${realmId}/${key}/0`)).toBeUndefined()

    // The same archive again changes nothing.
    const again = await uploadArchive(owner, bytes)
    await run()
    expectSuccess(await owner.post(`/import/realm/${again}/start`))
    await run()
    expect((await latest(owner)).kinds?.['message']).toMatchObject({ written: 0 })
  })

  it('comes in parts of one size, which may come again', async () => {
    const owner = await owners('parts')
    const bytes = Buffer.alloc(1024 * 1024 + 5)
    const refused = await owner.post('/import/realm', { file_name: 'x', bytes: 3 * 1024 * 1024 })
    expectError(refused, 400, {
      msg: 'The archive is larger than the allowed limit of 2 MiB.',
    })
    const { id, part_bytes: size } = await request(owner, {
      file_name: '../../etc/passwd',
      bytes: bytes.length,
    })
    expect(size).toBe(1024 * 1024)
    expect((await latest(owner)).file_name).toBe('passwd')
    const send = (number: number, length: number) =>
      owner.upload(`/import/realm/${id}/parts/${number}`, Buffer.alloc(length), 'part')
    expectError(await send(1, 4), 400, { msg: 'This part of the archive must have 5 bytes.' })
    expectError(await send(2, 5), 400, { msg: 'No such part of the archive is expected.' })
    for (const _ of [1, 2]) expectSuccess(await send(1, 5))
    expect(await latest(owner)).toMatchObject({ state: 'uploading' })
    expectSuccess(await send(0, 1024 * 1024))
    await run()
    const message = 'The kind of the archive is unknown. On the command line, --from names it.'
    expect(await latest(owner)).toMatchObject({ state: 'failed', error: message })
  })

  it('keeps the size of its parts when the setting changes', async () => {
    const owner = await owners('resized')
    const files = slackExport(sketchOrganization())
    files.set('__uploads/F9/noise.bin', randomBytes(1024 * 1024))
    const bytes = zipOf(files)
    const { id } = await request(owner, { file_name: 'a.zip', bytes: bytes.length })
    const send = (start: number, end: number) =>
      owner.upload(
        `/import/realm/${id}/parts/${start === 0 ? 0 : 1}`,
        bytes.subarray(start, end),
        'part',
      )
    expectSuccess(await send(0, 1024 * 1024))
    const { config } = server.ctx
    const usual = config.maxFileUploadMib
    try {
      for (const changed of [2, 0.5]) {
        config.maxFileUploadMib = changed
        expect((await latest(owner)).part_bytes).toBe(1024 * 1024)
        expectSuccess(await send(0, 1024 * 1024))
      }
      expectSuccess(await send(1024 * 1024, bytes.length))
      await run()
      expect(await latest(owner)).toMatchObject({ state: 'checked', error: null })
      expectSuccess(await owner.delete(`/import/realm/${id}`))
    } finally {
      config.maxFileUploadMib = usual
    }
  })

  it('is limited to one at a time, and is deleted when it is left for too long', async () => {
    const owner = await owners('alone')
    const { id } = await request(owner, { file_name: 'a.zip', bytes: 10 })
    expectError(await owner.post('/import/realm', { path: 'team.zip' }), 400, {
      msg: 'Another import has not ended yet.',
    })
    expectError(await owner.post(`/import/realm/${id}/start`), 400, {
      msg: 'The import cannot be started now.',
    })
    await server.db
      .updateTable('import_jobs')
      .set({ due_at: new Date(0) })
      .where('id', '=', id)
      .execute()
    await run()
    expect(await latest(owner)).toMatchObject({ id, state: 'cancelled' })
    expectError(await owner.delete(`/import/realm/${id}`), 400, {
      msg: 'The import has already ended.',
    })
  })

  it('takes addresses of people from a file', async () => {
    const owner = await owners('people')
    const bad = await owner.post('/import/realm', { path: 'team.zip', people: 'x,y\nz,no' })
    expect(bad.status).toBe(400)
    for (const people of ['no columns', 'old,new', ' \n ']) {
      const response = await owner.post('/import/realm', { path: 'team.zip', people })
      expectError(response, 400, { code: 'BAD_REQUEST' })
    }
    const people = `ada@example.org,ada@${'new.example.org'}`
    const { id } = await request(owner, { path: 'team.zip', people })
    await run()
    expectSuccess(await owner.post(`/import/realm/${id}/start`))
    await run()
    const found = await server.db
      .selectFrom('users')
      .select('email')
      .where('email', '=', 'ada@new.example.org')
      .execute()
    expect(found).toHaveLength(1)
  })
})

describe('an archive on the server', () => {
  let realms = 0
  it.each([
    ...['../secret.zip', 'link.zip', 'none.zip', '.', '', 'a/../team.zip'],
    path.join(folder, 'secret.zip'),
  ])('is refused at the path "%s"', async (wanted) => {
    const owner = await owners(`leads-out-${(realms += 1)}`)
    expectError(await owner.post('/import/realm', { path: wanted }), 400, {
      msg: 'There is no such archive in the folder of this server.',
    })
    const both = await owner.post('/import/realm', { path: 'team.zip', file_name: 'x', bytes: 1 })
    expectError(both, 400, { msg: 'Name either a file and its size, or a path on the server.' })
  })

  it('waits for a worker that has it', async () => {
    const owner = await owners('waits')
    const { id } = await request(owner, { path: 'team.zip' })
    const config = { ...server.ctx.config, importFolder: tmpdir() }
    await runImports({ ...server.ctx, importer: createImporterHere({ ...server.ctx, config }) })
    expect(await latest(owner)).toMatchObject({ id, state: 'checking', waits_for_file: true })
    await server.db
      .updateTable('import_jobs')
      .set({ due_at: new Date(0) })
      .where('id', '=', id)
      .execute()
    await run()
    expect(await latest(owner)).toMatchObject({ id, state: 'checked', waits_for_file: false })
    expectSuccess(await owner.delete(`/import/realm/${id}`))
  })
})

describe('a running import', () => {
  it('is canceled at its next batch, and cannot write after another worker took it', async () => {
    const owner = await owners('cancels')
    const { id } = await request(owner, { path: 'team.zip' })
    await run()
    expectSuccess(await owner.post(`/import/realm/${id}/start`))
    // A worker that takes it and dies.
    const dead = await takeImport(server.ctx.db.query, 0)
    expect(dead?.id).toBe(id)
    expectSuccess(await owner.delete(`/import/realm/${id}`))
    expect(await latest(owner)).toMatchObject({ state: 'importing', is_cancelled: true })
    await run()
    expect(await latest(owner)).toMatchObject({ state: 'cancelled' })
    const streams = await owner.call('GET /streams')
    expect(streams.streams.map(({ name }) => name)).not.toContain('plans')
  })

  it('is stopped after two attempts without a result, and can be started again', async () => {
    const owner = await owners('tries')
    const { id } = await request(owner, { path: 'team.zip' })
    await run()
    expectSuccess(await owner.post(`/import/realm/${id}/start`))
    for (const _ of [1, 2]) await takeImport(server.ctx.db.query, 0)
    await run()
    expect(await latest(owner)).toMatchObject({
      state: 'checked',
      error:
        'The import ended twice without a result, so the server does not try it again by itself.',
    })
    expectSuccess(await owner.post(`/import/realm/${id}/start`))
    await run()
    expect(await latest(owner)).toMatchObject({ state: 'done', error: null })
  })
})

// Source: docs/protocol/import.md#import-running.
describe('an archive that another process reads', () => {
  const outside = (limits: Parameters<typeof openOutside>[2]) => ({
    ...server.ctx,
    importer: createImporterHere(server.ctx, (file, watch) =>
      openOutside(file, watch, { priority: 0, ...limits }),
    ),
  })

  it('is imported as one that the worker reads itself, files included', async () => {
    const [here, there] = [await owners('reads-here'), await owners('reads-there')]
    const reports = []
    for (const [owner, ctx] of [
      [here, server.ctx],
      [there, outside({})],
    ] as const) {
      const { id } = await request(owner, { path: 'team.zip' })
      await runImports(ctx)
      expectSuccess(await owner.post(`/import/realm/${id}/start`))
      await runImports(ctx)
      const { state, kinds, remarks } = await latest(owner)
      reports.push({ state, kinds, remarks })
    }
    expect(reports[0]).toMatchObject({ state: 'done', kinds: { file: {} } })
    expect(reports[1]).toEqual(reports[0])
  })

  it('ends the process, and not the worker, when it needs too much memory', async () => {
    const owner = await owners('outside-bomb')
    await uploadArchive(owner, await archiveOfEmptyRows('zerver_realm', 3_000_000), 'a.tar.gz')
    await runImports(outside({ heapMib: 64 }))
    expect(await latest(owner)).toMatchObject({
      state: 'failed',
      error: 'The archive needs more memory than an import may use.',
    })
  })

  it('is refused with the sentence of its reader', async () => {
    const owner = await owners('outside-refused')
    await uploadArchive(owner, await archiveOfEmptyRows('a', 1_000), 'a.tar.gz')
    await runImports(outside({}))
    expect(await latest(owner)).toMatchObject({
      state: 'failed',
      error: 'realm.json has no organization.',
    })
  })
})
