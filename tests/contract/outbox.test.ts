import { sql } from 'kysely'
import { takeOutboxRows } from '../../src/server/data/engine/outbox'
import { asNumber, present } from '../support/checked'
import { useOwnServer } from '../support/own-server'
import { describeWithServices } from '../support/services'

/** PostgreSQL plans a prepared statement for its values five times, and then for all values. */
const callsBeforeGenericPlan = 7

describeWithServices('the outbox', () => {
  const server = useOwnServer()

  it('is taken without comparing rows, also by a plan for an empty table', async () => {
    await sql`analyze outbox`.execute(server.db)
    const { rows: realms } = await sql<{ id: number }>`select id from realms`.execute(server.db)
    const realmId = present(realms[0]?.id, 'id')
    const undo = new Error('undo')
    let taken: number[] = []
    let plan = ''
    const work = server.ctx.db.transaction(async (tx) => {
      for (let call = 0; call < callsBeforeGenericPlan; call += 1) {
        await takeOutboxRows(tx, realmId, 500)
      }
      const { rows: prepared } = await sql<{ name: string }>`
        select name from pg_prepared_statements
        where statement like '%delete from outbox%'`.execute(tx)
      const name = sql.raw(present(prepared[0]?.name, 'name'))
      const explained = await sql<{ 'QUERY PLAN': string }>`
        explain execute ${name}(${sql.lit(realmId)}, ${sql.lit(realmId)}, 500)`.execute(tx)
      plan = explained.rows.map((row) => row['QUERY PLAN']).join('\n')
      await sql`
        insert into outbox (realm_id, body, in_order)
        select ${realmId}, number::text, false from generate_series(1, 4000) number`.execute(tx)
      const entries = await takeOutboxRows(tx, realmId, 500)
      taken = entries.map(({ body }) => asNumber(body))
      throw undo
    })
    await expect(work).rejects.toBe(undo)
    expect(taken).toEqual(Array.from({ length: 500 }, (_, index) => index + 1))
    expect(plan).not.toMatch(/Join|Nested Loop|ANY/)
  })
})
