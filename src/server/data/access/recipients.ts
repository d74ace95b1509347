import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database'
import { isReceivedInStream } from './rule'

/*
 * The rule (rule.ts) for one message and all its recipients. The counterpart, one reader and many
 * messages, is message-conditions.ts.
 */

interface MessageKey {
  realmId: number
  messageId: number
}

/**
 * Users for whom a message has the same state: one row per combination, for any number of users.
 */
export interface RecipientGroup {
  user_ids: number[]
  /** Whether the message is in their own history. */
  received: boolean
  is_read: boolean
  starred: boolean
  collapsed: boolean
  mentioned: boolean
  topic_wildcard_mentioned: boolean
  has_alert_word: boolean
  /** Whether the message mentions everybody; the same for all groups. */
  mentions_everybody: boolean
}

/** Groups of the members of a message's conversation, or of the subscribers of its stream. */
export async function listRecipientGroups(
  db: Queryable,
  key: MessageKey,
  alsoUserIds: readonly number[] = [],
): Promise<RecipientGroup[]> {
  const { rows } = await sql<RecipientGroup>`
    select json_agg(user_id order by user_id) as user_ids, received, is_read, starred, collapsed,
      mentioned, topic_wildcard_mentioned, has_alert_word, mentions_everybody
    from ${recipients(key, alsoUserIds)}
    group by received, is_read, starred, collapsed, mentioned, topic_wildcard_mentioned,
      has_alert_word, mentions_everybody`.execute(db)
  return rows
}

/** {@link listRecipientGroups} of several messages, by message id. */
export async function listRecipientGroupsOf(
  db: Queryable,
  realmId: number,
  messageIds: readonly number[],
): Promise<Map<number, RecipientGroup[]>> {
  const { rows } = await sql<RecipientGroup & { message_id: number }>`
    select message_id, json_agg(user_id order by user_id) as user_ids, received, is_read, starred,
      collapsed, mentioned, topic_wildcard_mentioned, has_alert_word, mentions_everybody
    from ${recipientsOf(realmId, messageIds)}
    group by message_id, received, is_read, starred, collapsed, mentioned,
      topic_wildcard_mentioned, has_alert_word, mentions_everybody`.execute(db)
  const groups = new Map<number, RecipientGroup[]>()
  for (const { message_id: id, ...group } of rows) {
    groups.set(id, [...(groups.get(id) ?? []), group])
  }
  return groups
}

/**
 * Active accounts that received a message and have read it, by id. Leaves out the sender, users who
 * turned read receipts off, users who muted the sender (their messages arrive as read), and users
 * who muted the asker or whom the asker muted.
 */
export async function listReaderIds(
  db: Queryable,
  key: MessageKey,
  askerId: number,
): Promise<number[]> {
  const { realmId, messageId } = key
  const { rows } = await sql<{ user_id: number }>`
    select user_id from ${recipients(key)}
    join users on users.realm_id = ${realmId} and users.id = user_id
    where received and is_read and user_id <> sender_id and users.deactivated_at is null
      and coalesce((users.settings ->> 'send_read_receipts')::boolean, true)
      and not exists (
        select from (
          select prev_stream_id from message_edits
          where realm_id = ${realmId} and message_id = ${messageId} and prev_stream_id is not null
          order by id limit 1
        ) first
        -- Users who got the message by a move have it as read, but never received it.
        where not ${isReceivedInStream(
          { realm_id: realmId, id: sql`recipients.user_id` },
          sql`first.prev_stream_id`,
          sql`${messageId}`,
        )})
      and not exists (
        select from muted_users mute where mute.realm_id = ${realmId} and (
          (mute.user_id = recipients.user_id and mute.muted_user_id in (sender_id, ${askerId}))
          or (mute.user_id = ${askerId} and mute.muted_user_id = recipients.user_id)))
    order by user_id`.execute(db)
  return rows.map((row) => row.user_id)
}

function recipients(
  { realmId, messageId }: MessageKey,
  alsoUserIds: readonly number[] = [],
): RawBuilder<unknown> {
  return recipientsOf(realmId, [messageId], alsoUserIds)
}

function recipientsOf(
  realmId: number,
  messageIds: readonly number[],
  alsoUserIds: readonly number[] = [],
): RawBuilder<unknown> {
  return sql`(
    with m as materialized (
      select id, sender_id, stream_id, dm_group_id, fold_case(topic) as topic_key, read_by_sender,
        mentions_everybody
      from messages where realm_id = ${realmId} and id = any(${[...messageIds]}::bigint[])
    ), people as (
      select m.id as message_id, user_id from subscriptions, m
      where realm_id = ${realmId} and subscriptions.stream_id = m.stream_id and active
      union select m.id, user_id from dm_group_members member, m
      where realm_id = ${realmId} and member.dm_group_id = m.dm_group_id
      union select m.id, unnest(${[...alsoUserIds]}::bigint[]) from m
    )
    select m.id as message_id, people.user_id, m.sender_id, m.mentions_everybody,
      member.user_id is not null or ${isReceivedInStream(
        { realm_id: realmId, id: sql`people.user_id` },
        sql`m.stream_id`,
        sql`m.id`,
      )} as received,
      (m.read_by_sender and m.sender_id = people.user_id)
        or coalesce(subscription.read @> m.id, false) or coalesce(state.read @> m.id, false)
        or coalesce(member.read @> m.id, false) as is_read,
      coalesce(starred, false) as starred, coalesce(collapsed, false) as collapsed,
      coalesce(mentioned, false) as mentioned,
      coalesce(topic_wildcard_mentioned, false) as topic_wildcard_mentioned,
      coalesce(has_alert_word, false) as has_alert_word
    from m join people on people.message_id = m.id
    left join subscriptions subscription on subscription.realm_id = ${realmId}
      and subscription.user_id = people.user_id and subscription.stream_id = m.stream_id
    left join topic_read_states state on state.realm_id = ${realmId}
      and state.user_id = people.user_id and state.stream_id = m.stream_id
      and state.topic_key = m.topic_key
    left join dm_group_members member on member.realm_id = ${realmId}
      and member.user_id = people.user_id and member.dm_group_id = m.dm_group_id
    left join message_flags flags on flags.realm_id = ${realmId}
      and flags.user_id = people.user_id and flags.message_id = m.id
  ) recipients`
}
