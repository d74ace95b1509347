import { sql } from 'kysely'
import type { Queryable } from '../engine/database'

/** Recipient ids of all streams and users of a realm; two numbers in memory for each. */
export async function mapRecipients(
  db: Queryable,
  realmId: number,
): Promise<{
  streamRecipients: ReadonlyMap<number, number>
  userRecipients: ReadonlyMap<number, number>
}> {
  const [streams, users] = [
    await listRecipients(db, 'streams', realmId),
    await listRecipients(db, 'users', realmId),
  ]
  return { streamRecipients: streams, userRecipients: users }
}

async function listRecipients(
  db: Queryable,
  table: 'streams' | 'users',
  realmId: number,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; recipient_id: number }>`
    select id, recipient_id from ${sql.table(table)} where realm_id = ${realmId}`.execute(db)
  return new Map(rows.map((row) => [row.id, row.recipient_id]))
}

export async function largestGroupId(db: Queryable, realmId: number): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`
    select max(id) as id from user_groups where realm_id = ${realmId}`.execute(db)
  return rows[0]?.id ?? 0
}
