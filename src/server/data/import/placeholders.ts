import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { unseenText } from '../engine/planning'
import { rowsAs } from '../engine/rows'
import { rememberAccountChange } from '../engine/transaction-effects'
import type { ImportScope } from './keys'

/** Domain of the addresses of people whose own address is unknown; no mail reaches it. */
export const placeholderDomain = 'import.invalid'

/** An account of an import that waits for its person, or for the person's address. */
export interface Placeholder {
  key: string
  id: number
  is_bot: boolean
  full_name: string
  role: number
  address: string
  deactivated_at: Date | null
  /** Whether the address is a placeholder, too. */
  lacks_address: boolean
  /** Whether nobody has logged in to the account. */
  is_stub: boolean
  /** The name that the import gave to a person whom no list of people described; null for other people. */
  given_name: string | null
}

/** The placeholders among the accounts of these keys, by key. */
export async function mapPlaceholders(
  db: Queryable,
  { realmId, source }: ImportScope,
  keys: readonly string[],
): Promise<Map<string, Placeholder>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<Placeholder>`
    select * from (
      select wanted.key, account.id, account.is_bot, account.full_name, account.role,
        account.deactivated_at, coalesce(delivery_email, email) as address,
        coalesce(delivery_email, email) like ${`%@${placeholderDomain}`} as lacks_address,
        account.is_imported_stub or account.is_bot as is_stub, stranger.full_name as given_name
      from unnest(${[...new Set(keys)]}::text[]) as wanted (key)
      join import_keys known on known.realm_id = ${realmId} and known.source = ${source}
        and known.kind = ${unseenText('user')} and known.key = wanted.key
      join users account on account.realm_id = known.realm_id and account.id = known.id
      left join import_strangers stranger on stranger.realm_id = known.realm_id
        and stranger.source = known.source and stranger.key = known.key and not stranger.is_claimed
      where not account.is_system_bot
    ) found
    where given_name is not null or (lacks_address and is_stub)`.execute(db)
  return new Map(rows.map((row) => [row.key, row]))
}

/** Keys of people of a source whose accounts are placeholders; bots are left out. */
export async function listPlaceholderKeys(
  db: Queryable,
  { realmId, source }: ImportScope,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select known.key from import_keys known
    join users account on account.realm_id = known.realm_id and account.id = known.id
    left join import_strangers stranger on stranger.realm_id = known.realm_id
      and stranger.source = known.source and stranger.key = known.key and not stranger.is_claimed
    where known.realm_id = ${realmId} and known.source = ${source}
      and known.kind = ${unseenText('user')} and not account.is_bot
      and (stranger.key is not null or (account.is_imported_stub
        and coalesce(delivery_email, email) like ${`%@${placeholderDomain}`}))
    order by known.key limit ${most}`.execute(db)
  return rows.map(({ key }) => key)
}

/** Notes accounts as those of people whom no list of people describes. */
export async function insertStrangers(
  tx: Tx,
  { realmId, source }: ImportScope,
  strangers: readonly { key: string; user_id: number; full_name: string }[],
): Promise<void> {
  if (strangers.length === 0) return
  await sql`
    insert into import_strangers (realm_id, source, key, user_id, full_name)
    select ${realmId}, ${source}, key, user_id, full_name
    from ${rowsAs('given', strangers, { key: 'text', user_id: 'bigint', full_name: 'text' })}
    on conflict do nothing`.execute(tx)
}

/** Notes that people are known by now, so that the end of the import renames their mentions in texts. */
export async function noteClaims(
  tx: Tx,
  { realmId, source }: ImportScope,
  claims: readonly { key: string; user_id: number }[],
): Promise<void> {
  if (claims.length === 0) return
  await sql`
    insert into import_strangers (realm_id, source, key, user_id, full_name, is_claimed)
    select ${realmId}, ${source}, key, user_id, '', true
    from ${rowsAs('given', claims, { key: 'text', user_id: 'bigint' })}
    on conflict (realm_id, source, key) do update set is_claimed = true`.execute(tx)
}

/** The values that the list of an archive has for a placeholder; null leaves a value as it is. */
export interface ClaimedAccount {
  id: number
  address: string | null
  full_name: string | null
  short_name: string | null
  role: number | null
  is_active: boolean | null
  timezone: string | null
  avatar_key: string | null
  joined_at: Date | null
}

/** Gives placeholders the data of their people. */
export async function claimAccounts(
  tx: Tx,
  realmId: number,
  accounts: readonly ClaimedAccount[],
): Promise<void> {
  if (accounts.length === 0) return
  rememberAccountChange(tx, { realmId, userIds: accounts.map(({ id }) => id) })
  await sql`
    update users set
      email = case when delivery_email is null then coalesce(given.address, email) else email end,
      delivery_email = case when delivery_email is null then null
        else coalesce(given.address, delivery_email) end,
      full_name = coalesce(given.full_name, users.full_name),
      short_name = coalesce(given.short_name, users.short_name),
      role = coalesce(given.role, users.role),
      deactivated_at = case when given.is_active is null then deactivated_at
        when given.is_active then null else coalesce(deactivated_at, ${tx.now.toISOString()}::timestamptz) end,
      timezone = coalesce(given.timezone, users.timezone),
      avatar_version = avatar_version + case when given.avatar_key is null then 0 else 1 end,
      avatar_key = coalesce(given.avatar_key, users.avatar_key),
      date_joined = coalesce(given.joined_at, date_joined)
    from ${rowsAs('given', accounts, {
      id: 'bigint',
      address: 'text',
      full_name: 'text',
      short_name: 'text',
      role: 'smallint',
      is_active: 'boolean',
      timezone: 'text',
      avatar_key: 'text',
      joined_at: 'timestamptz',
    })}
    where users.realm_id = ${realmId} and users.id = given.id`.execute(tx)
}

/** An account that a text may mention by an old name or id, and today's. */
export interface RenamedMention {
  from_id: number
  to_id: number
  full_name: string
}

/** The claims whose mentions in texts wait for the end of the import. */
export async function listRenamedMentions(
  db: Queryable,
  { realmId, source }: ImportScope,
): Promise<RenamedMention[]> {
  const { rows } = await sql<RenamedMention>`
    select stranger.user_id as from_id, account.id as to_id, account.full_name
    from import_strangers stranger
    join import_keys known on known.realm_id = stranger.realm_id and known.source = stranger.source
      and known.kind = ${unseenText('user')} and known.key = stranger.key
    join users account on account.realm_id = known.realm_id and account.id = known.id
    where stranger.realm_id = ${realmId} and stranger.source = ${source} and stranger.is_claimed`.execute(
    db,
  )
  return rows
}

/** Forgets the claims whose mentions are renamed. */
export async function deleteClaims(tx: Tx, { realmId, source }: ImportScope): Promise<void> {
  await sql`
    delete from import_strangers
    where realm_id = ${realmId} and source = ${source} and is_claimed`.execute(tx)
}
