import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Tx } from '../engine/database'
import { sentWithNext } from '../engine/pipelining-client'
import { holdOffJoinsAround } from '../streams/order-of-joins'
import type { Reader } from '../access/rule'
import { flaggedMessages, namedPlaces } from '../access/named-messages'
import type { FlaggedMessages, FlaggedRow } from '../access/named-messages'
import { insertMessageFlags } from './insert-messages'
import type { FlagsOfOne } from './insert-messages'

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
  await holdOffEdits(tx, realmId, messageIds)
  if (flag === 'starred') await holdOffJoinsAround(tx, realmId, messageIds)
  const { rows } = await sql<FlaggedRow>`
    with wanted as materialized (${readableAmong(reader, messageIds)}), changed as (
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
  await holdOffEdits(tx, realmId, messageIds)
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

/**
 * The event of an edit has the flags of each reader. This lock of the messages puts a change of flags before the edit, or
 * behind it: else the event of the edit might come later, and have the flags before the change. The next statement sees where an edit has moved a
 * message, so that nobody marks what they may no longer read.
 */
async function holdOffEdits(tx: Tx, realmId: number, messageIds: readonly number[]): Promise<void> {
  await sql`${sentWithNext}
    select from messages where realm_id = ${realmId} and id = any(${[...messageIds]}::bigint[])
    order by id for share`.execute(tx)
}

function readableAmong(reader: Reader, messageIds: readonly number[]): RawBuilder<unknown> {
  return sql`
    select id
    from (${namedPlaces(reader, messageIds)}) places, unnest(ids) as id`
}

const wantedAndChanged = sql`
  select array_to_json(array(select id from wanted order by id)) as ids,
    array_to_json(array(select message_id from changed order by message_id)) as changed_ids`
