import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { rememberAccountChange } from '../engine/transaction-effects'
import type { UserRow } from '../schema'

/* Changes of the settings of many accounts, each in one statement. */

/** Locks accounts in the order of their ids, which all callers share, and answers them. */
export async function lockUserRows(
  tx: Tx,
  realmId: number,
  ids: readonly number[],
): Promise<UserRow[]> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Columns of accounts that hold settings, and those that follow from a setting. */
const settingsColumns = [
  'settings',
  'audible_notifications',
  'desktop_notifications',
  'email_notifications',
  'push_notifications',
  'timezone',
  'translate_emoticons',
  'email',
  'delivery_email',
] as const

/** Sets the settings of accounts, which the caller has locked, and returns the accounts by ascending id. */
export async function updateSettings(
  tx: Tx,
  realmId: number,
  users: readonly Pick<UserRow, 'id' | (typeof settingsColumns)[number]>[],
): Promise<UserRow[]> {
  const ids = users.map(({ id }) => id)
  rememberAccountChange(tx, { realmId, userIds: ids })
  const values = users.map((user) => [
    user.id,
    Object.fromEntries(settingsColumns.map((name) => [name, user[name]])),
  ])
  const wanted = JSON.stringify(Object.fromEntries(values))
  const assignments = settingsColumns.map(
    (name) => sql`${sql.ref(name)} = (new_row).${sql.ref(name)}`,
  )
  await sql`
    update users set ${sql.join(assignments)}
    from (
      select users.id as user_id,
        jsonb_populate_record(users, ${wanted}::jsonb -> users.id::text) as new_row
      from users
      where users.realm_id = ${realmId} and users.id = any(${ids}::bigint[])
    ) changed
    where users.realm_id = ${realmId} and users.id = changed.user_id`.execute(tx)
  return tx
    .selectFrom('users')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .execute()
}

/** An email among these that another account has than the one that is to have it; undefined if there is none. */
export async function findTakenEmail(
  db: Queryable,
  realmId: number,
  wanted: readonly { id: number; email: string }[],
): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select wanted.email
    from unnest(${wanted.map(({ id }) => id)}::bigint[], ${wanted.map(({ email }) => email)}::text[])
      as wanted (id, email)
    join users on users.realm_id = ${realmId} and lower(users.email) = lower(wanted.email)
      and users.id <> wanted.id
    limit 1`.execute(db)
  return rows[0]?.email
}
