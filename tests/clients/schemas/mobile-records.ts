import { Type } from '@sinclair/typebox'
import type { TSchema } from '@sinclair/typebox'
import {
  color,
  flag,
  flagWords,
  groupValue,
  int,
  isoTime,
  maybe,
  oneOf,
  orNull,
  reactionType,
  text,
} from './values'

/*
 * The records that the mobile app reads, as strictly as it does.
 * Sources: docs/protocol/register.md#users, docs/protocol/messages.md#required-fields.
 */

export const mobileUser = Type.Object({
  user_id: int,
  email: text,
  full_name: text,
  is_bot: flag,
  role: int,
  date_joined: isoTime,
  timezone: text,
  avatar_version: int,
  avatar_url: maybe(orNull(text)),
  bot_type: maybe(orNull(int)),
  bot_owner_id: maybe(orNull(int)),
  delivery_email: maybe(orNull(text)),
  is_active: maybe(flag),
  is_system_bot: maybe(flag),
  profile_data: maybe(
    Type.Record(text, Type.Object({ value: text, rendered_value: maybe(orNull(text)) })),
  ),
})

const streamFields: Record<string, TSchema> = {
  stream_id: int,
  name: text,
  description: text,
  rendered_description: text,
  date_created: int,
  invite_only: flag,
  is_web_public: flag,
  history_public_to_subscribers: flag,
  is_archived: maybe(flag),
  is_recently_active: maybe(flag),
  creator_id: maybe(orNull(int)),
  folder_id: maybe(orNull(int)),
  first_message_id: maybe(orNull(int)),
  message_retention_days: maybe(orNull(int)),
  stream_weekly_traffic: maybe(orNull(int)),
  stream_post_policy: maybe(oneOf(1, 2, 3, 4)),
  topics_policy: maybe(text),
  can_add_subscribers_group: maybe(groupValue),
  can_administer_channel_group: maybe(groupValue),
  can_delete_any_message_group: maybe(groupValue),
  can_delete_own_message_group: maybe(groupValue),
  can_remove_subscribers_group: maybe(groupValue),
  can_send_message_group: maybe(groupValue),
  can_subscribe_group: maybe(groupValue),
}

export const mobileStream = Type.Object(streamFields)

/** Notification settings may be null: the app declares that it can read null. */
export const mobileSubscription = Type.Object({
  ...streamFields,
  color,
  is_muted: flag,
  pin_to_top: flag,
  desktop_notifications: maybe(orNull(flag)),
  audible_notifications: maybe(orNull(flag)),
  push_notifications: maybe(orNull(flag)),
  email_notifications: maybe(orNull(flag)),
  wildcard_mentions_notify: maybe(orNull(flag)),
})

const mobileReaction = Type.Object({
  emoji_name: text,
  emoji_code: text,
  reaction_type: reactionType,
  user_id: int,
})

const mobileSubmessage = Type.Object({ sender_id: int, msg_type: text, content: text })

export const mobileSnippet = Type.Object({ id: int, title: text, content: text, date_created: int })

const recipient = Type.Object({ id: int, email: text, full_name: text })

/** An earlier content or location of a message. */
const formerVersion = Type.Object({
  user_id: orNull(int),
  timestamp: int,
  prev_content: maybe(text),
  prev_rendered_content: maybe(text),
  prev_rendered_content_version: maybe(orNull(int)),
  prev_topic: maybe(text),
  topic: maybe(text),
  prev_stream: maybe(int),
  stream: maybe(int),
})

const messageFields: Record<string, TSchema> = {
  id: int,
  type: oneOf('stream', 'private'),
  subject: text,
  sender_id: int,
  sender_email: text,
  sender_full_name: text,
  sender_realm_str: text,
  content: text,
  content_type: text,
  client: text,
  timestamp: int,
  is_me_message: flag,
  avatar_url: maybe(orNull(text)),
  recipient_id: int,
  reactions: Type.Array(mobileReaction),
  submessages: maybe(Type.Array(mobileSubmessage)),
  last_edit_timestamp: maybe(int),
  edit_history: maybe(Type.Array(formerVersion, { minItems: 1 })),
  match_content: maybe(text),
  match_subject: maybe(text),
}

/** The recipient's shape depends on the type of the message. */
function messageOf(fields: Record<string, TSchema>): TSchema {
  return Type.Unsafe({
    ...Type.Object(fields),
    if: { type: 'object', properties: { type: { const: 'stream' } } },
    then: Type.Object({ display_recipient: text, stream_id: int }),
    else: Type.Object({ display_recipient: Type.Array(recipient, { minItems: 1 }) }),
  })
}

/** A message in an event, whose flags are beside it. */
export const mobileMessageInEvent = messageOf(messageFields)

export const mobileMessage = messageOf({ ...messageFields, flags: flagWords })

export const mobileUserGroup = Type.Object({
  id: int,
  name: text,
  description: text,
  members: Type.Array(int),
  direct_subgroup_ids: Type.Array(int),
  is_system_group: flag,
  deactivated: maybe(flag),
})

export const mobileEmoji = Type.Object({
  id: text,
  name: text,
  source_url: text,
  still_url: orNull(text),
  deactivated: flag,
  author_id: orNull(int),
})

export const mobileTopicSetting = Type.Object({
  stream_id: int,
  topic_name: text,
  last_updated: int,
  visibility_policy: oneOf(0, 1, 2, 3),
})

export const mobileMutedUser = Type.Object({ id: int, timestamp: int })

export const mobileProfileField = Type.Object({
  id: int,
  type: int,
  order: int,
  name: text,
  hint: text,
  field_data: text,
  display_in_profile_summary: maybe(flag),
  required: maybe(flag),
})
