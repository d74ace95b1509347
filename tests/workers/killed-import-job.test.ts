import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../../src/server/data/engine/database'
import { expectSuccess } from '../support/expectations'
import { writeLargeArchive } from '../support/old-archive'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { openTestDatabase, ownerAt, Worker } from '../support/workers'

const messages = 4_000

describeWithServices('an import of an owner whose worker is killed', () => {
  let stores: TestStores
  let database: Database
  let folder: string
  const workers: Worker[] = []

  beforeAll(async () => {
    stores = await createTestStores()
    database = openTestDatabase(stores)
    folder = await mkdtemp(path.join(tmpdir(), 'killed-import-job-'))
    await writeLargeArchive(path.join(folder, 'archive'), messages)
    execFileSync('tar', ['czf', 'archive.tar.gz', 'archive'], { cwd: folder })
  })
  afterAll(async () => {
    for (const worker of workers) await worker.kill()
    await database.close()
    await stores.remove()
    await rm(folder, { recursive: true, force: true })
  })

  async function start(): Promise<Worker> {
    const worker = await Worker.start(stores, { UPLOADS_DIR: path.join(folder, 'uploads') })
    workers.push(worker)
    return worker
  }
  const job = () =>
    database.query.selectFrom('import_jobs').selectAll().orderBy('id', 'desc').executeTakeFirst()
  const written = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from import_keys
      join messages using (realm_id, id) where kind = 'message'`.execute(database.query)
    return rows[0]?.count ?? 0
  }

  it('goes on at another worker, with the same uploaded archive', async () => {
    const first = await start()
    const owner = await ownerAt(first)
    const bytes = await readFile(path.join(folder, 'archive.tar.gz'))
    const answer = await owner.call('POST /import/realm', {
      file_name: 'archive.tar.gz',
      bytes: bytes.length,
    })
    const { id, part_bytes: partBytes } = answer.import
    for (let number = 0; number * (partBytes ?? 1) < bytes.length; number += 1) {
      const part = bytes.subarray(number * (partBytes ?? 1), (number + 1) * (partBytes ?? 1))
      expectSuccess(await owner.upload(`/import/realm/${id}/parts/${number}`, part, 'part'))
    }
    await untilHolds('the dry run has ended', async () => (await job())?.state === 'checked')
    expect((await job())?.format).toBe('zulip')
    expectSuccess(await owner.post(`/import/realm/${id}/start`))
    await untilHolds('messages are imported', async () => (await written()) > 0)
    await first.kill()
    expect((await job())?.state).toBe('importing')
    const before = await written()
    expect(before).toBeLessThan(messages)

    // The lease of the dead worker ends.
    await database.query
      .updateTable('import_jobs')
      .set({ due_at: new Date(0) })
      .execute()
    const second = await start()
    await untilHolds('the import has ended', async () => (await job())?.state === 'done')
    const { imports } = await (await ownerAt(second)).call('GET /import/realm')
    const [record] = imports
    expect(record?.kinds?.['message']?.written).toBe(await written())
    expect(await written()).toBeGreaterThanOrEqual(messages)
    const begun = await database.query
      .selectFrom('import_jobs')
      .select('attempts')
      .executeTakeFirstOrThrow()
    expect(begun.attempts).toBe(3)
  })
})
