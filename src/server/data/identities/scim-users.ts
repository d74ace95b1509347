import { sql } from 'kysely'
import type { Role } from '../../../shared/rules/roles'
import type { Queryable, Tx } from '../engine/database'
import { conditionOfFilter } from './scim-filter'
import type { ScimColumns, ScimFilter } from './scim-filter'

/** An account as a directory sees it. */
export interface ScimUserRow {
  id: number
  address: string
  full_name: string
  role: Role
  date_joined: Date
  deactivated_at: Date | null
  external_id: string | null
}

export interface ScimRange {
  filter: ScimFilter | undefined
  /** Rows before the page. */
  offset: number
  limit: number
}

const address = sql<string>`coalesce(users.delivery_email, users.email)`
const columns = sql`users.id, ${address} as address, users.full_name, users.role, users.date_joined,
  users.deactivated_at, own.external_id`

/** The attributes of users in filters; the index of addresses is on `lower`. */
export const scimUserColumns: ScimColumns = {
  id: { type: 'text', value: sql<string>`users.id::text` },
  username: { type: 'text', value: address, fold: 'lower' },
  'emails.value': { type: 'text', value: address, fold: 'lower' },
  'name.formatted': { type: 'text', value: sql<string>`users.full_name`, fold: 'fold_case' },
  displayname: { type: 'text', value: sql<string>`users.full_name`, fold: 'fold_case' },
  externalid: { type: 'text', value: sql<string | null>`own.external_id` },
  active: { type: 'flag', value: sql<boolean>`(users.deactivated_at is null)` },
}

const people = (realmId: number) => sql`
  users left join scim_users as own on own.realm_id = users.realm_id and own.user_id = users.id
  where users.realm_id = ${realmId} and not users.is_bot and not users.is_system_bot`

/** A page of the people of a realm, by ascending id, and how many match in all. */
export async function listScimUsers(
  db: Queryable,
  realmId: number,
  { filter, offset, limit }: ScimRange,
): Promise<{ total: number; users: ScimUserRow[] }> {
  const condition = filter ? conditionOfFilter(filter, scimUserColumns) : sql`true`
  const { rows } = await sql<{ total: number } & (ScimUserRow | { id: null })>`
    with matching as (select ${columns} from ${people(realmId)} and ${condition})
    select counted.total, page.*
    from (select count(*)::int as total from matching) as counted
    left join (select * from matching order by id limit ${limit} offset ${offset}) as page on true
    order by page.id`.execute(db)
  const users = rows.flatMap(({ total: _total, ...user }) => (user.id === null ? [] : [user]))
  return { total: rows[0]?.total ?? 0, users }
}

export async function findScimUser(
  db: Queryable,
  realmId: number,
  id: number,
): Promise<ScimUserRow | undefined> {
  const { rows } = await sql<ScimUserRow>`
    select ${columns} from ${people(realmId)} and users.id = ${id}::bigint`.execute(db)
  return rows[0]
}

/** The people among some accounts. */
export async function listScimPeople(
  db: Queryable,
  realmId: number,
  ids: readonly number[],
): Promise<Pick<ScimUserRow, 'id' | 'deactivated_at'>[]> {
  const { rows } = await sql<Pick<ScimUserRow, 'id' | 'deactivated_at'>>`
    select users.id, users.deactivated_at from ${people(realmId)}
      and users.id = any(${[...ids]}::bigint[])
    order by users.id`.execute(db)
  return rows
}

/** @param externalId null: the account has none any more */
export async function setScimUserId(
  tx: Tx,
  realmId: number,
  userId: number,
  externalId: string | null,
): Promise<void> {
  if (externalId === null) {
    await tx
      .deleteFrom('scim_users')
      .where('realm_id', '=', realmId)
      .where('user_id', '=', userId)
      .execute()
    return
  }
  await tx
    .insertInto('scim_users')
    .values({ realm_id: realmId, user_id: userId, external_id: externalId })
    .onConflict((conflict) =>
      conflict.columns(['realm_id', 'user_id']).doUpdateSet({ external_id: externalId }),
    )
    .execute()
}
