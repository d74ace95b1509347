import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Tx } from '../engine/database'
import { rowsAs } from '../engine/rows'
import { rememberAccountChange } from '../engine/transaction-effects'
import { bumpAlertWordsVersion } from '../users/alert-words'
import { bumpVersionsOfSubscribedStreams } from '../users/update-users'

/*
 * Gives all that placeholders of an import have to the accounts of their people. The rows of the placeholders stay, since no
 * account is ever deleted: deactivated and empty.
 */

/** A placeholder, and the account that gets what it has. */
export interface AccountMerge {
  from_id: number
  to_id: number
}

/** Columns that name an account, in tables where several rows may name the same one. */
export const movedColumns = [
  ['messages', 'sender_id'],
  ['message_edits', 'editor_id'],
  ['submessages', 'sender_id'],
  ['uploads', 'owner_id'],
  ['uploads', 'charged_to'],
  ['realm_emoji', 'author_id'],
  ['streams', 'creator_id'],
  ['user_groups', 'creator_id'],
  ['channel_folders', 'creator_id'],
  ['users', 'bot_owner_id'],
  ['saved_snippets', 'user_id'],
  ['drafts', 'user_id'],
] as const

/** Tables with at most one row of an account for each other thing; the row of the account goes before that of the placeholder. */
export const copiedTables = [
  'user_group_members',
  'subscription_periods',
  'user_topics',
  'alert_words',
  'user_statuses',
  'import_periods',
  'import_read_positions',
  'scim_users',
] as const

export function mergesAs(merges: readonly AccountMerge[]): RawBuilder<unknown> {
  return rowsAs('merge', merges, { from_id: 'bigint', to_id: 'bigint' })
}

/** Statements: a fixed number for all merges. The caller has locked the accounts, and merges the conversations first. */
export async function mergeAccounts(
  tx: Tx,
  realmId: number,
  merges: readonly AccountMerge[],
): Promise<void> {
  const ids = merges.flatMap(({ from_id, to_id }) => [from_id, to_id])
  // Bots of the placeholders change, too.
  rememberAccountChange(tx, { realmId, userIds: null })
  await bumpVersionsOfSubscribedStreams(tx, realmId, ids)
  for (const [table, column] of movedColumns) {
    await sql`
      update ${sql.table(table)} as own set ${sql.ref(column)} = merge.to_id from ${mergesAs(merges)}
      where own.realm_id = ${realmId} and own.${sql.ref(column)} = merge.from_id`.execute(tx)
  }
  await moveReactions(tx, realmId, merges)
  await moveFlags(tx, realmId, merges)
  await moveScheduled(tx, realmId, merges)
  await copySubscriptions(tx, realmId, merges)
  for (const table of copiedTables) await copyRows(tx, realmId, merges, table)
  await moveMutes(tx, realmId, merges)
  await deleteSubscriptions(tx, realmId, merges)
  await moveNotes(tx, realmId, merges)
  await emptyPlaceholders(tx, realmId, merges)
  await bumpAlertWordsVersion(tx, realmId)
}

/** A reaction that an account and its placeholders share stays once. */
async function moveReactions(
  tx: Tx,
  realmId: number,
  merges: readonly AccountMerge[],
): Promise<void> {
  await sql`
    with merge as materialized (select * from ${mergesAs(merges)}), doubled as (
      select message_id, id, row_number() over (
        partition by message_id, coalesce(merge.to_id, user_id), reaction_type, emoji_code
        order by merge.to_id is not null, id) as place
      from reactions left join merge on merge.from_id = user_id
      where realm_id = ${realmId}
        and user_id in (select from_id from merge union all select to_id from merge)
    )
    delete from reactions own using doubled
    where own.realm_id = ${realmId} and own.message_id = doubled.message_id
      and own.id = doubled.id and place > 1`.execute(tx)
  await sql`
    update reactions own set user_id = merge.to_id from ${mergesAs(merges)}
    where own.realm_id = ${realmId} and own.user_id = merge.from_id`.execute(tx)
}

async function moveFlags(tx: Tx, realmId: number, merges: readonly AccountMerge[]): Promise<void> {
  await sql`
    insert into message_flags (realm_id, user_id, message_id, starred, collapsed, mentioned,
      topic_wildcard_mentioned, has_alert_word)
    select own.realm_id, merge.to_id, own.message_id, bool_or(starred), bool_or(collapsed),
      bool_or(mentioned), bool_or(topic_wildcard_mentioned), bool_or(has_alert_word)
    from message_flags own join ${mergesAs(merges)} on merge.from_id = own.user_id
    where own.realm_id = ${realmId}
    group by own.realm_id, merge.to_id, own.message_id
    on conflict (realm_id, user_id, message_id) do update set
      starred = message_flags.starred or excluded.starred,
      collapsed = message_flags.collapsed or excluded.collapsed,
      mentioned = message_flags.mentioned or excluded.mentioned,
      topic_wildcard_mentioned =
        message_flags.topic_wildcard_mentioned or excluded.topic_wildcard_mentioned,
      has_alert_word = message_flags.has_alert_word or excluded.has_alert_word`.execute(tx)
  await deleteRows(tx, realmId, merges, 'message_flags')
}

/** One statement for both tables: the foreign key between them is checked at its end. */
async function moveScheduled(
  tx: Tx,
  realmId: number,
  merges: readonly AccountMerge[],
): Promise<void> {
  await sql`
    with merge as materialized (select * from ${mergesAs(merges)}), files as (
      update scheduled_message_uploads own set user_id = merge.to_id from merge
      where own.realm_id = ${realmId} and own.user_id = merge.from_id
    )
    update scheduled_messages own set user_id = merge.to_id from merge
    where own.realm_id = ${realmId} and own.user_id = merge.from_id`.execute(tx)
}

/** Both read what either of the two has read: a placeholder has read all that its archive says. */
async function copySubscriptions(
  tx: Tx,
  realmId: number,
  merges: readonly AccountMerge[],
): Promise<void> {
  await sql`
    insert into subscriptions
    select (jsonb_populate_record(tie, jsonb_build_object('user_id', merge.to_id))).*
    from subscriptions tie join ${mergesAs(merges)} on merge.from_id = tie.user_id
    where tie.realm_id = ${realmId}
    on conflict do nothing`.execute(tx)
  await sql`
    update subscriptions own set read = own.read + tie.read
    from subscriptions tie join ${mergesAs(merges)} on merge.from_id = tie.user_id
    where tie.realm_id = ${realmId} and own.realm_id = tie.realm_id and own.stream_id = tie.stream_id
      and own.user_id = merge.to_id`.execute(tx)
}

/** Subscriptions of the placeholders, with what hangs on them. */
async function deleteSubscriptions(
  tx: Tx,
  realmId: number,
  merges: readonly AccountMerge[],
): Promise<void> {
  await sql`
    insert into topic_read_states (realm_id, user_id, stream_id, topic_key, read)
    select own.realm_id, merge.to_id, own.stream_id, own.topic_key, range_agg(own.read)
    from topic_read_states own join ${mergesAs(merges)} on merge.from_id = own.user_id
    where own.realm_id = ${realmId}
    group by own.realm_id, merge.to_id, own.stream_id, own.topic_key
    on conflict (realm_id, user_id, stream_id, topic_key)
    do update set read = topic_read_states.read + excluded.read`.execute(tx)
  await deleteRows(tx, realmId, merges, 'subscriptions')
}

async function copyRows(
  tx: Tx,
  realmId: number,
  merges: readonly AccountMerge[],
  table: (typeof copiedTables)[number],
): Promise<void> {
  await sql`
    insert into ${sql.table(table)}
    select (jsonb_populate_record(own, jsonb_build_object('user_id', merge.to_id))).*
    from ${sql.table(table)} own join ${mergesAs(merges)} on merge.from_id = own.user_id
    where own.realm_id = ${realmId}
    on conflict do nothing`.execute(tx)
  await deleteRows(tx, realmId, merges, table)
}

async function deleteRows(
  tx: Tx,
  realmId: number,
  merges: readonly AccountMerge[],
  table: string,
): Promise<void> {
  await sql`
    delete from ${sql.table(table)}
    where realm_id = ${realmId}
      and user_id = any(${merges.map(({ from_id }) => from_id)}::bigint[])`.execute(tx)
}

/** Mutes by the placeholders and of them; nobody mutes themselves. */
async function moveMutes(tx: Tx, realmId: number, merges: readonly AccountMerge[]): Promise<void> {
  await sql`
    with merge as materialized (select * from ${mergesAs(merges)}), gone as (
      delete from muted_users
      where realm_id = ${realmId} and (user_id in (select from_id from merge)
        or muted_user_id in (select from_id from merge))
      returning user_id, muted_user_id, muted_at
    ), moved as (
      select coalesce(muter.to_id, gone.user_id) as user_id,
        coalesce(muted.to_id, gone.muted_user_id) as muted_user_id, gone.muted_at
      from gone left join merge muter on muter.from_id = gone.user_id
      left join merge muted on muted.from_id = gone.muted_user_id
    )
    insert into muted_users (realm_id, user_id, muted_user_id, muted_at)
    select ${realmId}, user_id, muted_user_id, muted_at from moved where user_id <> muted_user_id
    on conflict do nothing`.execute(tx)
}

/** Ids of accounts outside of foreign keys: keys and notes of imports, and messages that are kept after their deletion. */
async function moveNotes(tx: Tx, realmId: number, merges: readonly AccountMerge[]): Promise<void> {
  await sql`
    update import_keys own set id = merge.to_id from ${mergesAs(merges)}
    where own.realm_id = ${realmId} and (own.kind in ('user', 'personal', 'profile-value')
        or (own.kind = 'address' and own.key like 'user:%'))
      and own.id = merge.from_id`.execute(tx)
  await sql`
    update import_unread set user_ids = (
      select array_agg(distinct coalesce(merge.to_id, id))
      from unnest(user_ids) as id left join ${mergesAs(merges)} on merge.from_id = id)
    where realm_id = ${realmId}
      and user_ids && ${merges.map(({ from_id }) => from_id)}::bigint[]`.execute(tx)
  await sql`
    update archived_messages own
    set message = jsonb_set(own.message, '{sender_id}', to_jsonb(merge.to_id))
    from ${mergesAs(merges)}
    where own.realm_id = ${realmId}
      and (own.message ->> 'sender_id')::bigint = merge.from_id`.execute(tx)
}

/** Old texts that still name a placeholder show the name of the person. */
async function emptyPlaceholders(
  tx: Tx,
  realmId: number,
  merges: readonly AccountMerge[],
): Promise<void> {
  await sql`
    update users own set profile_data = placeholder.profile_data || own.profile_data
    from ${mergesAs(merges)} join users placeholder on placeholder.id = merge.from_id
    where placeholder.realm_id = ${realmId} and own.realm_id = ${realmId} and own.id = merge.to_id
      and placeholder.profile_data <> '{}'`.execute(tx)
  await sql`
    update users placeholder set full_name = own.full_name, profile_data = '{}',
      deactivated_at = coalesce(placeholder.deactivated_at, ${tx.now.toISOString()}::timestamptz)
    from ${mergesAs(merges)} join users own on own.id = merge.to_id
    where own.realm_id = ${realmId} and placeholder.realm_id = ${realmId}
      and placeholder.id = merge.from_id`.execute(tx)
}
