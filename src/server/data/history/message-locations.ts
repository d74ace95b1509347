import { sql } from 'kysely'
import type { Queryable } from '../engine/database'
import type { Reader } from '../access/rule'
import { namedPlaces } from '../access/named-messages'

/** A message and its place, for clients that insert it into a list again. */
export interface MessagePlace {
  id: number
  stream_id: number | null
  topic: string
  /** Ids of all members of the private conversation, joined by commas. */
  member_key: string | null
  mentioned: boolean
}

/** Places of messages, by ascending id. The caller checks that the reader may read them. */
export async function listMessagePlaces(
  db: Queryable,
  { realm_id: realmId, id: userId }: Reader,
  messageIds: readonly number[],
): Promise<MessagePlace[]> {
  const { rows } = await sql<MessagePlace>`
    select m.id, m.stream_id, m.topic, dm_groups.member_key,
      m.mentions_everybody or coalesce(mentioned or topic_wildcard_mentioned, false) as mentioned
    from messages m
    left join dm_groups on dm_groups.realm_id = m.realm_id and dm_groups.id = m.dm_group_id
    left join message_flags flags on flags.realm_id = m.realm_id and flags.user_id = ${userId}
      and flags.message_id = m.id
    where m.realm_id = ${realmId} and m.id = any(${[...messageIds]}::bigint[])
    order by m.id`.execute(db)
  return rows
}

/** The streams of readable messages that a reader is not subscribed to. */
export async function listUnsubscribedStreamIds(
  db: Queryable,
  reader: Reader,
  messageIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ stream_id: number }>`
    select distinct stream_id from (${namedPlaces(reader, messageIds)}) places
    where not is_subscribed and cardinality(ids) > 0
    order by stream_id`.execute(db)
  return rows.map((row) => row.stream_id)
}
