import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database'
import { unseen } from '../engine/planning'
import type { RecentConversation } from '../messages/dm-groups'
import type { NamedReceiver, Receiver } from '../access/rule'
import { selectLastReceivedId } from '../messages/newest-messages'
import type { MutedUser } from './muted-users'
import type { RealmDomain } from '../realms/domains'
import type { RealmPlayground } from '../realms/playgrounds'
import { selectRealmVersions } from '../realms/versions'
import type { PartVersion } from '../realms/versions'
import type { ClientDeviceRow } from '../schema'
import type { Draft } from './drafts'
import type { NavigationView } from './navigation-views'
import type { SavedSnippet } from './saved-snippets'
import type { ScheduledMessage } from '../schedule/scheduled-messages'
import type { SubscriptionRow } from '../schema'
import { selectUnreadOutline } from '../read-state/unread'
import type { UnreadOutline } from '../read-state/unread'
import type { UserTopic } from './user-topics'

/** A user's subscription to a stream, without its read state. */
export type OwnSubscription = Omit<SubscriptionRow, 'realm_id' | 'user_id' | 'read'>

/**
 * The state of a user that clients get as a whole, plus the versions and ids needed to read the
 * rest.
 */
export interface OwnState {
  /** Versions of the realm's parts that were ever changed. */
  realmVersions: PartVersion[]
  /**
   * Subscriptions to streams that the user is or was subscribed to, including deactivated streams.
   */
  subscriptions: OwnSubscription[]
  /** Id of the newest message in the user's own history, -1 if none. */
  lastReceivedId: number
  unread: UnreadOutline
  /** Ids, ascending. */
  starred: number[]
  /** Private conversations, newest first. */
  conversations: RecentConversation[]
  /** Times are texts, as in all JSON. */
  userTopics: (Omit<UserTopic, 'updated_at'> & { updated_at: string })[]
  mutedUsers: (Omit<MutedUser, 'muted_at'> & { muted_at: string })[]
  /** Alert words in alphabetical order. */
  alertWords: string[]
  /** Oldest first. */
  savedSnippets: (Omit<SavedSnippet, 'created_at'> & { created_at: string })[]
  /** Newest first. */
  drafts: (Omit<Draft, 'edited_at'> & { edited_at: string })[]
  /** Earliest first. */
  scheduledMessages: OwnScheduledMessage[]
  reminders: OwnScheduledMessage[]
  /** Names of the onboarding hints that the user has seen. */
  seenSteps: string[]
  /** Domains and playgrounds of the user's realm, oldest first. */
  realmDomains: RealmDomain[]
  realmPlaygrounds: RealmPlayground[]
  /** By fragment. */
  navigationViews: NavigationView[]
  /** Oldest first. */
  clientDevices: OwnClientDevice[]
}

/** Times are texts, as in all JSON. */
type OwnClientDevice = Pick<
  ClientDeviceRow,
  'id' | 'push_key_id' | 'token_id' | 'failed_token_id' | 'error_code'
> & { token_updated_at: string | null }

export type OwnScheduledMessage = Pick<
  ScheduledMessage,
  'id' | 'stream_id' | 'recipient_ids' | 'topic' | 'content' | 'rendered_content' | 'reminder_of'
> & { due_at: string; failed_at: string | null }

export interface OwnStateLimits {
  /** Max private conversations; older ones are left out. */
  conversations: number
  /** Max unread messages per private conversation. */
  unread: number
}

/** Each part as an expression whose value is JSON. */
const expressions: {
  [P in keyof OwnState]: (reader: NamedReceiver, limits: OwnStateLimits) => RawBuilder<OwnState[P]>
} = {
  realmVersions: ({ realm_id: realmId }) => listOf(selectRealmVersions(realmId)),
  subscriptions: (reader) =>
    listOf(sql`
      select stream_id, active, color, is_muted, pin_to_top, desktop_notifications,
        audible_notifications, push_notifications, email_notifications, wildcard_mentions_notify
      from subscriptions where ${isOwn('subscriptions', reader)}`),
  lastReceivedId: (reader) => selectLastReceivedId(sql`${reader.realm_id}`, sql`${reader.id}`),
  unread: (reader, { unread }) => selectUnreadOutline(reader, unread),
  starred: (reader) => sql`(
    select coalesce(json_agg(message_id order by message_id), '[]') from message_flags
    where ${isOwn('message_flags', reader)} and starred)`,
  conversations: (reader, { conversations }) =>
    listOf(sql`
      select member_key, newest.id as max_message_id
      from dm_group_members
      join dm_groups on dm_groups.realm_id = ${reader.realm_id}
        and dm_groups.id = dm_group_members.dm_group_id,
        lateral (
          select id from messages
          where messages.realm_id = ${reader.realm_id}
            and messages.dm_group_id = dm_group_members.dm_group_id
          order by id desc limit 1
        ) newest
      where ${isOwn('dm_group_members', reader)}
      order by newest.id desc limit ${conversations}`),
  userTopics: (reader) =>
    listOf(sql`
      select stream_id, topic, visibility_policy, updated_at
      from user_topics where ${isOwn('user_topics', reader)}
      order by stream_id, topic_key collate "C"`),
  mutedUsers: (reader) =>
    listOf(sql`
      select muted_user_id, muted_at from muted_users where ${isOwn('muted_users', reader)}
      order by muted_user_id`),
  alertWords: (reader) => sql`(
    select coalesce(json_agg(word order by word_key collate "C"), '[]') from alert_words
    where ${isOwn('alert_words', reader)})`,
  savedSnippets: (reader) =>
    listOf(sql`
      select id, title, content, created_at
      from saved_snippets where ${isOwn('saved_snippets', reader)} order by id`),
  drafts: (reader) =>
    listOf(sql`
      select id, type, recipient_ids, topic, content, edited_at
      from drafts where ${isOwn('drafts', reader)} order by drafts.edited_at desc, id desc`),
  scheduledMessages: (reader) => listScheduled(reader, sql`reminder_of is null`),
  reminders: (reader) => listScheduled(reader, sql`reminder_of is not null`),
  seenSteps: (reader) => sql`(
    select coalesce(json_agg(name), '[]') from onboarding_steps
    where ${isOwn('onboarding_steps', reader)})`,
  realmDomains: ({ realm_id: realmId }) =>
    listOf(sql`
      select domain, allow_subdomains from realm_domains where realm_id = ${realmId} order by id`),
  realmPlaygrounds: ({ realm_id: realmId }) =>
    listOf(sql`
      select id, name, pygments_language, url_template
      from realm_playgrounds where realm_id = ${realmId} order by id`),
  navigationViews: (reader) =>
    listOf(sql`
      select fragment, name, is_pinned
      from navigation_views where ${isOwn('navigation_views', reader)}
      order by fragment collate "C"`),
  clientDevices: (reader) =>
    listOf(sql`
      select id, push_key_id, token_id, token_updated_at, failed_token_id, error_code
      from client_devices where ${isOwn('client_devices', reader)} order by id`),
}

/**
 * Reads parts of a user's state in one statement, and so from one moment; sharing it makes parts
 * cheap.
 */
export async function readOwnState<P extends keyof OwnState>(
  db: Queryable,
  reader: Receiver,
  parts: readonly P[],
  limits: OwnStateLimits,
): Promise<Pick<OwnState, P>> {
  // In a large database, planning for this user takes longer than executing the plan.
  const anybody = { realm_id: unseen(reader.realm_id), id: unseen(reader.id) }
  const columns = parts.map((part) => sql`${expressions[part](anybody, limits)} as ${sql.id(part)}`)
  const { rows } = await sql<Pick<OwnState, P>>`select ${sql.join(columns)}`.execute(db)
  return rows[0] as Pick<OwnState, P>
}

function listScheduled(reader: NamedReceiver, kind: RawBuilder<unknown>): RawBuilder<never> {
  return listOf(sql`
    select id, stream_id, recipient_ids, topic, content, rendered_content, reminder_of, due_at,
      failed_at
    from scheduled_messages
    where ${isOwn('scheduled_messages', reader)} and ${kind} and sent_at is null
    order by scheduled_messages.due_at, id`)
}

/** The rows of a statement, in their order, as a JSON list of objects. */
function listOf(rows: RawBuilder<unknown>): RawBuilder<never> {
  return sql`(select coalesce(json_agg(list_row), '[]') from (${rows}) list_row)`
}

function isOwn(
  table: string,
  { realm_id: realmId, id: userId }: NamedReceiver,
): RawBuilder<boolean> {
  return sql`${sql.ref(table)}.realm_id = ${realmId} and ${sql.ref(table)}.user_id = ${userId}`
}
