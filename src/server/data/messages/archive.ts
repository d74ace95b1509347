import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { receivedIn } from '../access/rule'

/*
 * Deleted messages are archived for a retention period, whole: their rows as JSON, so that columns
 * added to the tables meanwhile get their defaults on restore.
 */

/** Tables whose rows are archived and restored with their message. */
export const followers = ['message_flags', 'reactions', 'submessages', 'message_edits'] as const

/** Archives messages with all rows that belong to them. They must be locked, and in one realm. */
export async function archiveMessages(
  tx: Tx,
  realmId: number,
  ids: readonly number[],
): Promise<void> {
  const named = sql`${[...ids]}::bigint[]`
  await sql`
    with unread as (${unreadUsers(realmId, named)})
    insert into archived_messages
      (realm_id, id, stream_id, dm_group_id, message, followers, upload_ids, unread_by)
    select m.realm_id, m.id, m.stream_id, m.dm_group_id, to_jsonb(m) - 'search_vector',
      jsonb_build_object(${sql.join(followers.map(rowsOfFollower))}),
      array(
        select upload_id from message_uploads link
        where link.realm_id = m.realm_id and link.message_id = m.id order by upload_id),
      coalesce(unread.user_ids, '{}')
    from messages m left join unread on unread.id = m.id
    where m.realm_id = ${realmId} and m.id = any(${named})`.execute(tx)
}

function rowsOfFollower(table: (typeof followers)[number]): RawBuilder<unknown> {
  return sql`${sql.lit(table)}, (
    select jsonb_agg(to_jsonb(follower)) from ${sql.table(table)} follower
    where follower.realm_id = m.realm_id and follower.message_id = m.id)`
}

/**
 * Per message, the users who received it and have not read it; computed per topic or conversation,
 * as sets of ids.
 */
function unreadUsers(realmId: number, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  const tie = { realm_id: realmId, id: sql<number>`tie.user_id` }
  return sql`
    with gone as materialized (
      select id, stream_id, dm_group_id, fold_case(topic) as topic_key, sender_id, read_by_sender
      from messages where realm_id = ${realmId} and id = any(${ids})
    ), places as materialized (
      select stream_id, dm_group_id, topic_key, range_agg(int8range(id, id + 1)) as ids
      from gone group by stream_id, dm_group_id, topic_key
    ), unread_sets as (
      select tie.user_id, places.ids * ${receivedIn(tie, sql`places.stream_id`)} - tie.read
        - coalesce(state.read, '{}') as ids
      from places
      join subscriptions tie on tie.realm_id = ${realmId} and tie.stream_id = places.stream_id
        and tie.active and not places.ids <@ tie.read
      left join topic_read_states state on state.realm_id = ${realmId}
        and state.user_id = tie.user_id and state.stream_id = places.stream_id
        and state.topic_key = places.topic_key
      union all
      select member.user_id, places.ids - member.read
      from places join dm_group_members member
        on member.realm_id = ${realmId} and member.dm_group_id = places.dm_group_id
    )
    select gone.id, array_agg(unread_sets.user_id order by unread_sets.user_id) as user_ids
    from unread_sets, unnest(unread_sets.ids) as run,
      generate_series(lower(run), upper(run) - 1) as unread_id
    join gone on gone.id = unread_id
    where not (gone.read_by_sender and gone.sender_id = unread_sets.user_id)
    group by gone.id`
}

/** An archived message and the stream or private conversation it belongs to. */
export interface ArchivedPlace {
  id: number
  stream_id: number | null
  dm_group_id: number | null
}

/** Selects archived messages; all conditions must hold. */
export interface ArchiveFilter {
  realmId: number
  streamId?: number | undefined
  /** Archived at or after `since`, and before `until`. */
  since?: Date | undefined
  until?: Date | undefined
}

/**
 * Locks the first archived message that matches, and others of the same stream or conversation; ids
 * ascend.
 */
export async function lockArchivedOfOnePlace(
  tx: Tx,
  filter: ArchiveFilter,
  atMost: number,
): Promise<ArchivedPlace[]> {
  const { rows } = await sql<ArchivedPlace>`
    with first as (
      select stream_id, dm_group_id from archived_messages a
      where ${isMeant(filter)} order by id limit 1
    )
    select a.id, a.stream_id, a.dm_group_id from archived_messages a
    where ${isMeant(filter)}
      and a.stream_id is not distinct from (select stream_id from first)
      and a.dm_group_id is not distinct from (select dm_group_id from first)
    order by a.id limit ${atMost} for update`.execute(tx)
  return rows
}

export interface ArchivedCount {
  messages: number
  streams: number
  conversations: number
}

export async function countArchived(db: Queryable, filter: ArchiveFilter): Promise<ArchivedCount> {
  const { rows } = await sql<ArchivedCount>`
    select count(*) as messages, count(distinct stream_id) as streams,
      count(distinct dm_group_id) as conversations
    from archived_messages a where ${isMeant(filter)}`.execute(db)
  return rows[0] ?? { messages: 0, streams: 0, conversations: 0 }
}

/** A condition on a row `a` of `archived_messages`. */
function isMeant({ realmId, streamId, since, until }: ArchiveFilter): RawBuilder<boolean> {
  const conditions = [
    sql`a.realm_id = ${realmId}`,
    ...(streamId === undefined ? [] : [sql`a.stream_id = ${streamId}`]),
    ...(since ? [sql`a.archived_at >= ${since.toISOString()}::timestamptz`] : []),
    ...(until ? [sql`a.archived_at < ${until.toISOString()}::timestamptz`] : []),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}
