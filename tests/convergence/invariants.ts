import { sql } from 'kysely'
import type { Queryable } from '../../src/server/data/engine/database'

/** Queries that find rows which contradict the documents of the data, by the rule that the rows break. */
const violations: Readonly<Record<string, string>> = {
  'a row of flags has a flag': `
    select user_id, message_id from message_flags
    where not (starred or collapsed or mentioned or topic_wildcard_mentioned or has_alert_word)`,
  'an edit begins with the topic that the edit before left': `
    select message_id, id, prev_topic, last_topic from (
      select *, lag(topic) over (partition by message_id order by id) as last_topic
      from message_edits where topic is not null) edit
    where last_topic is not null and last_topic <> prev_topic`,
  'the topic of a message is that of its last move': `
    select message.id, message.topic, edit.topic as moved_to from messages message
    join lateral (
      select topic from message_edits where message_id = message.id and topic is not null
      order by id desc limit 1) edit on true
    where edit.topic <> message.topic`,
  'an edit begins in the stream where the edit before ended': `
    select message_id, id, prev_stream_id, last_stream_id from (
      select *, lag(stream_id) over (partition by message_id order by id) as last_stream_id
      from message_edits where stream_id is not null) edit
    where last_stream_id is not null and last_stream_id <> prev_stream_id`,
  'the stream of a message is that of its last move': `
    select message.id, message.stream_id, edit.stream_id as moved_to from messages message
    join lateral (
      select stream_id from message_edits where message_id = message.id and stream_id is not null
      order by id desc limit 1) edit on true
    where edit.stream_id <> message.stream_id`,
  'edits of a message are in the order of their times, and the last of them is the time of the message': `
    select message_id, id from (
      select edit.*, message.last_edited_at,
        lag(edited_at) over (partition by message_id order by edit.id) as before,
        lead(edit.id) over (partition by message_id order by edit.id) as next
      from message_edits edit join messages message on message.id = edit.message_id) edit
    where before > edited_at or (next is null and edited_at <> last_edited_at)`,
  'a message is archived or there, not both': `
    select id from messages join archived_messages using (realm_id, id)`,
  'a subscriber has one open period, and other users have none': `
    select user_id, stream_id, active, count(period.user_id) as open
    from subscriptions
    left join subscription_periods period using (realm_id, user_id, stream_id)
    where period.to_message_id is null
    group by user_id, stream_id, active
    having count(period.user_id) <> active::int`,
  'periods of a subscription do not overlap': `
    select user_id, stream_id, from_message_id, last_to from (
      select *, lag(to_message_id) over (
        partition by user_id, stream_id order by from_message_id) as last_to
      from subscription_periods) period
    where last_to > from_message_id or to_message_id < from_message_id`,
  'a topic is chosen by its key': `
    select user_id, stream_id, topic from user_topics where topic_key <> fold_case(topic)`,
  'muters of a user are those of the mutes': `
    select id, muter_ids from users
    where (select coalesce(jsonb_agg(user_id order by user_id), '[]')
        from muted_users where muted_user_id = users.id)
      <> (select coalesce(jsonb_agg(muter order by muter), '[]')
        from jsonb_array_elements(to_jsonb(muter_ids)) as muter)`,
  'no group is inside itself': `
    with recursive inside (group_id, subgroup_id) as (
      select group_id, subgroup_id from user_group_subgroups
      union
      select inside.group_id, next.subgroup_id from inside
      join user_group_subgroups next on next.group_id = inside.subgroup_id)
    select group_id from inside where group_id = subgroup_id`,
  'every event has been relayed': 'select id, body from outbox',
}

/** The rules that rows of the database break, with some of the rows. */
export async function brokenInvariants(db: Queryable): Promise<string[]> {
  const found: string[] = []
  for (const [rule, query] of Object.entries(violations)) {
    const { rows } = await sql.raw<object>(query).execute(db)
    if (rows.length > 0) found.push(`${rule}: ${JSON.stringify(rows.slice(0, 5))}`)
  }
  return found
}

/**
 * The values that calls may set, by their keys; undefined for values of a message that is gone.
 * Reactions, stars and the like are there or absent.
 */
export async function finalValues(db: Queryable): Promise<(key: string) => string | undefined> {
  const { rows } = await sql.raw<{ key: string; value: string }>(finalValuesQuery).execute(db)
  const values = new Map(rows.map(({ key, value }) => [key, value]))
  return (key) => {
    const value = values.get(key)
    if (value !== undefined || key.startsWith('content')) return value
    const id = /message (\d+)$/.exec(key)?.[1]
    if (id === undefined) return 'no'
    if (key.startsWith('message')) return 'gone'
    return values.has(`message ${id}`) ? 'no' : undefined
  }
}

/** Each message with the texts that it had before its edits, and whether the oldest of them are merged. */
export async function earlierContents(db: Queryable): Promise<Map<number, Set<string>>> {
  const { rows } = await sql<{ id: number; contents: string[] }>`
    select message_id as id, array_agg(prev_content) as contents from message_edits
    where prev_content is not null group by message_id having count(*) < 50`.execute(db)
  return new Map(rows.map(({ id, contents }) => [id, new Set(contents)]))
}

const finalValuesQuery = `
  select 'content of message ' || id as key, content as value from messages
  union all select 'message ' || id, 'there' from messages
  union all select 'reaction ' || emoji_name || ' of ' || user_id || ' to message ' || message_id, 'yes'
    from reactions
  union all select 'star of ' || user_id || ' on message ' || message_id, 'yes'
    from message_flags where starred
  union all select 'subscription of ' || user_id || ' to stream ' || stream_id,
    case when active then 'yes' else 'no' end from subscriptions
  union all select 'is_muted of ' || user_id || ' in stream ' || stream_id, is_muted::text from subscriptions
  union all select 'pin_to_top of ' || user_id || ' in stream ' || stream_id, pin_to_top::text
    from subscriptions
  union all select 'color of ' || user_id || ' in stream ' || stream_id, color from subscriptions
  union all select 'name of stream ' || id, name from streams
  union all select 'description of stream ' || id, description from streams
  union all select 'name of user ' || id, full_name from users
  union all select 'role of user ' || id, role::text from users
  union all select 'status of user ' || user_id, status_text from user_statuses
  union all select 'name of the group', name from user_groups where not is_system_group
  union all select 'member ' || user_id || ' of the group', 'yes' from user_group_members
    join user_groups on id = group_id where not is_system_group
  union all select 'mute of ' || muted_user_id || ' by ' || user_id, 'yes' from muted_users`
