import { Type } from '@sinclair/typebox'
import type { TSchema } from '@sinclair/typebox'
import {
  flag,
  flagWord,
  idSet,
  int,
  ints,
  maybe,
  oneOf,
  orNull,
  reactionType,
  reply,
  text,
} from './values'

/*
 * The keys that the terminal client reads: a missing one ends the program or a view. It knows the older
 * shapes.
 * Sources: docs/protocol/clients.md#terminal-keys, docs/protocol/clients.md#terminal-records.
 */

const user = Type.Unsafe({
  ...Type.Object({
    user_id: int,
    email: text,
    full_name: text,
    is_bot: flag,
    role: oneOf(100, 200, 300, 400, 600),
  }),
  if: { type: 'object', properties: { is_bot: { const: true } } },
  then: Type.Object({ bot_type: int }),
})

/** Its lists of subscribers contain ids: it calls an email "Invalid user ID". */
const subscription = Type.Object({
  stream_id: int,
  name: text,
  description: text,
  rendered_description: text,
  invite_only: flag,
  date_created: int,
  message_retention_days: orNull(int),
  history_public_to_subscribers: flag,
  stream_weekly_traffic: orNull(int),
  stream_post_policy: maybe(oneOf(1, 2, 3, 4)),
  color: Type.String({ pattern: '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$' }),
  pin_to_top: flag,
  is_muted: flag,
  desktop_notifications: orNull(flag),
  subscribers: ints,
})

/** Presence in one client of a user, or in all together. */
const presence = Type.Object({ client: text, status: text, timestamp: int })

/** The older form, by email: the client fails on the newer values. */
export const legacyPresences = Type.Record(
  Type.String({ pattern: '@' }),
  Type.Object({ aggregated: presence }, { additionalProperties: presence }),
  { additionalProperties: false },
)

const reaction = Type.Object({
  emoji_code: text,
  emoji_name: text,
  reaction_type: maybe(reactionType),
  user_id: int,
  user: Type.Object({ user_id: int }),
})

const message = Type.Unsafe({
  ...Type.Object({
    id: int,
    type: oneOf('stream', 'private'),
    subject: text,
    sender_id: int,
    sender_email: text,
    sender_full_name: text,
    content: text,
    timestamp: int,
    is_me_message: flag,
    reactions: Type.Array(reaction),
    topic_links: Type.Array(Type.Object({ text, url: text })),
    // If present, they replace the links above.
    subject_links: Type.Array(text),
  }),
  if: { type: 'object', properties: { type: { const: 'stream' } } },
  then: Type.Object({ display_recipient: text, stream_id: int }),
  else: Type.Object({
    display_recipient: Type.Array(Type.Object({ id: int, email: text, full_name: text })),
  }),
})

const messageWithFlags = Type.Intersect([
  message,
  Type.Object({ flags: Type.Array(flagWord, { uniqueItems: true }) }),
])

export const terminalMessagesReply = reply({
  messages: Type.Array(messageWithFlags),
  anchor: int,
  found_newest: flag,
})

export const legacyPresenceReply = reply({
  presences: legacyPresences,
  server_timestamp: Type.Number(),
})

const unreads = Type.Object({
  pms: Type.Array(Type.Object({ sender_id: int, unread_message_ids: idSet })),
  streams: Type.Array(Type.Object({ stream_id: int, topic: text, unread_message_ids: idSet })),
  huddles: Type.Array(Type.Object({ user_ids_string: text, unread_message_ids: idSet })),
  mentions: idSet,
})

/** Name, topic and time: the client fails on pairs. */
export const mutedTopics = Type.Array(
  Type.Unsafe({
    type: 'array',
    minItems: 3,
    maxItems: 3,
    items: [{ type: 'string' }, { type: 'string' }, { type: 'integer' }],
  }),
)

export const terminalRegister = reply({
  queue_id: text,
  last_event_id: int,
  zulip_version: text,
  zulip_feature_level: int,
  max_message_id: int,
  user_id: int,
  email: text,
  full_name: text,
  realm_users: Type.Array(user, { minItems: 1 }),
  cross_realm_bots: Type.Array(user),
  subscriptions: Type.Array(subscription),
  presences: legacyPresences,
  muted_topics: mutedTopics,
  realm_user_groups: Type.Array(Type.Object({ id: int, name: text })),
  unread_msgs: unreads,
  starred_messages: idSet,
  realm_emoji: Type.Record(text, Type.Object({ name: text, deactivated: flag })),
  user_settings: Type.Object({
    twenty_four_hour_time: flag,
    send_private_typing_notifications: flag,
    pm_content_in_desktop_notifications: flag,
  }),
  realm_name: text,
  realm_message_retention_days: int,
  realm_allow_message_editing: flag,
  realm_message_content_edit_limit_seconds: orNull(int),
  realm_allow_edit_history: flag,
  custom_profile_fields: Type.Array(Type.Object({ id: int, name: text })),
  max_stream_name_length: int,
  max_topic_length: int,
  max_message_length: int,
  server_presence_ping_interval_seconds: int,
  server_presence_offline_threshold_seconds: int,
  server_typing_started_expiry_period_milliseconds: int,
  server_typing_stopped_wait_period_milliseconds: int,
  server_typing_started_wait_period_milliseconds: int,
})

export const terminalHistoryReply = reply({
  message_history: Type.Array(
    Type.Object({ topic: text, content: text, timestamp: int, user_id: int }),
    { minItems: 1 },
  ),
})

function event(type: string, fields: Record<string, TSchema>): TSchema {
  return Type.Object({ id: int, type: Type.Literal(type), ...fields })
}

/**
 * With edited content it needs to know whether the message is a `/me` one; with a move, all three members.
 */
const updateMessage = Type.Unsafe({
  ...event('update_message', { message_id: int, message_ids: ints, rendered_content: maybe(text) }),
  allOf: [
    {
      if: { type: 'object', required: ['rendered_content'] },
      then: Type.Object({ is_me_message: flag }),
    },
    {
      if: { type: 'object', required: ['subject'] },
      then: Type.Object({ stream_id: int, orig_subject: text }),
    },
  ],
})

const reactionEvent = event('reaction', {
  op: oneOf('add', 'remove'),
  message_id: int,
  emoji_name: text,
  emoji_code: text,
  reaction_type: reactionType,
  user: Type.Object({ user_id: int, email: text, full_name: text }),
})

const peers = event('subscription', { stream_ids: ints, user_ids: ints })

/** By `type`, or by `type/op`; it handles only these. */
export const terminalEvents: Readonly<Record<string, TSchema>> = {
  message: event('message', { message, flags: Type.Array(flagWord) }),
  update_message: updateMessage,
  'reaction/add': reactionEvent,
  'reaction/remove': reactionEvent,
  'subscription/update': Type.Unsafe({
    ...event('subscription', { stream_id: int, property: text }),
    required: ['id', 'type', 'stream_id', 'property', 'value'],
  }),
  'subscription/peer_add': peers,
  'subscription/peer_remove': peers,
  'typing/start': event('typing', { sender: Type.Object({ user_id: int, email: text }) }),
  'typing/stop': event('typing', { sender: Type.Object({ user_id: int, email: text }) }),
  'update_message_flags/add': event('update_message_flags', {
    operation: Type.Literal('add'),
    flag: flagWord,
    messages: ints,
    all: flag,
  }),
  'update_message_flags/remove': event('update_message_flags', {
    operation: Type.Literal('remove'),
    flag: flagWord,
    messages: ints,
    all: flag,
  }),
  'user_settings/update': Type.Unsafe({
    ...event('user_settings', { property: text }),
    required: ['id', 'type', 'property', 'value'],
  }),
  'realm_emoji/update': event('realm_emoji', {
    realm_emoji: Type.Record(text, Type.Object({ name: text, deactivated: flag })),
  }),
  'realm_user/update': event('realm_user', { person: Type.Object({ user_id: int }) }),
  submessage: event('submessage', { message_id: int }),
}
