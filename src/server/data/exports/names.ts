import { sql } from 'kysely'
import type { Queryable } from '../engine/database'

/** Full names of all accounts of a realm, system bots included; one text in memory for each. */
export async function listUserNames(db: Queryable, realmId: number): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; full_name: string }>`
    select id, full_name from users where realm_id = ${realmId}`.execute(db)
  return new Map(rows.map(({ id, full_name: name }) => [id, name]))
}
