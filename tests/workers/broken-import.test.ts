import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { discordExport } from '../support/archives/discord-export'
import { sketchOrganization } from '../support/archives/organization'
import { writeFiles } from '../support/archives/zip'
import { bundledParley } from '../support/bundle/bundle'
import { present } from '../support/checked'
import { writeLargeArchive } from '../support/old-archive'
import { importedState } from '../support/imported-state'
import { randomOf, sampled, sampledCount } from '../support/sample'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { openTestDatabase } from '../support/workers'

const program = bundledParley()
const messages = 4_000

/** Numbers of imported records at which a run is killed: from the first of them to the last, by the seed. */
function killPoints(all: number, kind: string, most: number): number[] {
  const random = randomOf(`killed import of ${kind}`)
  const points = Array.from({ length: 10 }, () => random.between(0, all - 1))
  const drawn = random.shuffled(points).slice(0, most)
  return drawn.sort((one, other) => one - other)
}

describeWithServices(sampled('an import that is killed at random points'), () => {
  let stores: TestStores
  let env: Record<string, string | undefined>
  let folder: string

  beforeAll(async () => {
    stores = await createTestStores()
    await stores.emptyDatabase()
    const url = new URL(present(stores.settings['DATABASE_URL'], 'DATABASE_URL'))
    url.searchParams.set('options', `-c search_path=${stores.searchPath}`)
    folder = await mkdtemp(path.join(tmpdir(), 'killed-import-'))
    env = {
      PATH: process.env['PATH'],
      ...stores.settings,
      DATABASE_URL: url.href,
      UPLOADS_DIR: folder,
    }
    await writeLargeArchive(path.join(folder, 'zulip'), messages)
    await writeFiles(path.join(folder, 'discord'), discordExport(sketchOrganization(messages)))
    expect(await finished(start('migrate'))).toBe(0)
  })
  afterAll(async () => {
    await stores.remove()
    await rm(folder, { recursive: true, force: true })
  })

  const start = (...args: string[]) =>
    spawn(process.execPath, [program, ...args], { env, stdio: 'ignore' })
  const startImport = (kind: string, into: string) =>
    start('import', path.join(folder, kind), '--into', into, '--resume', '--priority', 'normal')

  async function finished(child: ReturnType<typeof spawn>): Promise<number | null> {
    await once(child, 'exit')
    return child.exitCode
  }

  it.each([
    { kind: 'zulip', further: 7, kills: sampledCount(10, 0.4) },
    { kind: 'discord', further: 8, kills: sampledCount(4, 0.5) },
  ])(
    'goes on from $kind and ends as an undisturbed one; a further run changes nothing',
    async ({ kind, further, kills }) => {
      const [undisturbed, broken] = [`undisturbed-${kind}`, `killed-${kind}`]
      const database = openTestDatabase(stores)
      const db = database.query
      const imported = async (into: string): Promise<number> => {
        const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from import_keys
        where realm_id = (select id from realms where string_id = ${into})`.execute(db)
        return rows[0]?.count ?? 0
      }
      try {
        expect(await finished(startImport(kind, undisturbed))).toBe(0)
        const all = await imported(undisturbed)
        let killed = 0
        for (const enough of killPoints(all, kind, kills)) {
          const child = startImport(kind, broken)
          await untilHolds(
            `${enough} records are imported`,
            async () => (await imported(broken)) >= enough || child.exitCode !== null,
          )
          if (child.kill('SIGKILL')) killed++
          if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
        }
        expect(killed).toBeGreaterThan(0)
        expect(await finished(startImport(kind, broken))).toBe(0)

        const expected = await importedState(db, undisturbed)
        expect(expected['messages']).toHaveLength(messages + further)
        expect(await importedState(db, broken)).toEqual(expected)

        const rowsOf = async () =>
          (
            await sql`
            select 'm' || m::text as row from messages m union all select 't' || t::text from subscriptions t
            union all select 'k' || k::text from import_keys k union all select 'i' || i::text from imports i
            union all select 'u' || u::text from users u order by 1`.execute(db)
          ).rows
        const before = await rowsOf()
        expect(await finished(startImport(kind, broken))).toBe(0)
        expect(await rowsOf()).toEqual(before)
      } finally {
        await database.close()
      }
    },
  )
})
