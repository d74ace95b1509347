import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Tx } from '../engine/database'
import { keptUntilReferred } from '../engine/rows'
import type { Reader } from '../access/rule'
import { flaggedMessages, namedPlaces } from '../access/named-messages'
import type { FlaggedMessages, FlaggedRow } from '../access/named-messages'

/** The flags of a new message for one user. */
export interface FlagsOfOne {
  user_id: number
  mentioned: boolean
  topic_wildcard_mentioned: boolean
  has_alert_word: boolean
  /** Gets the message even if not subscribed to its stream. */
  is_onlooker: boolean
}

/** Columns of flags: first the message they belong to. */
export const flagNames = [
  'of_message',
  'user_id',
  'mentioned',
  'topic_wildcard_mentioned',
  'has_alert_word',
  'is_onlooker',
] as const

/** Flags of several messages, or the placeholders for them in a statement: one array per column. */
export type FlagColumns<Column = readonly unknown[]> = Record<(typeof flagNames)[number], Column>

/** @param flags each with the id of its message, or another number that identifies it */
export function flagColumns(flags: readonly (FlagsOfOne & { of_message: number })[]): FlagColumns {
  const columns = flagNames.map((name) => [name, flags.map((flag) => flag[name])])
  return Object.fromEntries(columns) as FlagColumns
}

/** Flags of several messages as rows of a statement, under the name `flag`. */
export function flagRows(columns: FlagColumns<unknown>): RawBuilder<unknown> {
  return sql`unnest(
    (select ${columns.of_message}::bigint[]), (select ${columns.user_id}::bigint[]),
    (select ${columns.mentioned}::boolean[]), (select ${columns.topic_wildcard_mentioned}::boolean[]),
    (select ${columns.has_alert_word}::boolean[]), (select ${columns.is_onlooker}::boolean[])
  ) as flag (of_message, user_id, mentioned, topic_wildcard_mentioned, has_alert_word,
    is_onlooker)`
}

/** Stores flags of messages for the users who receive them; ignores the flags of others. */
export async function insertMessageFlags(
  tx: Tx,
  realmId: number,
  flags: readonly (FlagsOfOne & { message_id: number })[],
): Promise<void> {
  if (flags.length === 0) return
  await sql`
    insert into message_flags (realm_id, user_id, message_id, mentioned, topic_wildcard_mentioned,
      has_alert_word)
    select ${realmId}, flag.user_id, messages.id, mentioned, topic_wildcard_mentioned, has_alert_word
    from ${flagRows(flagColumns(flags.map((flag) => ({ ...flag, of_message: flag.message_id }))))}
    join messages on messages.realm_id = ${realmId} and messages.id = flag.of_message
    where is_onlooker
      or exists (
        select from subscriptions
        where subscriptions.realm_id = ${realmId} and subscriptions.user_id = flag.user_id
          and subscriptions.stream_id = messages.stream_id and subscriptions.active)
      or exists (
        select from dm_group_members member
        where member.realm_id = ${realmId} and member.user_id = flag.user_id
          and member.dm_group_id = messages.dm_group_id)
    on conflict (realm_id, user_id, message_id) do update set mentioned = excluded.mentioned,
      topic_wildcard_mentioned = excluded.topic_wildcard_mentioned,
      has_alert_word = excluded.has_alert_word`.execute(tx)
}

/**
 * Replaces the flags of a message after an edit. Flags that users set themselves stay; rows without
 * any flag are deleted.
 */
export async function replaceMessageFlags(
  tx: Tx,
  realmId: number,
  messageId: number,
  flags: readonly FlagsOfOne[],
): Promise<void> {
  const isOthers = sql`realm_id = ${realmId} and message_id = ${messageId}
    and user_id <> all(${flags.map((flag) => flag.user_id)}::bigint[])`
  await sql`
    with forgotten as (
      delete from message_flags where ${isOthers} and not (starred or collapsed)
    )
    update message_flags
    set mentioned = false, topic_wildcard_mentioned = false, has_alert_word = false
    where ${isOthers} and (starred or collapsed)`.execute(tx)
  await insertMessageFlags(
    tx,
    realmId,
    flags.map((flag) => ({ ...flag, message_id: messageId })),
  )
}

/** Flags that users set themselves, besides `read`. */
export type OwnFlag = 'starred' | 'collapsed'

/** Sets a flag on readable messages, received or not. */
export async function addFlag(
  tx: Tx,
  reader: Reader,
  messageIds: readonly number[],
  flag: OwnFlag,
): Promise<FlaggedMessages> {
  const { realm_id: realmId, id: userId } = reader
  const column = sql.ref(flag)
  const { rows } = await sql<FlaggedRow>`
    with wanted as materialized (
      select id from messages
      where realm_id = ${realmId} and id in (${readableAmong(reader, messageIds)})
      order by id
      ${keptUntilReferred}
    ), changed as (
      insert into message_flags as known (realm_id, user_id, message_id, ${column})
      select ${realmId}, ${userId}, id, true from wanted order by id
      on conflict (realm_id, user_id, message_id) do update set ${column} = true
        where not known.${column}
      returning message_id
    )
    ${wantedAndChanged}`.execute(tx)
  return flaggedMessages(rows)
}

/** Removes a flag from readable messages. */
export async function removeFlag(
  tx: Tx,
  reader: Reader,
  messageIds: readonly number[],
  flag: OwnFlag,
): Promise<FlaggedMessages> {
  const { realm_id: realmId, id: userId } = reader
  const column = sql.ref(flag)
  const others = ['starred', 'collapsed', 'mentioned', 'topic_wildcard_mentioned', 'has_alert_word']
    .filter((name) => name !== flag)
    .map((name) => sql.ref(name))
  const isSet = sql`realm_id = ${realmId} and user_id = ${userId} and ${column}
    and message_id in (select id from wanted)`
  const { rows } = await sql<FlaggedRow>`
    with wanted as materialized (${readableAmong(reader, messageIds)}), emptied as (
      delete from message_flags where ${isSet} and not (${sql.join(others, sql` or `)})
      returning message_id
    ), cleared as (
      update message_flags set ${column} = false
      where ${isSet} and (${sql.join(others, sql` or `)})
      returning message_id
    ), changed as (
      select message_id from emptied union all select message_id from cleared
    )
    ${wantedAndChanged}`.execute(tx)
  return flaggedMessages(rows)
}

function readableAmong(reader: Reader, messageIds: readonly number[]): RawBuilder<unknown> {
  return sql`
    select id
    from (${namedPlaces(reader, messageIds)}) places, unnest(ids) as id`
}

const wantedAndChanged = sql`
  select array_to_json(array(select id from wanted order by id)) as ids,
    array_to_json(array(select message_id from changed order by message_id)) as changed_ids`
