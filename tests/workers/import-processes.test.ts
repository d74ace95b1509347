import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../../src/server/data/engine/database'
import { archiveOfEmptyRows } from '../support/archives/empty-rows'
import { uploadArchive } from '../support/archives/upload'
import { expectSuccess } from '../support/expectations'
import { writeLargeArchive } from '../support/old-archive'
import type { Person } from '../support/person'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { openTestDatabase, ownerAt, Worker } from '../support/workers'

const messages = 1_500

// Source: docs/protocol/import.md#import-running.
/** The process has the lowest priority, and fills half a gigabyte: beside other tests, it hardly gets a processor. */
const starvedMs = 240_000

describeWithServices('the process of an import', () => {
  let stores: TestStores
  let database: Database
  let folder: string
  let worker: Worker
  let owner: Person

  beforeAll(async () => {
    stores = await createTestStores()
    database = openTestDatabase(stores)
    folder = await mkdtemp(path.join(tmpdir(), 'import-processes-'))
    const archives = path.join(folder, 'archives')
    await mkdir(archives)
    await writeLargeArchive(path.join(folder, 'archive'), messages)
    execFileSync('tar', ['czf', 'archives/good.tar.gz', 'archive'], { cwd: folder })
    // 40 kB, whose values take more than a gigabyte.
    const values = Buffer.alloc(36_000_000, '{},', 'latin1')
    const realm = Buffer.concat([
      Buffer.from('{"zerver_realm":[{"a":['),
      values,
      Buffer.from('{}]}]}'),
    ])
    await mkdir(path.join(folder, 'export'))
    await writeFile(path.join(folder, 'export', 'realm.json'), realm)
    execFileSync('tar', ['czf', 'archives/bomb.tar.gz', 'export'], { cwd: folder })
    worker = await Worker.start(stores, {
      UPLOADS_DIR: path.join(folder, 'uploads'),
      IMPORT_FOLDER: archives,
    })
    owner = await ownerAt(worker)
  })
  afterAll(async () => {
    await worker?.kill()
    await database?.close()
    await stores?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  const job = () =>
    database.query
      .selectFrom('import_jobs')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()

  /** The processes that the worker has started. */
  function children(): number[] {
    const { pid } = worker.process
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    return text === '' ? [] : text.split(' ').map(Number)
  }

  async function killNext(after?: number): Promise<number> {
    let pid = 0
    await untilHolds('the import has a process', () => {
      pid = children().find((each) => each !== after) ?? 0
      return pid > 0
    })
    process.kill(pid, 'SIGKILL')
    return pid
  }

  async function check(archive: string): Promise<number> {
    // The process of an earlier import may outlive its result for a moment, and must not be taken for that of this one.
    await untilHolds('earlier processes have ended', () => children().length === 0)
    const { import: made } = await owner.call('POST /import/realm', { path: archive })
    return made.id
  }

  it('ends for want of memory without the worker, which answers meanwhile', async () => {
    await check('bomb.tar.gz')
    await untilHolds('the import has a process', () => children().length > 0)
    const before = worker.process.pid
    let answers = 0
    const hasFailed = async () => {
      await owner.call('GET /users/me')
      answers += 1
      return (await job()).state === 'failed'
    }
    await untilHolds('the import has failed', hasFailed, starvedMs)
    expect(answers).toBeGreaterThan(1)
    expect(worker.process.pid).toBe(before)
    expect(await job()).toMatchObject({
      error: 'The archive needs more memory than an import may use.',
      attempts: 1,
    })
  }, 300_000)

  it.each([
    ['is refused', 'a', 3_000_000, 'realm.json has no organization.'],
    ['is refused', 'a', 116_000_000, 'realm.json has no organization.'],
    [
      'takes too much memory',
      'zerver_realm',
      116_000_000,
      'The archive needs more memory than an import may use.',
    ],
  ])(
    'reads an uploaded archive that %s: a table %s of %i empty rows',
    async (_end, table, rows, error) => {
      const bytes = await archiveOfEmptyRows(table, rows)
      expect(bytes.length).toBeLessThan(rows / 250)
      await uploadArchive(owner, bytes, 'archive.tar.gz')
      const before = worker.process.pid
      const hasFailed = async () => {
        await owner.call('GET /users/me')
        return (await job()).state === 'failed'
      }
      await untilHolds('the import has failed', hasFailed, starvedMs)
      expect(await job()).toMatchObject({ error, attempts: 1 })
      expect(worker.process.pid).toBe(before)
    },
    300_000,
  )

  it('is replaced once when it dies, and the import is exact', async () => {
    const id = await check('good.tar.gz')
    await untilHolds('the dry run has ended', async () => (await job()).state === 'checked')
    expectSuccess(await owner.post(`/import/realm/${id}/start`))
    await killNext()
    await untilHolds('the import has ended', async () => (await job()).state === 'done')
    const { imports } = await owner.call('GET /import/realm')
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from import_keys where kind = 'message'`.execute(database.query)
    const count = rows[0]?.count ?? 0
    expect(imports[0]?.kinds?.['message']?.written).toBe(count)
    expect(count).toBeGreaterThanOrEqual(messages)
  })

  it('is not replaced when it dies a second time; its owner may start it again', async () => {
    const id = await check('good.tar.gz')
    await killNext(await killNext())
    await untilHolds('the dry run has failed', async () => (await job()).state === 'failed')
    const error =
      'The import ended twice without a result, so the server does not try it again by itself.'
    expect(await job()).toMatchObject({ id, error, attempts: 2 })
    const { imports } = await owner.call('GET /import/realm')
    expect(imports[0]).toMatchObject({ id, state: 'failed', error })
  })

  it('ends with its worker', async () => {
    await check('good.tar.gz')
    await untilHolds('the import has a process', () => children().length > 0)
    const [pid = 0] = children()
    await worker.kill()
    await untilHolds('the process has ended', () => {
      try {
        process.kill(pid, 0)
        return false
      } catch {
        return true
      }
    })
    worker = await Worker.start(stores, { IMPORT_FOLDER: path.join(folder, 'archives') })
    await database.query
      .updateTable('import_jobs')
      .set({ due_at: new Date(0) })
      .where('ended_at', 'is', null)
      .execute()
    await untilHolds('another worker has gone on', async () => (await job()).state === 'checked')
  })
})
