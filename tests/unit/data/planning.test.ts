/**
 * Counts prepared statements, of which a process makes a limited number.
 *
 * @own-modules
 */
import { systemClock } from '../../../src/server/lib/clock'
import { createMetrics } from '../../../src/server/lib/metrics'
import { judgeNewMessages } from '../../../src/server/chat/jobs/notifications/judge'
import type { Config } from '../../../src/server/config/config'
import { MemoryPresence } from '../../../src/server/stores/presence/memory-presence'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { openDatabase } from '../../../src/server/data/engine/database'
import type { Database } from '../../../src/server/data/engine/database'
import { migrate } from '../../../src/server/data/engine/migrate'
import {
  listed,
  notPrepared,
  padded,
  roughLimit,
  unseen,
  unseenArray,
} from '../../../src/server/data/engine/planning'
import { listMessageBodies } from '../../../src/server/data/history/bodies'
import type {
  NarrowCondition,
  ResolvedNarrow,
} from '../../../src/server/data/history/narrow-conditions'
import { listPage } from '../../../src/server/data/history/pages'
import { insertMessagesFast } from '../../../src/server/data/messages/insert-messages-fast'
import type { MessageToBatch } from '../../../src/server/data/messages/insert-messages-fast'
import { finishPushJobs } from '../../../src/server/data/notifications/push-jobs'
import { listUnread } from '../../../src/server/data/read-state/unread'
import { roles } from '../../../src/shared/rules/roles'
import { present } from '../../support/checked'
import { describeWithServices } from '../../support/services'
import { partOf } from '../../support/stand-ins'
import { createTestStores } from '../../support/stores'
import type { TestStores } from '../../support/stores'

/** More executions than PostgreSQL plans one by one before it considers a generic plan. */
const often = 8

it('A list that is shorter than PostgreSQL expects is filled up', () => {
  expect(padded([7, 8], 0)).toEqual([7, 8, 0, 0, 0, 0, 0, 0, 0, 0])
  const long = Array.from({ length: 11 }, (_, index) => index)
  expect(padded(long, 0)).toEqual(long)
})

/** A message of user 1 in realm 1 to a stream, with the revision of the stream's row that was read. */
function messageTo(streamId: number, revision: string): MessageToBatch {
  return {
    ...{ realm_id: 1, sender_id: 1, stream_id: streamId, dm_group_id: null, topic: 'lunch' },
    ...{ content: 'stew', rendered_content: 'stew', client: 'test', sent_at: new Date() },
    ...{ is_me_message: false, read_by_sender: true, mentions_everybody: false },
    ...{ has_link: false, has_image: false, is_widget: false },
    ...{ stream_revision: revision, queue_id: null, local_id: null, flags: [] },
    ...{ body_before_id: '{', body_after_id: '}' },
  }
}

describeWithServices('the database', () => {
  const reader = { realm_id: 1, id: 1, role: roles.member }
  let stores: TestStores
  let db: Database

  beforeAll(async () => {
    stores = await createTestStores()
    // One connection, since prepared statements belong to a connection.
    db = openDatabase({
      clock: systemClock,
      url: present(stores.settings['DATABASE_URL'], 'DATABASE_URL'),
      searchPath: present(stores.searchPath, 'searchPath'),
      poolSize: 1,
    })
    await migrate(db)
    await sql`insert into realms (string_id, name) values ('', 'test')`.execute(db.query)
    await sql`insert into users (realm_id, email, full_name, short_name, role, api_key)
      values (1, 'reader', 'reader', 'reader', 400, md5('reader'))`.execute(db.query)
    await sql`insert into streams (realm_id, name) values (1, 'team')`.execute(db.query)
    await sql`insert into messages (realm_id, sender_id, stream_id, topic, content,
        rendered_content, client, sent_at)
      select 1, 1, 1, 'lunch', 'soup', 'soup', 'test', now() from generate_series(1, 20)`.execute(
      db.query,
    )
    await sql`create table numbers (id bigint primary key, name text unique)`.execute(db.query)
    await sql`insert into numbers select id, id::text from generate_series(1, 20000) id`.execute(
      db.query,
    )
    await sql`analyze numbers`.execute(db.query)
  })
  afterAll(async () => {
    await db.close()
    await stores.remove()
  })

  interface Prepared {
    statement: string
    generic_plans: number
    custom_plans: number
  }

  /** Prepared statements of the connection that contain all of the parts. */
  async function preparedWith(...parts: string[]): Promise<Prepared[]> {
    const { rows } = await sql<Prepared>`
      select statement, generic_plans, custom_plans from pg_prepared_statements`.execute(db.query)
    return rows.filter(({ statement }) => parts.every((part) => statement.includes(part)))
  }

  /** A statement on a table of 20,000 numbers and their names; `n` is near its end. */
  type StatementOf = (n: number) => RawBuilder<unknown>
  const numbers = sql`select id from numbers where`
  const named = (wanted: RawBuilder<unknown>) =>
    sql`select id from numbers join ${wanted} as wanted (name) using (name)`
  const first = (limit: RawBuilder<unknown>) => sql`
    select id from numbers where id > ${0} order by id limit ${limit}`
  const firstOf = (candidates: RawBuilder<unknown>, limit: number) =>
    sql`select id from (${candidates}) candidates order by id limit ${limit}`

  /** The plain form of each statement, and the form with a trick. */
  const tricks: [what: string, plain: StatementOf, tricky: StatementOf][] = [
    [
      'unseen',
      (n) => sql`${numbers} id > ${n} order by name`,
      (n) => sql`${numbers} id > ${unseen(n)} order by name`,
    ],
    [
      'unseenArray',
      (n) => sql`${numbers} id in (select unnest(${[n]}::bigint[]))`,
      (n) => sql`${numbers} id in (select unnest(${unseenArray([n])}))`,
    ],
    [
      'padded',
      (n) => sql`${numbers} id = any(${[n]}::bigint[])`,
      (n) => sql`${numbers} id = any(${padded([n], 0)}::bigint[])`,
    ],
    [
      'listed',
      (n) => named(sql`unnest(${[`${n}`]}::text[])`),
      (n) => named(listed([`${n}`], 'text')),
    ],
    ['roughLimit', () => first(sql`${7}`), () => firstOf(first(roughLimit(7)), 7)],
  ]

  it.each(tricks)('plans once for any values with %s', async (what, plain, tricky) => {
    const [before, after] = [sql`/* plain ${sql.raw(what)} */`, sql`/* ${sql.raw(what)} */`]
    for (let more = 0; more < often; more++) {
      const expected = (await sql`${before} ${plain(19_990 + more)}`.execute(db.query)).rows
      expect((await sql`${after} ${tricky(19_990 + more)}`.execute(db.query)).rows).toEqual(
        expected,
      )
      expect(expected).not.toEqual([])
    }
    expect(await preparedWith(`/* plain ${what} */`)).toMatchObject([{ generic_plans: 0 }])
    expect(await preparedWith(`/* ${what} */`)).toMatchObject([{ custom_plans: 5 }])
  })

  it('plans statements of background jobs for any values from the first time on', async () => {
    const { query } = db.background
    for (let n = 1; n <= often; n++) {
      await sql`/* background */ ${numbers} id > ${19_990 + n} order by name`.execute(query)
    }
    const { rows } = await sql<Prepared>`
      select generic_plans, custom_plans from pg_prepared_statements
      where statement like '/* background */%'`.execute(query)
    expect(rows).toEqual([{ generic_plans: often, custom_plans: 0 }])
  })

  it('looks up rows of a new table in background jobs', async () => {
    const { query } = db.background
    await sql`create table new_numbers (id bigint primary key)`.execute(query)
    const { rows } = await sql`
      explain select id from unnest(${[1, 2]}::bigint[]) wanted (id) join new_numbers using (id)`.execute(
      query,
    )
    expect(JSON.stringify(rows)).toMatch(/Index .*Scan using new_numbers_pkey/)
  })

  it('plans the recording of pushes once, however many end together', async () => {
    const { query } = db.background
    const job = { realm_id: 1, device_id: 1, conversation: 'team', attempts: 1, revision: 1 }
    for (let count = 1; count <= often; count++) {
      const ended = Array.from({ length: count }, () => ({
        job,
        shownIds: [7],
        sentAt: new Date(),
      }))
      await finishPushJobs(query, ended)
    }
    const { rows } = await sql<Prepared>`
      select generic_plans, custom_plans from pg_prepared_statements
      where ltrim(statement, E' \\n') like 'with given%succeeded_at%'`.execute(query)
    expect(rows).toEqual([{ generic_plans: often, custom_plans: 0 }])
  })

  it('judges messages on the connection of background jobs, and plans that once', async () => {
    const config = partOf<Config>({ smtpUrl: undefined })
    const presence = new MemoryPresence(systemClock)
    const progress = { judged_id: 0, marked_id: 20, marked_xid: 0, marked_at: new Date(0) }
    await db.query.updateTable('notification_progress').set(progress).execute()
    await judgeNewMessages({ config, db, presence, metrics: createMetrics() })
    const { rows } = await sql<Prepared>`
      select generic_plans, custom_plans from pg_prepared_statements
      where ltrim(statement, E' \\n') like 'with fresh%'`.execute(db.background.query)
    expect(rows).toEqual([{ generic_plans: 1, custom_plans: 0 }])
    expect(await preparedWith('concerned')).toEqual([])
  })

  it('writes a limit of one of a few sizes', () => {
    const sizes = [1, 2, 100, 101].map((count) => roughLimit(count))
    const { sql: text, parameters } = sql`${sql.join(sizes)}`.compile(db.query)
    expect({ text, parameters }).toEqual({ text: '1, 10, 100, 1000', parameters: [] })
  })

  it('reads several names or ids as rows of one column too', async () => {
    const rows = await sql`select id from ${listed([3, 1], 'bigint')} as wanted (id)`.execute(
      db.query,
    )
    expect(rows.rows).toEqual([{ id: 3 }, { id: 1 }])
  })

  it('prepares no statements that opt out', async () => {
    await sql`${notPrepared} ${numbers} /* marked */ id = ${1}`.execute(db.query)
    expect(await preparedWith('/* marked */')).toEqual([])
  })

  const range = { before: { id: 1_000, count: 10 }, from: { id: 0, count: 0 } }
  const words = { words: 'soup', phrases: ['soup'] }
  const narrowTo = (
    base: ResolvedNarrow['base'],
    ...conditions: NarrowCondition[]
  ): ResolvedNarrow => ({
    base,
    terms: conditions.map((condition) => ({ condition, negated: false })),
  })

  it('prepares a page, and plans it once', async () => {
    const team = narrowTo('named', { kind: 'stream', streamId: 1, access: 'all' })
    for (let page = 0; page < often; page++) {
      expect(await listPage(db.query, reader, team, range)).toHaveLength(10)
    }
    const [prepared, ...others] = await preparedWith('"m".stream_id =')
    expect(others).toEqual([])
    expect(prepared?.generic_plans).toBeGreaterThan(0)
  })

  it('plans the storing of messages once, however many come together', async () => {
    const { rows } = await sql<{ revision: string }>`
      select xmin::text as revision from streams where id = 1`.execute(db.query)
    const [{ revision }] = rows as [{ revision: string }]
    const lane = randomUUID()
    for (let batch = 1; batch <= often; batch++) {
      const messages = Array.from({ length: batch }, () => messageTo(1, revision))
      expect(await insertMessagesFast(db.query, lane, batch, messages)).toHaveLength(batch)
    }
    expect(await preparedWith('insert into sent_batches')).toMatchObject([{ custom_plans: 5 }])
  })

  it('finds pending changes of state by their index', async () => {
    const isAwaited = async () => {
      const { rows } = await sql<{ is: boolean }>`select awaits_changes(${1}) as is`.execute(
        db.query,
      )
      return rows[0]?.is
    }
    const scans = sql<{ seq_scan: number }>`
      select seq_scan::integer from pg_stat_xact_user_tables
      where relname = 'outbox' and schemaname = current_schema()`
    await db.query.transaction().execute(async (tx) => {
      await sql`select awaits_changes(${1})`.execute(tx)
      expect((await scans.execute(tx)).rows).toMatchObject([{ seq_scan: 0 }])
    })
    expect(await isAwaited()).toBe(false)
    await sql`insert into outbox (realm_id, body, in_order) values (1, '{}', true)`.execute(
      db.query,
    )
    expect(await isAwaited()).toBe(true)
    await sql`delete from outbox`.execute(db.query)
    expect(await isAwaited()).toBe(false)
  })

  it('plans a search for its own words each time', async () => {
    const search = narrowTo('readable', { kind: 'search', words })
    for (let page = 0; page < often; page++) {
      const heads = await listPage(db.query, reader, search, range)
      expect(heads).toHaveLength(10)
      const wishes = { asHtml: true, highlights: words }
      expect((await listMessageBodies(db.query, 1, heads, wishes)).rows).toHaveLength(10)
    }
    expect(await preparedWith('tsquery')).toEqual([])
  })

  it('plans for as many gaps as there are', async () => {
    const gaps = [1, 2].map((stream_id) => ({ stream_id, first_id: 0, end_id: 1_000_000 }))
    for (let look = 0; look < often; look++) {
      await listUnread(db.query, reader, { gaps, newestId: 20, conversations: [] }, 10)
    }
    expect(await preparedWith('as gap')).toEqual([])
  })
})
