import { sql } from 'kysely'
import type { Database } from '../../src/server/data/engine/database'
import { expectSuccess } from '../support/expectations'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { memberAt, openTestDatabase, ownerAt, Worker } from '../support/workers'

const messages = 6_000

describeWithServices('a deletion of messages whose worker is killed', () => {
  let stores: TestStores
  let database: Database
  const workers: Worker[] = []

  beforeAll(async () => {
    stores = await createTestStores()
    database = openTestDatabase(stores)
  })
  afterAll(async () => {
    for (const worker of workers) await worker.kill()
    await database.close()
    await stores.remove()
  })

  async function start(): Promise<Worker> {
    const worker = await Worker.start(stores)
    workers.push(worker)
    return worker
  }
  const countOf = async (table: 'messages' | 'archived_messages') => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where dm_group_id is not null`.execute(
      database.query,
    )
    return rows[0]?.count ?? 0
  }
  const jobs = () => database.query.selectFrom('message_deletion_jobs').selectAll().execute()

  it('goes on at another worker, and deletes each message once', async () => {
    const first = await start()
    const owner = await ownerAt(first)
    const spammer = await memberAt(first, database, 'spammer')
    await sql`delete from messages where dm_group_id is not null`.execute(database.query)
    await spammer.sendPrivately([owner.id], 'buy')
    await sql`
      insert into messages (realm_id, sender_id, dm_group_id, topic, content, rendered_content,
        client, sent_at)
      select realm_id, sender_id, dm_group_id, topic, content, rendered_content, client, sent_at
      from messages, generate_series(2, ${messages}::int) copy
      where sender_id = ${spammer.id}`.execute(database.query)
    const actions = { delete_direct_messages: true }
    expectSuccess(await owner.delete(`/users/${spammer.id}`, { actions }))
    await untilHolds('messages are deleted', async () => (await countOf('messages')) < messages)
    await first.kill()
    const left = await countOf('messages')
    expect(left).toBeGreaterThan(0)
    expect(await jobs()).toMatchObject([{ deleted_messages: messages - left }])

    // The lease of the dead worker ends.
    await database.query
      .updateTable('message_deletion_jobs')
      .set({ due_at: new Date(0) })
      .execute()
    await start()
    await untilHolds('all are deleted', async () => (await countOf('messages')) === 0)
    expect(await countOf('archived_messages')).toBe(messages)
    await database.query
      .updateTable('message_deletion_jobs')
      .set({ requested_at: new Date(0), due_at: new Date(0) })
      .execute()
    await untilHolds('the job has ended', async () => (await jobs()).length === 0)
    const [act] = await database.query
      .selectFrom('audit_log')
      .select('after')
      .where('act', '=', 'user_messages_deleted')
      .execute()
    expect(act?.after).toEqual({ messages })
  })
})
