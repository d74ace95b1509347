import { sql } from 'kysely'
import type { Queryable } from '../engine/database'
import { columnsIn, userColumns } from '../engine/row-columns'
import type { UserRow } from '../schema'

/** The stream and topic of a message, and a user's relation to them. */
export interface PlaceOfMessage {
  stream_id: number
  topic: string
  /** Whether the message is the oldest of its topic. */
  is_first: boolean
  is_subscribed: boolean
  is_stream_muted: boolean
}

/** Returns undefined if there is no such stream message. */
export async function findPlaceOf(
  db: Queryable,
  { realm_id: realmId, id: userId }: Pick<UserRow, 'realm_id' | 'id'>,
  messageId: number,
): Promise<PlaceOfMessage | undefined> {
  const { rows } = await sql<PlaceOfMessage>`
    select m.stream_id, m.topic, coalesce(tie.active, false) as is_subscribed,
      coalesce(tie.active and tie.is_muted, false) as is_stream_muted,
      not exists (
        select from messages older
        where older.realm_id = m.realm_id and older.stream_id = m.stream_id
          and fold_case(older.topic) = fold_case(m.topic) and older.id < m.id) as is_first
    from messages m
    left join subscriptions tie on tie.realm_id = m.realm_id and tie.user_id = ${userId}
      and tie.stream_id = m.stream_id
    where m.realm_id = ${realmId} and m.id = ${messageId} and m.stream_id is not null`.execute(db)
  return rows[0]
}

/** The people among these users who automatically follow topics where they are mentioned. */
export async function listFollowersWhereMentioned(
  db: Queryable,
  realmId: number,
  userIds: readonly number[],
): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .select(columnsIn('users', userColumns))
    .where('users.realm_id', '=', realmId)
    .where(sql<boolean>`users.id = any(${[...userIds]}::bigint[])`)
    .where('users.is_bot', '=', false)
    .where('users.deactivated_at', 'is', null)
    .where(sql<boolean>`users.settings @> '{"automatically_follow_topics_where_mentioned": true}'`)
    .execute()
}
