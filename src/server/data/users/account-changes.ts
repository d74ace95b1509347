import { sql } from 'kysely'
import type { Queryable } from '../engine/database'
import type { AccountChange } from '../engine/transaction-effects'

/** A row of the log of changes to accounts and realms, written by database triggers. */
export interface LoggedAccountChange extends AccountChange {
  id: number
}

/** Recent changes of accounts, oldest first: rows stay for some seconds after their commit. */
export async function listAccountChanges(db: Queryable): Promise<LoggedAccountChange[]> {
  const result = await sql<{ id: number; realm_id: number; user_ids: number[] | null }>`
    select id, realm_id, array_to_json(user_ids) as user_ids
    from account_changes order by id`.execute(db)
  return result.rows.map((row) => ({ id: row.id, realmId: row.realm_id, userIds: row.user_ids }))
}

export async function deleteAccountChanges(
  db: Queryable,
  changes: readonly LoggedAccountChange[],
): Promise<void> {
  const realmIds = changes.map((change) => change.realmId)
  const ids = changes.map((change) => change.id)
  await sql`
    delete from account_changes
    where (realm_id, id) in (select * from unnest(${realmIds}::bigint[], ${ids}::bigint[]))`.execute(
    db,
  )
}
