import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Tx } from '../engine/database'
import { columnsIn, userColumns } from '../engine/row-columns'
import { rowsAs } from '../engine/rows'
import { rememberAccountChange } from '../engine/transaction-effects'
import type { UserRow, UsersTable } from '../schema'
import { hiddenAddress } from './placeholder-addresses'

/**
 * Creates accounts, skipping those whose email is taken, and returns the new ones in the order of
 * the list.
 */
export async function insertUsers(
  tx: Tx,
  realmId: number,
  users: readonly Insertable<UsersTable>[],
): Promise<UserRow[]> {
  if (users.length === 0) return []
  const created = await tx
    .insertInto('users')
    .values(users)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute()
  rememberAccountChange(tx, { realmId, userIds: created.map(({ id }) => id) })
  return created.sort((a, b) => a.id - b.id)
}

/** Replaces the visible email of accounts by a placeholder, and returns the changed accounts. */
export async function hideAddresses(
  tx: Tx,
  realmId: number,
  users: readonly UserRow[],
  domain: string,
): Promise<UserRow[]> {
  if (users.length === 0) return []
  const shown = users.map(({ id }) => ({ id, shown: hiddenAddress(id, domain) }))
  const columns = columnsIn('users', userColumns).map((column) => sql.ref(column))
  const { rows } = await sql<UserRow>`
    update users set delivery_email = email, email = hidden.shown
    from ${rowsAs('hidden', shown, { id: 'bigint', shown: 'text' })}
    where users.realm_id = ${realmId} and users.id = hidden.id
    returning ${sql.join(columns)}`.execute(tx)
  return rows.sort((a, b) => a.id - b.id)
}
