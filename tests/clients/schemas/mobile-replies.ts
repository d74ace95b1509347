import { Type } from '@sinclair/typebox'
import { mobileMessage } from './mobile-records'
import { absoluteUrl, flag, int, ints, maybe, orNull, reply, text } from './values'

/*
 * The parts that the mobile app reads of the replies to its requests.
 * Source: docs/protocol/clients.md#strict-parsing.
 */

/**
 * The server's settings: without any of these keys login fails.
 * Source: docs/protocol/authentication.md#server-settings-keys.
 */
export const serverSettings = reply({
  zulip_version: Type.String({ pattern: '^1[01]\\.' }),
  zulip_merge_base: text,
  zulip_feature_level: Type.Integer({ minimum: 371, maximum: 467 }),
  push_notifications_enabled: flag,
  is_incompatible: flag,
  email_auth_enabled: flag,
  require_email_format_usernames: flag,
  realm_url: absoluteUrl,
  realm_uri: absoluteUrl,
  realm_name: text,
  realm_icon: text,
  realm_description: text,
  realm_web_public_access_enabled: flag,
  authentication_methods: Type.Object({ ldap: flag }, { additionalProperties: flag }),
  external_authentication_methods: Type.Array(
    Type.Object({
      name: text,
      display_name: text,
      display_icon: orNull(text),
      login_url: text,
      signup_url: text,
    }),
  ),
})

export const apiKeyReply = reply({
  api_key: Type.String({ pattern: '^[A-Za-z0-9]{32}$' }),
  email: text,
  user_id: int,
})

export const messagesReply = reply({
  messages: Type.Array(mobileMessage),
  anchor: int,
  found_anchor: flag,
  found_oldest: flag,
  found_newest: flag,
  history_limited: flag,
})

export const messageReply = reply({ message: mobileMessage, raw_content: text })

export const sentReply = reply({ id: int })

export const snippetReply = reply({ saved_snippet_id: int })

export const flagsReply = reply({ messages: ints })

export const narrowFlagsReply = reply({
  processed_count: int,
  updated_count: int,
  first_processed_id: orNull(int),
  last_processed_id: orNull(int),
  found_oldest: flag,
  found_newest: flag,
  ignored_because_not_subscribed_channels: maybe(ints),
})

export const topicsReply = reply({ topics: Type.Array(Type.Object({ name: text, max_id: int })) })

export const readReceiptsReply = reply({ user_ids: ints })

const uploadPath = Type.String({ pattern: '^/user_uploads/\\d+/' })

export const uploadReply = reply({ uri: uploadPath, url: uploadPath, filename: text })

/** The picker's emoji by code; a file of its own, without an envelope. */
export const emojiData = Type.Object({
  code_to_names: Type.Record(
    Type.String({ pattern: '^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$' }),
    Type.Array(text, { minItems: 1 }),
    { additionalProperties: false, minProperties: 500 },
  ),
})

/** The form of every refusal. Source: docs/protocol/errors.md#form. */
export const refusal = Type.Object({
  result: Type.Literal('error'),
  msg: Type.String({ minLength: 1 }),
  code: maybe(text),
})
