import { Type } from '@sinclair/typebox'
import {
  mobileEmoji,
  mobileMutedUser,
  mobileProfileField,
  mobileStream,
  mobileSnippet,
  mobileSubscription,
  mobileTopicSetting,
  mobileUser,
  mobileUserGroup,
} from './mobile-records'
import {
  absoluteUrl,
  flag,
  groupValue,
  idSet,
  int,
  maybe,
  oneOf,
  orNull,
  reply,
  text,
} from './values'

/** Unread messages by conversation. Source: docs/protocol/register.md#unread. */
const mobileUnreads = Type.Object({
  count: int,
  pms: Type.Array(Type.Object({ other_user_id: int, unread_message_ids: idSet })),
  streams: Type.Array(Type.Object({ stream_id: int, topic: text, unread_message_ids: idSet })),
  huddles: Type.Array(
    Type.Object({
      user_ids_string: Type.String({ pattern: '^\\d+(,\\d+)*$' }),
      unread_message_ids: idSet,
    }),
  ),
  mentions: idSet,
  old_unreads_missing: flag,
})

/** The app reads no other settings. */
const userSettings = Type.Object({
  twenty_four_hour_time: flag,
  starred_message_counts: flag,
  display_emoji_reaction_users: flag,
  emojiset: oneOf('google', 'google-blob', 'twitter', 'text'),
  presence_enabled: flag,
  web_inbox_show_channel_folders: maybe(flag),
})

const status = Type.Object({
  status_text: maybe(text),
  emoji_name: maybe(text),
  emoji_code: maybe(text),
  reaction_type: maybe(text),
})

/** The modern form, by user id. */
export const mobilePresences = Type.Record(
  Type.String({ pattern: '^\\d+$' }),
  Type.Object({ active_timestamp: int, idle_timestamp: int }),
  { additionalProperties: false },
)

const realm = {
  realm_name: text,
  realm_icon_url: text,
  realm_allow_message_editing: flag,
  realm_message_content_edit_limit_seconds: orNull(int),
  realm_message_content_delete_limit_seconds: maybe(orNull(int)),
  realm_mandatory_topics: flag,
  realm_topics_policy: maybe(text),
  realm_empty_topic_display_name: text,
  realm_wildcard_mention_policy: oneOf(1, 2, 3, 5, 6, 7),
  realm_waiting_period_threshold: int,
  realm_enable_read_receipts: flag,
  realm_presence_disabled: flag,
  realm_default_external_accounts: Type.Object({}),
  // Without these keys the app offers the deletion of messages to nobody.
  realm_can_delete_any_message_group: groupValue,
  realm_can_delete_own_message_group: groupValue,
  realm_moderation_request_channel_id: maybe(int),
  max_stream_name_length: int,
  max_topic_length: int,
  max_file_upload_size_mib: int,
  server_presence_ping_interval_seconds: int,
  server_presence_offline_threshold_seconds: int,
  server_typing_started_expiry_period_milliseconds: maybe(int),
  server_typing_stopped_wait_period_milliseconds: maybe(int),
  server_typing_started_wait_period_milliseconds: maybe(int),
  server_emoji_data_url: absoluteUrl,
  server_thumbnail_formats: maybe(Type.Array(Type.Object({}))),
}

/**
 * The reply to POST /register that the mobile app reads: with a missing key, or one of another type, it stays
 * on its loading screen.
 * Sources: docs/protocol/clients.md#strict-parsing, docs/protocol/register.md#keys.
 */
export const mobileRegister = reply({
  queue_id: text,
  last_event_id: int,
  zulip_version: Type.String({ pattern: '^1[01]\\.' }),
  zulip_feature_level: Type.Integer({ minimum: 371, maximum: 467 }),
  zulip_merge_base: text,
  event_queue_longpoll_timeout_seconds: int,
  ...realm,
  realm_users: Type.Array(mobileUser, { minItems: 1 }),
  realm_non_active_users: Type.Array(mobileUser),
  cross_realm_bots: Type.Array(mobileUser),
  streams: Type.Array(mobileStream),
  subscriptions: Type.Array(mobileSubscription),
  unread_msgs: mobileUnreads,
  starred_messages: idSet,
  recent_private_conversations: Type.Array(Type.Object({ max_message_id: int, user_ids: idSet })),
  realm_emoji: Type.Record(text, mobileEmoji),
  realm_user_groups: Type.Array(mobileUserGroup),
  custom_profile_fields: Type.Array(mobileProfileField),
  alert_words: Type.Array(text),
  muted_users: Type.Array(mobileMutedUser),
  user_topics: Type.Array(mobileTopicSetting),
  user_status: Type.Record(Type.String({ pattern: '^\\d+$' }), status),
  presences: mobilePresences,
  user_settings: userSettings,
  saved_snippets: maybe(Type.Array(mobileSnippet)),
  channel_folders: maybe(Type.Array(Type.Object({}))),
})
