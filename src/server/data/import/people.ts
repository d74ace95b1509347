import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { rowsAs } from '../engine/rows'
import { rememberAccountChange } from '../engine/transaction-effects'

/** The account of an address. */
export interface AddressedAccount {
  id: number
  is_bot: boolean
  is_address_unconfirmed: boolean
}

/** The accounts with these addresses, by address in lower case. */
export async function findByAddress(
  db: Queryable,
  realmId: number,
  addresses: readonly string[],
): Promise<Map<string, AddressedAccount>> {
  if (addresses.length === 0) return new Map()
  const { rows } = await sql<AddressedAccount & { address: string }>`
    select lower(coalesce(delivery_email, email)) as address, id, is_bot, is_address_unconfirmed
    from users
    where realm_id = ${realmId} and lower(coalesce(delivery_email, email)) = any(
      array(select lower(wanted) from unnest(${[...addresses]}::text[]) as wanted))`.execute(db)
  return new Map(rows.map(({ address, ...account }) => [address, account]))
}

/** Gives imported bots without an owner the one of the archive. */
export async function setBotOwners(
  tx: Tx,
  realmId: number,
  owners: readonly { bot_id: number; owner_id: number }[],
): Promise<void> {
  if (owners.length === 0) return
  rememberAccountChange(tx, { realmId, userIds: owners.map(({ bot_id }) => bot_id) })
  await sql`
    update users set bot_owner_id = given.owner_id
    from ${rowsAs('given', owners, { bot_id: 'bigint', owner_id: 'bigint' })}
    where users.realm_id = ${realmId} and users.id = given.bot_id and users.is_bot
      and users.bot_owner_id is null`.execute(tx)
}

/** Adds profile values to accounts; a value that is there already stays. */
export async function addProfileValues(
  tx: Tx,
  realmId: number,
  values: readonly { user_id: number; data: string }[],
): Promise<void> {
  if (values.length === 0) return
  rememberAccountChange(tx, { realmId, userIds: values.map(({ user_id }) => user_id) })
  await sql`
    update users set profile_data = given.data || users.profile_data
    from ${rowsAs('given', values, { user_id: 'bigint', data: 'jsonb' })}
    where users.realm_id = ${realmId} and users.id = given.user_id`.execute(tx)
}

/** Inserts alert words, mutes of users, and statuses that do not exist yet. */
export async function insertPersonalRows(
  tx: Tx,
  realmId: number,
  {
    words,
    mutes,
    statuses,
  }: {
    words: readonly { user_id: number; word: string }[]
    mutes: readonly { user_id: number; muted_user_id: number; muted_at: Date }[]
    statuses: readonly {
      user_id: number
      status_text: string
      emoji_name: string
      emoji_code: string
      reaction_type: string
    }[]
  },
): Promise<void> {
  if (words.length > 0) {
    await sql`
      insert into alert_words (realm_id, user_id, word_key, word)
      select ${realmId}, user_id, fold_case(word), word
      from ${rowsAs('given', words, { user_id: 'bigint', word: 'text' })}
      on conflict do nothing`.execute(tx)
    await sql`
      update realms set alert_words_version = alert_words_version + 1
      where id = ${realmId}`.execute(tx)
  }
  if (mutes.length > 0) {
    rememberAccountChange(tx, { realmId, userIds: mutes.map((mute) => mute.muted_user_id) })
    await sql`
      insert into muted_users (realm_id, user_id, muted_user_id, muted_at)
      select ${realmId}, user_id, muted_user_id, muted_at
      from ${rowsAs('given', mutes, {
        user_id: 'bigint',
        muted_user_id: 'bigint',
        muted_at: 'timestamptz',
      })}
      on conflict do nothing`.execute(tx)
  }
  if (statuses.length > 0) {
    await sql`
      insert into user_statuses (realm_id, user_id, status_text, emoji_name, emoji_code, reaction_type)
      select ${realmId}, user_id, status_text, emoji_name, emoji_code, reaction_type
      from ${rowsAs('given', statuses, {
        user_id: 'bigint',
        status_text: 'text',
        emoji_name: 'text',
        emoji_code: 'text',
        reaction_type: 'text',
      })}
      on conflict do nothing`.execute(tx)
  }
}

/** Inserts the domains of an organization that was just made. */
export async function insertImportedDomains(
  tx: Tx,
  realmId: number,
  domains: readonly { domain: string; allowsSubdomains: boolean }[],
): Promise<void> {
  if (domains.length === 0) return
  await sql`
    insert into realm_domains (realm_id, domain, allow_subdomains)
    select ${realmId}, domain, "allowsSubdomains"
    from ${rowsAs('given', domains, { domain: 'text', allowsSubdomains: 'boolean' })}
    on conflict do nothing`.execute(tx)
}

/** Id of a system bot, by its address. */
export async function getSystemBotId(
  db: Queryable,
  realmId: number,
  address: string,
): Promise<number> {
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('realm_id', '=', realmId)
    .where('is_system_bot', '=', true)
    .where('email', '=', address)
    .executeTakeFirstOrThrow()
  return id
}

export async function setEmojiAuthors(
  tx: Tx,
  realmId: number,
  authors: readonly { id: number; author_id: number }[],
): Promise<void> {
  await sql`
    update realm_emoji set author_id = given.author_id
    from ${rowsAs('given', authors, { id: 'bigint', author_id: 'bigint' })}
    where realm_emoji.realm_id = ${realmId} and realm_emoji.id = given.id`.execute(tx)
}

/** Ids of the groups with these names, by name in folded case. */
export async function mapGroupsNamed(
  db: Queryable,
  realmId: number,
  names: readonly string[],
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ id: number; folded: string }>`
    select id, fold_case(name) as folded from user_groups
    where realm_id = ${realmId} and fold_case(name) in (
      select fold_case(wanted) from unnest(${[...names]}::text[]) as wanted)`.execute(db)
  return new Map(rows.map(({ id, folded }) => [folded, id]))
}
