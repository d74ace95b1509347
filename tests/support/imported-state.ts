import { sql } from 'kysely'
import type { Queryable } from '../../src/server/data/engine/database'

/**
 * The rows that an import makes, by table: ids are places in the order of the messages, or names, so that two
 * imports of one archive into different organizations can be compared.
 */
export async function importedState(
  db: Queryable,
  subdomain: string,
): Promise<Record<string, unknown[]>> {
  const state: Record<string, unknown[]> = {}
  for (const [table, rows] of Object.entries(rowsOf)) {
    const answer = await sql<Record<string, unknown>>`
      with realm as (select id from realms where string_id = ${subdomain} and deactivated_at is null),
      numbered as (
        select m.*, row_number() over (order by m.id) as number
        from messages m join realm on realm.id = m.realm_id
      )
      ${sql.raw(rows)}`.execute(db)
    state[table] = answer.rows
  }
  return state
}

const userName = (id: string) =>
  `(select full_name from users u where u.realm_id = realm.id and u.id = ${id})`
const streamName = (id: string) =>
  `(select name from streams s where s.realm_id = realm.id and s.id = ${id})`
/** The number of the last message at or before an id. */
const place = (id: string) => `(select max(number) from numbered where numbered.id <= ${id})`

const rowsOf: Readonly<Record<string, string>> = {
  messages: `
    select number, topic, sent_at, last_edited_at, has_link, mentions_everybody, client,
      regexp_replace(
        regexp_replace(content, '/user_uploads/[^)]*/', '/user_uploads/', 'g'), '[0-9]+', '', 'g'
      ) as content,
      ${streamName('numbered.stream_id')} as stream, ${userName('numbered.sender_id')} as sender,
      (select array_agg(u.full_name order by u.full_name) from dm_group_members d join users u on u.id = d.user_id
        where d.realm_id = realm.id and d.dm_group_id = numbered.dm_group_id) as conversation
    from numbered, realm order by number`,
  unread: `
    select number, array_agg(u.full_name order by u.full_name) as users
    from numbered join realm on true
    join subscriptions t on t.realm_id = realm.id and t.stream_id = numbered.stream_id
    join users u on u.id = t.user_id
    where not t.read @> numbered.id group by number order by number`,
  flags: `
    select number, ${userName('f.user_id')} as user, starred, collapsed, mentioned, has_alert_word
    from message_flags f join realm on f.realm_id = realm.id
    join numbered on numbered.id = f.message_id order by number, 2`,
  reactions: `
    select number, ${userName('r.user_id')} as user, emoji_name, emoji_code
    from reactions r join realm on r.realm_id = realm.id
    join numbered on numbered.id = r.message_id order by 1, 2, 3`,
  edits: `
    select number, ${userName('e.editor_id')} as editor, edited_at, prev_content, prev_topic, e.topic
    from message_edits e join realm on e.realm_id = realm.id
    join numbered on numbered.id = e.message_id order by number, e.id`,
  users: `
    select full_name, delivery_email, role, is_bot, ${userName('users.bot_owner_id')} as owner, timezone,
      deactivated_at is null as is_active
    from users join realm on users.realm_id = realm.id order by 1, 2`,
  streams: `
    select name, description, invite_only, deactivated_at is null as is_active
    from streams join realm on streams.realm_id = realm.id order by 1`,
  subscriptions: `
    select ${userName('t.user_id')} as user, ${streamName('t.stream_id')} as stream, active, color, is_muted
    from subscriptions t join realm on t.realm_id = realm.id order by 1, 2`,
  periods: `
    select ${userName('p.user_id')} as user, ${streamName('p.stream_id')} as stream,
      ${place('p.from_message_id')} as began, ${place('p.to_message_id')} as ended
    from subscription_periods p join realm on p.realm_id = realm.id order by 1, 2, 3, 4`,
  topics: `
    select ${userName('t.user_id')} as user, ${streamName('t.stream_id')} as stream, topic, visibility_policy
    from user_topics t join realm on t.realm_id = realm.id order by 1, 2, 3`,
  groups: `
    select g.name, array_agg(u.full_name order by u.full_name) as members
    from user_groups g join realm on g.realm_id = realm.id
    left join user_group_members m on m.realm_id = realm.id and m.group_id = g.id
    left join users u on u.id = m.user_id group by g.name order by 1`,
  keys: `
    select kind, key, position from import_keys k join realm on k.realm_id = realm.id
    where kind <> 'conversation' order by 1, 2`,
  waiting: `
    select 'texts' as kind, count(*)::int from import_links w join realm on w.realm_id = realm.id
    union all
    select 'unread', count(*)::int from import_unread w join realm on w.realm_id = realm.id
    order by 1`,
}
