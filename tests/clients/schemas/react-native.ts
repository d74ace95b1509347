import { Type } from '@sinclair/typebox'
import type { TSchema } from '@sinclair/typebox'
import { legacyPresences, mutedTopics } from './terminal'
import { flag, idSet, int, ints, maybe, oneOf, orNull, reply, text } from './values'

/*
 * The keys that the older mobile app requires.
 * Sources: docs/protocol/clients.md#rn-keys, docs/protocol/clients.md#rn-events,
 * docs/protocol/register.md#keys.
 */

const user = Type.Object({
  user_id: int,
  email: text,
  full_name: text,
  is_bot: flag,
  avatar_version: int,
})

const stream = Type.Object({ stream_id: int, name: text, description: text, invite_only: flag })

const unreads = Type.Object({
  pms: Type.Array(Type.Object({ sender_id: int, unread_message_ids: idSet })),
  streams: Type.Array(Type.Object({ stream_id: int, topic: text, unread_message_ids: idSet })),
  huddles: Type.Array(Type.Object({ user_ids_string: text, unread_message_ids: idSet })),
  mentions: idSet,
})

export const reactNativeRegister = reply({
  queue_id: text,
  last_event_id: int,
  zulip_version: text,
  zulip_feature_level: int,
  realm_users: Type.Array(user, { minItems: 1 }),
  realm_non_active_users: Type.Array(user),
  cross_realm_bots: Type.Array(user),
  streams: Type.Array(stream),
  subscriptions: Type.Array(Type.Intersect([stream, Type.Object({ in_home_view: flag })])),
  alert_words: Type.Array(text),
  realm_emoji: Type.Record(text, Type.Object({ id: text, name: text, source_url: text })),
  realm_user_groups: Type.Array(Type.Object({ id: int, name: text, members: ints })),
  unread_msgs: unreads,
  realm_filters: Type.Array(
    Type.Unsafe({
      type: 'array',
      minItems: 3,
      maxItems: 3,
      items: [{ type: 'string' }, { type: 'string' }, { type: 'integer' }],
    }),
  ),
  realm_linkifiers: Type.Array(Type.Object({ pattern: text, id: int })),
  realm_available_video_chat_providers: Type.Object({}),
  can_create_streams: maybe(flag),
  can_create_public_streams: flag,
  can_create_private_streams: flag,
  user_settings: Type.Object({
    twenty_four_hour_time: flag,
    display_emoji_reaction_users: flag,
    enable_offline_push_notifications: flag,
    enable_online_push_notifications: flag,
    enable_stream_push_notifications: flag,
  }),
  presences: legacyPresences,
  muted_topics: mutedTopics,
  user_topics: Type.Array(
    Type.Object({ stream_id: int, topic_name: text, visibility_policy: int }),
  ),
  muted_users: Type.Array(Type.Object({ id: int, timestamp: int })),
  recent_private_conversations: Type.Array(Type.Object({ max_message_id: int, user_ids: ints })),
  user_status: Type.Record(text, Type.Object({})),
})

function event(type: string, fields: Record<string, TSchema>): TSchema {
  return Type.Object({ id: int, type: Type.Literal(type), ...fields })
}

const typing = event('typing', {
  sender: Type.Object({ user_id: int }),
  recipients: Type.Array(Type.Object({ user_id: int })),
})

const flags = event('update_message_flags', {
  operation: oneOf('add', 'remove'),
  flag: text,
  messages: ints,
})

/** Events that it reads differently from the current app. */
export const reactNativeEvents: Readonly<Record<string, TSchema>> = {
  message: event('message', { flags: Type.Array(text), local_message_id: maybe(text) }),
  delete_message: event('delete_message', { message_type: text, message_ids: ints }),
  'update_message_flags/add': flags,
  'update_message_flags/remove': flags,
  'typing/start': typing,
  'typing/stop': typing,
  presence: event('presence', { email: text, presence: Type.Object({}) }),
  'stream/delete': event('stream', { streams: Type.Array(Type.Object({ stream_id: int })) }),
  'realm_user/add': event('realm_user', { person: user }),
  'realm_emoji/update': event('realm_emoji', { realm_emoji: Type.Object({}) }),
  muted_topics: event('muted_topics', { muted_topics: mutedTopics }),
  user_topic: event('user_topic', { stream_id: int, topic_name: text, visibility_policy: int }),
  user_status: event('user_status', { user_id: int, emoji_code: maybe(orNull(text)) }),
}
