import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { openDatabase } from '../../src/server/data/engine/database'
import type { Database } from '../../src/server/data/engine/database'
import { migrate } from '../../src/server/data/engine/migrate'
import { listSequences, listTables } from '../../src/server/data/transfer/tables'
import { systemClock } from '../../src/server/lib/clock'
import { exportDatabase } from '../../src/server/moving/transfer/export-database'
import { importDatabase } from '../../src/server/moving/transfer/import-database'
import { present } from '../support/checked'
import { emptyDatabase } from '../support/empty-database'
import { expectSuccess } from '../support/expectations'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { useOwnServer } from '../support/own-server'

/** Calls the actions of `parley export-database` and `import-database`. */
describe('a database that moves', () => {
  const server = useOwnServer()
  let folder: string
  let stores: TestStores
  const opened: Database[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-dump-'))
    stores = await createTestStores()
  })
  afterAll(async () => {
    for (const database of opened) await database.close()
    await stores.remove()
    await rm(folder, { recursive: true })
  })

  let files = 0
  const dump = async (db: Database): Promise<string> => {
    const file = join(folder, `${(files += 1)}.dump`)
    await exportDatabase({ db, clock: systemClock }, file)
    return file
  }
  const open = async (kind: 'embedded' | 'PostgreSQL'): Promise<Database> => {
    if (kind === 'PostgreSQL') await stores.emptyDatabase()
    const database = openDatabase({
      clock: systemClock,
      ...(kind === 'embedded'
        ? { template: await emptyDatabase() }
        : {
            url: present(stores.settings['DATABASE_URL'], 'DATABASE_URL'),
            searchPath: present(stores.searchPath, 'searchPath'),
            poolSize: 2,
          }),
    })
    opened.push(database)
    await migrate(database)
    return database
  }

  let opening: Promise<Database> | undefined
  /** One empty database for two tests: the first leaves it empty. */
  const spare = () => (opening ??= open('embedded'))

  /** Everything that is in a database, table by table, and where its numbers are. */
  const contents = async ({ query }: Database) => {
    const tables: Record<string, string[]> = {}
    for (const { name } of await listTables(query)) {
      const { rows } = await sql<{ row: string }>`
        select to_jsonb(each)::text as row from ${sql.id(name)} as each order by 1`.execute(query)
      tables[name] = rows.map(({ row }) => row)
    }
    return { tables, sequences: await listSequences(query) }
  }

  it('holds the same afterwards, be it embedded or in PostgreSQL, there and back', async () => {
    const [alice, bob] = await server.users('alice', 'bob')
    await server.stream('lines', { subscribers: [alice, bob] })
    const content = 'a\nb\r\n\u2028c \\ "quoted" 🐙 {"row":1} #'
    const id = await alice.send('lines', 'topic', content)
    await bob.sendPrivately([alice.id], '# not a head')
    expectSuccess(await bob.post(`/messages/${id}/reactions`, { emoji_name: 'octopus' }))
    expectSuccess(await bob.post('/users/me/muted_users/' + String(alice.id)))
    expectSuccess(await server.owner.delete(`/messages/${await alice.send('general', 't', 'x')}`))
    expectSuccess(await alice.post('/mark_all_as_read'))
    expectSuccess(await alice.patch('/settings', { email_address_visibility: 4 }))
    await server.ctx.events.drain()

    const first = await open('embedded')
    await importDatabase({ db: first }, await dump(server.ctx.db))
    const source = await contents(first)
    // The server forgets by itself what it has told the other workers.
    const forgotten = { account_changes: expect.anything() }
    const served = await contents(server.ctx.db)
    expect({ ...served, tables: { ...served.tables, ...forgotten } }).toEqual(source)
    expect(source.tables['messages']?.join()).toContain('🐙')
    expect(source.tables['muted_users']).toHaveLength(1)
    // With services, the first copy came from PostgreSQL; the run on the embedded stores copies embedded ones.
    const kinds = stores.shared ? (['PostgreSQL', 'embedded'] as const) : (['embedded'] as const)
    let from = first
    for (const kind of kinds) {
      const to = await open(kind)
      await importDatabase({ db: to }, await dump(from))
      expect(await contents(to)).toEqual(source)
      from = to
    }
    // Rules and triggers hold again, and numbers go on.
    const last = Number(source.sequences.find(({ name }) => name === 'messages_id_seq')?.last_value)
    const orphan = sql`insert into messages
      (realm_id, sender_id, stream_id, topic, content, rendered_content, client, sent_at)
      select realm_id, sender_id, stream_id, topic, 'zebras', '', client, sent_at from messages
      where stream_id is not null limit 1 returning id, search_vector::text as words`
    const { rows } = await orphan.execute(from.query)
    expect(rows).toEqual([{ id: last + 1, words: expect.stringContaining('zebra') }])
    await expect(
      sql`update messages set sender_id = 999999`.execute(from.query),
    ).rejects.toMatchObject({ code: '23503' })
  })

  it('is dumped as of one moment, during concurrent writes', async () => {
    if (!stores.shared) return
    const carol = await server.user('carol')
    const over = new AbortController()
    const writing = (async () => {
      const sent: number[] = []
      while (!over.signal.aborted)
        sent.push(await carol.send('general', 'load', `message ${sent.length}`))
      return sent
    })()
    const before = await carol.send('general', 'load', 'before')
    const file = await dump(server.ctx.db)
    over.abort()
    await writing
    const to = await open('PostgreSQL')
    await importDatabase({ db: to }, file)
    const { rows } = await sql`select from messages where id = ${before}`.execute(to.query)
    expect(rows).toHaveLength(1)
  })

  it('is refused from an invalid dump, a partial one, or one of another version', async () => {
    const to = await spare()
    const lines = gunzipSync(await readFile(await dump(server.ctx.db))).toString()
    const changed = async (text: string | Buffer): Promise<Promise<unknown>> => {
      const file = join(folder, `${(files += 1)}.changed`)
      await writeFile(file, typeof text === 'string' ? gzipSync(text) : text)
      return importDatabase({ db: to }, file)
    }
    await expect(changed(Buffer.from('hello'))).rejects.toThrow(/^The file is no dump/)
    await expect(changed('hello\n')).rejects.toThrow(/^The file is no dump/)
    const packed = gzipSync(lines)
    const rows = lines.split('\n').filter((line) => !line.includes('"octopus"'))
    for (const damaged of [
      ...[5, 1_000, 5_000, packed.length - 1].map((bytes) => packed.subarray(0, bytes)),
      Buffer.concat([packed.subarray(0, 5_000), packed.subarray(5_100)]),
      lines.slice(0, lines.lastIndexOf('#')),
      lines.slice(0, lines.indexOf('"octopus"')),
      lines.replace('"octopus"', '"octopus'),
      lines.replace('#{"table"', '#{"title"'),
      rows.join('\n'),
    ]) {
      await expect(changed(damaged)).rejects.toThrow(/^The dump is damaged/)
    }
    await expect(changed(lines.replace('"version":1', '"version":2'))).rejects.toThrow(
      'of the form 2',
    )
    await expect(changed(lines.replace('0003_messages', '0003_massages'))).rejects.toThrow(
      /with another schema: .*0003_massages.sql.* does not know/,
    )
    // Whatever failed, nothing of it is there.
    expect((await contents(to)).tables['messages']).toEqual([])
  })

  it('is not mixed with another one', async () => {
    const file = await dump(server.ctx.db)
    const to = await spare()
    await importDatabase({ db: to }, file)
    const before = await contents(to)
    await expect(importDatabase({ db: to }, file)).rejects.toThrow(
      /^There is an organization in this database already/,
    )
    expect(await contents(to)).toEqual(before)
  })

  it('is written for its owner alone, and over no other file', async () => {
    const file = await dump(server.ctx.db)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await writeFile(file, 'mine')
    await expect(
      exportDatabase({ db: server.ctx.db, clock: systemClock }, file),
    ).rejects.toMatchObject({ code: 'EEXIST' })
    expect(await readFile(file, 'utf8')).toBe('mine')
  })
})
