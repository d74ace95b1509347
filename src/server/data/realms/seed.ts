import { sql } from 'kysely'
import type { Tx } from '../engine/database'
import { rowsAs } from '../engine/rows'
import { roles } from '../../../shared/rules/roles'

export interface NewSeededUser {
  email: string
  fullName: string
  shortName: string
  apiKey: string
}

export interface SeededUser {
  email: string
  api_key: string
  user_id: number
}

/**
 * Creates the missing accounts, as members without a password, and returns all accounts in the
 * given order. Existing ones keep their keys.
 */
export async function ensureUsers(
  tx: Tx,
  realmId: number,
  users: readonly NewSeededUser[],
): Promise<SeededUser[]> {
  await sql`
    insert into users (realm_id, role, email, full_name, short_name, api_key)
    select ${realmId}, ${roles.member}::smallint, email, "fullName", "shortName", "apiKey"
    from ${rowsAs('wanted', users, {
      email: 'text',
      fullName: 'text',
      shortName: 'text',
      apiKey: 'text',
    })}
    order by position
    on conflict (realm_id, lower(email)) do nothing`.execute(tx)
  const result = await sql<SeededUser>`
    select users.email, users.api_key, users.id as user_id
    from ${rowsAs('wanted', users, { email: 'text' })}
    join users on users.realm_id = ${realmId} and lower(users.email) = lower(wanted.email)
    order by wanted.position`.execute(tx)
  return result.rows
}
