import { sql } from 'kysely'
import { topicPolicies } from '../../../shared/rules/topic-policies'
import { fixedStatement } from '../engine/fixed-statement'
import { unseenArray } from '../engine/planning'
import type { Queryable } from '../engine/database'
import type { StoredSettings } from '../schema'

/** A message to judge. */
export interface MessageKey {
  realm_id: number
  id: number
}

/** A person whom a message may notify, with the columns that decide. */
export interface ConcernRow {
  realm_id: number
  message_id: number
  user_id: number
  sent_at: Date
  stream_id: number | null
  topic_key: string
  dm_group_id: number | null
  /** Whether a device of the person was registered before the message. */
  has_device: boolean
  is_direct: boolean
  is_mentioned: boolean
  is_mentioned_by_topic: boolean
  is_mentioned_by_stream: boolean
  topic_policy: number
  is_stream_muted: boolean
  mails_of_stream: boolean | null
  pushes_of_stream: boolean | null
  wildcards_of_stream: boolean | null
  settings: StoredSettings
  audible_notifications: boolean
  desktop_notifications: boolean
  email_notifications: boolean
  push_notifications: boolean
  timezone: string
  translate_emoticons: boolean
}

/**
 * Messages with an id in (`after`, `upTo`], oldest first, except imported ones; those of a bridge have no position. Messages that are older than `since` notify
 * nobody: they were sent while no worker ran.
 */
export async function listMessagesToJudge(
  db: Queryable,
  { after, upTo, since, most }: { after: number; upTo: number; since: Date; most: number },
): Promise<MessageKey[]> {
  const { rows } = await sql<MessageKey>`
    select fresh.realm_id, fresh.id
    from realms cross join lateral (
      select realm_id, id from messages
      where messages.realm_id = realms.id and id > ${after} and id <= ${upTo} and sent_at > ${since}
        and not exists (
          select from import_keys imported
          where imported.kind = 'message' and imported.realm_id = messages.realm_id
            and imported.id = messages.id and imported.position is not null)
      order by id limit ${most}
    ) fresh
    where realms.deactivated_at is null
    order by fresh.id limit ${most}`.execute(db)
  return rows
}

/**
 * The people whom messages may notify: members of private conversations, people whom a message mentions, and people who
 * ask for mail or pushes about its topic or stream. Only the last two read indexes of settings, so the cost does not
 * depend on the number of subscribers, except where a message mentions all of them. Never the sender, bots,
 * deactivated accounts, people who muted the sender, or people who are not subscribed; and nobody for notices of the
 * server in streams, or for the greeting of a new account.
 * Source: docs/protocol/notifications.md#never-notified.
 */
const selectConcerns = fixedStatement<
  ConcernRow,
  'realmIds' | 'messageIds' | 'greeter' | 'gateway'
>(
  ['realmIds', 'messageIds', 'greeter', 'gateway'],
  ({ realmIds, messageIds, greeter, gateway }) => sql<ConcernRow>`
    with fresh as materialized (
      select m.realm_id, m.id, m.sender_id, m.stream_id, fold_case(m.topic) as topic_key, m.dm_group_id,
        m.mentions_everybody, m.sent_at, sender.muter_ids
      from unnest(${unseenArray(realmIds)}, ${unseenArray(messageIds)}) as given (realm_id, id)
      join messages m on m.realm_id = given.realm_id and m.id = given.id
      join users sender on sender.realm_id = m.realm_id and sender.id = m.sender_id
      where not sender.is_system_bot or sender.email = ${gateway}
        or (m.stream_id is null and sender.email <> ${greeter})
    ), concerned (realm_id, id, user_id, reason) as (
      select m.realm_id, m.id, member.user_id, 'direct' from fresh m
      join dm_group_members member
        on member.realm_id = m.realm_id and member.dm_group_id = m.dm_group_id
      union all
      select m.realm_id, m.id, flags.user_id,
        case when flags.mentioned then 'mentioned' else 'topic' end
      from fresh m
      join message_flags flags on flags.realm_id = m.realm_id and flags.message_id = m.id
      where flags.mentioned or flags.topic_wildcard_mentioned
      union all
      select m.realm_id, m.id, tie.user_id, 'everybody' from fresh m
      join subscriptions tie on tie.realm_id = m.realm_id and tie.stream_id = m.stream_id
      where m.mentions_everybody and tie.active
      union all
      select m.realm_id, m.id, ut.user_id, 'followed' from fresh m
      join user_topics ut on ut.realm_id = m.realm_id and ut.stream_id = m.stream_id
        and ut.topic_key = m.topic_key
      where ut.visibility_policy = ${sql.lit(topicPolicies.followed)}
      union all
      select m.realm_id, m.id, tie.user_id, 'stream' from fresh m
      join subscriptions tie on tie.realm_id = m.realm_id and tie.stream_id = m.stream_id
      where tie.active and tie.email_notifications
      union all
      select m.realm_id, m.id, tie.user_id, 'stream' from fresh m
      join subscriptions tie on tie.realm_id = m.realm_id and tie.stream_id = m.stream_id
      where tie.active and tie.push_notifications
      union all
      select m.realm_id, m.id, u.id, 'stream' from fresh m
      join users u on u.realm_id = m.realm_id and u.email_notifications
      where m.stream_id is not null
      union all
      select m.realm_id, m.id, u.id, 'stream' from fresh m
      join users u on u.realm_id = m.realm_id and u.push_notifications
      where m.stream_id is not null
    ), people as (
      select realm_id, id, user_id,
        bool_or(reason = 'direct') as is_direct, bool_or(reason = 'mentioned') as is_mentioned,
        bool_or(reason = 'topic') as is_mentioned_by_topic,
        bool_or(reason = 'everybody') as is_mentioned_by_stream
      from concerned group by realm_id, id, user_id
    )
    select people.realm_id, people.id as message_id, people.user_id, m.sent_at,
      m.stream_id, m.topic_key, m.dm_group_id, is_direct,
      is_mentioned, is_mentioned_by_topic, is_mentioned_by_stream,
      coalesce(ut.visibility_policy, 0) as topic_policy,
      coalesce(tie.is_muted, false) as is_stream_muted, tie.email_notifications as mails_of_stream,
      tie.push_notifications as pushes_of_stream,
      exists (
        select from push_devices device
        where device.realm_id = u.realm_id and device.user_id = u.id
          and device.created_at <= m.sent_at
      ) as has_device,
      tie.wildcard_mentions_notify as wildcards_of_stream, u.settings, u.audible_notifications,
      u.desktop_notifications, u.email_notifications, u.push_notifications, u.timezone,
      u.translate_emoticons
    from people
    join fresh m on m.realm_id = people.realm_id and m.id = people.id
    join users u on u.realm_id = people.realm_id and u.id = people.user_id
    left join subscriptions tie on tie.realm_id = people.realm_id and tie.user_id = people.user_id
      and tie.stream_id = m.stream_id and tie.active
    left join user_topics ut on ut.realm_id = people.realm_id and ut.user_id = people.user_id
      and ut.stream_id = m.stream_id and ut.topic_key = m.topic_key
    where u.id <> m.sender_id and not u.is_bot and u.deactivated_at is null
      and not m.muter_ids @> to_jsonb(u.id) and (m.stream_id is null or tie.user_id is not null)`,
)

/**
 * @param greeter address of the system bot that greets new accounts
 * @param gateway address of the one that sends mails to streams, which notify like messages of people
 */
export async function listConcerns(
  db: Queryable,
  messages: readonly MessageKey[],
  { greeter, gateway }: { greeter: string; gateway: string },
): Promise<ConcernRow[]> {
  return selectConcerns(db, {
    realmIds: messages.map(({ realm_id }) => realm_id),
    messageIds: messages.map(({ id }) => id),
    greeter,
    gateway,
  })
}
