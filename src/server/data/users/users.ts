import { sql } from 'kysely'
import type { Queryable } from '../engine/database'
import { groupsAround } from '../groups/around'
import type { GroupsAround } from '../groups/around'
import { columnsIn, userColumns } from '../engine/row-columns'
import { slicesOf } from '../../lib/turns'
import { roles } from '../../../shared/rules/roles'
import type { StoredSettings, UserRow } from '../schema'
import type { RealmPictures } from '../schema/accounts'
import { fixedStatement } from '../engine/fixed-statement'
import { unseenArray } from '../engine/planning'

/** An account with the columns of its realm that authentication and access rules need. */
export type UserWithRealm = UserRow & {
  realm_string_id: string
  realm_name: string
  realm_description: string
  realm_uuid: string
  realm_created_at: Date
  realm_deactivated_at: Date | null
  realm_notifications_stream_id: number | null
  realm_waiting_period_days: number
  realm_settings: StoredSettings
  realm_pictures: RealmPictures
  realm_user_defaults: StoredSettings
  realm_alert_words_version: number
  /** Version of the realm's linkifiers; null if it has none. */
  realm_linkifiers_version: string | null
  groups_around: GroupsAround
}

/** Query for accounts with their realms. */
export function selectUsersWithRealm(db: Queryable) {
  return db
    .selectFrom('users')
    .innerJoin('realms', 'realms.id', 'users.realm_id')
    .select(columnsIn('users', userColumns))
    .select([
      'realms.string_id as realm_string_id',
      'realms.name as realm_name',
      'realms.description as realm_description',
      'realms.uuid as realm_uuid',
      'realms.created_at as realm_created_at',
      'realms.deactivated_at as realm_deactivated_at',
      'realms.notifications_stream_id as realm_notifications_stream_id',
      'realms.waiting_period_days as realm_waiting_period_days',
      'realms.settings as realm_settings',
      'realms.pictures as realm_pictures',
      'realms.user_defaults as realm_user_defaults',
      'realms.alert_words_version as realm_alert_words_version',
      'realms.linkifiers_version as realm_linkifiers_version',
    ])
    .select(groupsAround.as('groups_around'))
}

/** The user with an API key; keys are unique over all realms. */
export async function findUserByApiKey(
  db: Queryable,
  apiKey: string,
): Promise<UserWithRealm | undefined> {
  return selectUsersWithRealm(db).where('users.api_key', '=', apiKey).executeTakeFirst()
}

const usersByApiKeys = fixedStatement<UserWithRealm, 'apiKeys'>(['apiKeys'], ({ apiKeys }, db) =>
  selectUsersWithRealm(db).where(sql<boolean>`users.api_key = any(${apiKeys}::text[])`),
)

/** Users with these API keys; unknown keys are left out. */
export async function listUsersByApiKeys(
  db: Queryable,
  apiKeys: readonly string[],
): Promise<UserWithRealm[]> {
  return usersByApiKeys(db, { apiKeys })
}

/** The account with a visible email, ignoring case. */
export async function findUserByEmail(
  db: Queryable,
  realmId: number,
  email: string,
): Promise<UserWithRealm | undefined> {
  return selectUsersWithRealm(db)
    .where('users.realm_id', '=', realmId)
    .where(sql`lower(users.email)`, '=', sql`lower(${email})`)
    .executeTakeFirst()
}

/** The account with a login address, ignoring case. */
export async function findUserByAddress(
  db: Queryable,
  realmId: number,
  address: string,
): Promise<UserWithRealm | undefined> {
  return selectUsersWithRealm(db)
    .where('users.realm_id', '=', realmId)
    .where(sql`lower(coalesce(users.delivery_email, users.email))`, '=', sql`lower(${address})`)
    .executeTakeFirst()
}

/** Accounts with any of these login addresses, ignoring case, including deactivated ones. */
export async function listUsersByAddresses(
  db: Queryable,
  realmId: number,
  addresses: readonly string[],
): Promise<UserWithRealm[]> {
  return selectUsersWithRealm(db)
    .where('users.realm_id', '=', realmId)
    .where(
      sql<boolean>`lower(coalesce(users.delivery_email, users.email)) in (
        select lower(wanted) from unnest(${[...addresses]}::text[]) wanted)`,
    )
    .execute()
}

export async function findUserById(
  db: Queryable,
  realmId: number,
  id: number,
): Promise<UserWithRealm | undefined> {
  return selectUsersWithRealm(db)
    .where('users.realm_id', '=', realmId)
    .where('users.id', '=', id)
    .executeTakeFirst()
}

const usersByIds = fixedStatement<UserWithRealm, 'realmIds' | 'userIds'>(
  ['realmIds', 'userIds'],
  ({ realmIds, userIds }, db) =>
    selectUsersWithRealm(db).where(
      sql<boolean>`(users.realm_id, users.id) in (
        select realm_id, user_id
        from unnest(${unseenArray(realmIds)}, ${unseenArray(userIds)})
          as wanted (realm_id, user_id))`,
    ),
)

/** Users with these ids; unknown ids are left out. */
export async function listUsersByIds(
  db: Queryable,
  keys: readonly { realmId: number; userId: number }[],
): Promise<UserWithRealm[]> {
  return usersByIds(db, {
    realmIds: keys.map(({ realmId }) => realmId),
    userIds: keys.map(({ userId }) => userId),
  })
}

/**
 * Accounts with any of these ids, or of these emails or addresses, ignoring case, including
 * deactivated ones. Does not check whether the requester may see the addresses.
 */
export async function listUsersNamed(
  db: Queryable,
  realmId: number,
  { ids = [], emails = [] }: { ids?: readonly number[]; emails?: readonly string[] },
): Promise<UserRow[]> {
  const slices = [
    ...[...slicesOf(ids)].map((slice) => ({ ids: slice, emails: [] })),
    ...[...slicesOf(emails)].map((slice) => ({ ids: [], emails: slice })),
  ]
  const found = new Map<number, UserRow>()
  for (const slice of slices) {
    for (const user of await listSomeUsersNamed(db, realmId, slice)) found.set(user.id, user)
  }
  return [...found.values()].sort((a, b) => a.id - b.id)
}

async function listSomeUsersNamed(
  db: Queryable,
  realmId: number,
  names: { ids: readonly number[]; emails: readonly string[] },
): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where((eb) =>
      eb.or([
        sql<boolean>`id = any(${[...names.ids]}::bigint[])`,
        sql<boolean>`lower(email) in (select lower(e) from unnest(${[...names.emails]}::text[]) e)`,
        sql<boolean>`lower(coalesce(delivery_email, email)) in (
          select lower(e) from unnest(${[...names.emails]}::text[]) e)`,
      ]),
    )
    .orderBy('id')
    .execute()
}

/**
 * Accounts with any of these full names, ignoring case, or ids, and active ones with any of these emails: for mentions.
 * Active accounts come first, because former ones may have the same names.
 */
export async function listMentionable(
  db: Queryable,
  realmId: number,
  names: { fullNames: readonly string[]; ids: readonly number[]; emails: readonly string[] },
): Promise<
  Pick<UserRow, 'id' | 'email' | 'full_name' | 'is_bot' | 'bot_type' | 'deactivated_at'>[]
> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'full_name', 'is_bot', 'bot_type', 'deactivated_at'])
    .where('realm_id', '=', realmId)
    .where((eb) =>
      eb.or([
        sql<boolean>`id = any(${[...names.ids]}::bigint[])`,
        sql<boolean>`fold_case(full_name) in (select fold_case(n) from unnest(${[...names.fullNames]}::text[]) n)`,
        sql<boolean>`deactivated_at is null
          and lower(email) in (select lower(e) from unnest(${[...names.emails]}::text[]) e)`,
      ]),
    )
    .orderBy(sql`deactivated_at is not null, id`)
    .execute()
}

export async function getSystemBot(
  db: Queryable,
  realmId: number,
  email: string,
): Promise<UserWithRealm> {
  return selectUsersWithRealm(db)
    .where('users.realm_id', '=', realmId)
    .where('users.is_system_bot', '=', true)
    .where(sql`lower(users.email)`, '=', email)
    .executeTakeFirstOrThrow()
}

/** The active human owner of a realm with the oldest account. */
export async function findOldestOwner(
  db: Queryable,
  realmId: number,
): Promise<UserWithRealm | undefined> {
  return selectUsersWithRealm(db)
    .where('users.realm_id', '=', realmId)
    .where('users.role', '=', roles.owner)
    .where('users.is_bot', '=', false)
    .where('users.deactivated_at', 'is', null)
    .orderBy('users.id')
    .limit(1)
    .executeTakeFirst()
}
