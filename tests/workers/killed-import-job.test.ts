import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../../src/server/data/engine/database'
import { expectSuccess } from '../support/expectations'
import { mattermostExport } from '../support/archives/mattermost-export'
import { sketchOrganization } from '../support/archives/organization'
import { writeFiles } from '../support/archives/zip'
import { writeLargeArchive } from '../support/old-archive'
import { randomOf } from '../support/sample'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { openTestDatabase, ownerAt, Worker } from '../support/workers'

const messages = 4_000

/** The process of an import has the lowest priority: beside other tests, it hardly gets a processor. */
const starvedMs = 240_000

interface Kind {
  kind: 'zulip' | 'mattermost'
  write: (folder: string) => Promise<void>
  /** Messages beside the numbered ones: of the sketch, and notices. */
  further: number
}

const kinds: Kind[] = [
  { kind: 'zulip', write: (folder) => writeLargeArchive(folder, messages), further: 7 },
  {
    kind: 'mattermost',
    write: (folder) => writeFiles(folder, mattermostExport(sketchOrganization(messages))),
    further: 8,
  },
]

describeWithServices('an import of an owner whose worker is killed', () => {
  describe.each(kinds)('an import from $kind whose worker is killed', (kind) => tellOfKill(kind))
})

function tellOfKill({ kind, write, further }: Kind): void {
  /** Messages after which the worker is killed, by the seed. */
  const enough = randomOf(`killed worker with an import of ${kind}`).between(1, messages - 1_000)

  let stores: TestStores
  let database: Database
  let folder: string
  const workers: Worker[] = []

  beforeAll(async () => {
    stores = await createTestStores()
    database = openTestDatabase(stores)
    folder = await mkdtemp(path.join(tmpdir(), 'killed-import-job-'))
    await write(path.join(folder, 'archive'))
    execFileSync('tar', ['czf', 'archive.tar.gz', '-C', 'archive', '.'], { cwd: folder })
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

  it(
    `goes on at another worker, with the same uploaded archive, after ${enough} messages`,
    async () => {
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
      await untilHolds(
        'the dry run has ended',
        async () => (await job())?.state === 'checked',
        starvedMs,
      )
      expect((await job())?.format).toBe(kind)
      expectSuccess(await owner.post(`/import/realm/${id}/start`))
      await untilHolds('messages are imported', async () => (await written()) >= enough, starvedMs)
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
      await untilHolds(
        'the import has ended',
        async () => (await job())?.state === 'done',
        starvedMs,
      )
      const { imports } = await (await ownerAt(second)).call('GET /import/realm')
      const [record] = imports
      expect(record?.kinds?.['message']?.written).toBe(await written())
      expect(await written()).toBe(messages + further)
      const begun = await database.query
        .selectFrom('import_jobs')
        .select('attempts')
        .executeTakeFirstOrThrow()
      expect(begun.attempts).toBe(3)
    },
    3 * starvedMs,
  )
}
