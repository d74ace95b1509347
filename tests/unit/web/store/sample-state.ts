import { roles } from '../../../../src/shared/rules/roles'
import type {
  ServerEvent,
  State,
  Stream,
  Subscription,
  User,
} from '../../../../src/web/data/records/state'
import { partOf } from '../../../support/stand-ins'

/** Answer of `register` for Ada (10), with Bo (11), Cy (12) and two streams. */
export function sampleState(changes: Partial<State> = {}): State {
  return partOf<State>({
    queue_id: '1:1',
    last_event_id: -1,
    user_id: 10,
    is_admin: false,
    is_guest: false,
    realm_users: [user(10, 'Ada'), user(11, 'Bo'), user(12, 'Cy')],
    realm_non_active_users: [],
    cross_realm_bots: [user(1, 'Welcome Bot')],
    realm_user_groups: [],
    realm_bots: [],
    realm_emoji: {},
    realm_default_streams: [],
    streams: [stream(5, 'ops'), stream(6, 'lunch')],
    subscriptions: [subscription(5, 'ops'), subscription(6, 'lunch')],
    unsubscribed: [],
    never_subscribed: [],
    user_topics: [],
    user_settings: {},
    drafts: [],
    scheduled_messages: [],
    reminders: [],
    max_reminder_note_length: 1000,
    presences: {},
    server_timestamp: 1000,
    server_presence_offline_threshold_seconds: 140,
    user_status: {},
    max_message_id: -1,
    unread_msgs: {
      ...{ count: 0, pms: [], streams: [], huddles: [], mentions: [] },
      old_unreads_missing: false,
    },
    starred_messages: [],
    recent_private_conversations: [],
    ...changes,
  })
}

function user(user_id: number, full_name: string): User {
  const email = `${full_name.toLowerCase()}@parley.test`
  const date_joined = '2020-01-01T00:00:00+00:00'
  return {
    ...{ user_id, full_name, short_name: '', email, delivery_email: null, date_joined },
    ...{ role: roles.member, is_owner: false, is_admin: false, is_guest: false },
    ...{ is_bot: false, bot_type: null, bot_owner_id: null, is_billing_admin: false },
    ...{
      is_active: true,
      is_imported_stub: false,
      avatar_url: null,
      avatar_version: 1,
      timezone: '',
    },
  }
}

function stream(stream_id: number, name: string): Stream {
  return {
    ...{ stream_id, name, description: '', rendered_description: '', date_created: 1 },
    ...{ invite_only: false, history_public_to_subscribers: true, stream_post_policy: 1 },
    ...{ creator_id: null, folder_id: null, message_retention_days: null },
    ...{ is_web_public: false, is_archived: false, is_announcement_only: false },
    stream_weekly_traffic: null,
    ...{ first_message_id: null, topics_policy: 'inherit', is_recently_active: true },
    ...{ can_add_subscribers_group: 3, can_administer_channel_group: 3 },
    ...{ can_remove_subscribers_group: 3, can_send_message_group: 3, can_subscribe_group: 3 },
    ...{
      can_create_topic_group: 5,
      can_delete_any_message_group: 8,
      can_delete_own_message_group: 8,
    },
    ...{ can_move_messages_out_of_channel_group: 8, can_move_messages_within_channel_group: 8 },
    can_resolve_topics_group: 8,
  }
}

function subscription(stream_id: number, name: string): Subscription {
  return {
    ...stream(stream_id, name),
    ...{ color: '#76ce90', pin_to_top: false, is_muted: false },
    ...{ desktop_notifications: null, audible_notifications: null, push_notifications: null },
    ...{ email_notifications: null, wildcard_mentions_notify: null },
    ...{ in_home_view: true, is_old_stream: false, stream_weekly_traffic: null, email_address: '' },
  }
}

/** An event with only the fields that its reader needs. */
export function eventWith(type: string, more: object, id = 1): ServerEvent {
  return { id, type, ...more } as ServerEvent
}

/** Makes events with rising ids. */
export function eventMaker(): (type: string, more: object) => ServerEvent {
  let id = 0
  return (type, more) => eventWith(type, more, (id += 1))
}

/** Content of the event of a stream message by Bo. */
export function streamMessage(id: number, streamId: number, topic: string, flags: string[] = []) {
  const message = { id, sender_id: 11, subject: topic, stream_id: streamId, display_recipient: '' }
  return { flags, message }
}

/** @param others ids of the participants beside Ada */
export function privateMessage(id: number, others: number[], flags: string[] = []) {
  const people = [10, ...others].map((id) => ({ id }))
  const message = { id, sender_id: others[0] ?? 10, subject: '', display_recipient: people }
  return { flags, message }
}
