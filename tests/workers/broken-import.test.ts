import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { built } from '../support/built-server'
import { writeLargeArchive } from '../support/old-archive'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { openTestDatabase } from '../support/workers'

const program = built('cli/main.js')
const messages = 4_000

describeWithServices('an import that is killed', () => {
  let stores: TestStores
  let env: Record<string, string | undefined>
  let folder: string

  beforeAll(async () => {
    stores = await createTestStores()
    await stores.emptyDatabase()
    const url = new URL(stores.settings['DATABASE_URL'] as string)
    url.searchParams.set('options', `-c search_path=${stores.searchPath}`)
    folder = await mkdtemp(path.join(tmpdir(), 'killed-import-'))
    env = {
      PATH: process.env['PATH'],
      ...stores.settings,
      DATABASE_URL: url.href,
      UPLOADS_DIR: folder,
    }
    await writeLargeArchive(path.join(folder, 'archive'), messages)
    expect(await finished(start('migrate'))).toBe(0)
  })
  afterAll(async () => {
    await stores.remove()
    await rm(folder, { recursive: true, force: true })
  })

  const start = (...args: string[]) =>
    spawn(process.execPath, [program, ...args], { env, stdio: 'ignore' })
  const startImport = (into: string) =>
    start('import', path.join(folder, 'archive'), '--into', into, '--resume')

  async function finished(child: ReturnType<typeof spawn>): Promise<number | null> {
    const [code] = (await once(child, 'exit')) as [number | null]
    return code
  }

  it('goes on, and ends as an undisturbed one; a further run changes nothing', async () => {
    const database = openTestDatabase(stores)
    const db = database.query
    const written = async (): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from messages
        where realm_id = (select id from realms where string_id = 'killed')`.execute(db)
      return rows[0]?.count ?? 0
    }
    try {
      expect(await finished(startImport('undisturbed'))).toBe(0)
      for (const enough of [0, 1, 800, 1_600, 2_400, 3_200]) {
        const child = startImport('killed')
        await untilHolds(
          'messages are imported',
          async () => (await written()) >= enough || child.exitCode !== null,
        )
        child.kill('SIGKILL')
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      }
      expect(await finished(startImport('killed'))).toBe(0)

      const state = async (name: string) => {
        const { rows } = await sql`
          with realm as (select id from realms where string_id = ${name} and deactivated_at is null),
          numbered as (
            select m.*, row_number() over (order by m.id) as number from messages m join realm on realm.id = m.realm_id
          )
          select number, topic, sent_at, regexp_replace(content, '[0-9]+', '', 'g') as content,
            (select name from streams s where s.id = numbered.stream_id) as stream,
            (select full_name from users u where u.id = numbered.sender_id) as sender,
            (select array_agg(u.full_name order by 1) from subscriptions t join users u on u.id = t.user_id
              where t.realm_id = numbered.realm_id and t.stream_id = numbered.stream_id
                and not t.read @> numbered.id) as unread_by,
            (select count(*)::int from message_flags f where f.message_id = numbered.id) as flags
          from numbered order by number`.execute(db)
        return rows
      }
      const expected = await state('undisturbed')
      expect(expected).toHaveLength(messages + 6)
      expect(await state('killed')).toEqual(expected)

      const rowsOf = async () =>
        (
          await sql`
            select 'm' || m::text as row from messages m union all select 't' || t::text from subscriptions t
            union all select 'k' || k::text from import_keys k union all select 'i' || i::text from imports i
            union all select 'u' || u::text from users u order by 1`.execute(db)
        ).rows
      const before = await rowsOf()
      expect(await finished(startImport('killed'))).toBe(0)
      expect(await rowsOf()).toEqual(before)
    } finally {
      await database.close()
    }
  })
})
