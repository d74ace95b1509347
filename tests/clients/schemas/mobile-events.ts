import { Type } from '@sinclair/typebox'
import type { TSchema } from '@sinclair/typebox'
import {
  mobileEmoji,
  mobileMessageInEvent,
  mobileMutedUser,
  mobileProfileField,
  mobileSnippet,
  mobileStream,
  mobileSubscription,
  mobileTopicSetting,
  mobileUser,
  mobileUserGroup,
} from './mobile-records'
import {
  color,
  flag,
  flagWord,
  flagWords,
  groupValue,
  idSet,
  int,
  ints,
  maybe,
  oneOf,
  orNull,
  reactionType,
  text,
} from './values'

/*
 * The events that the mobile app knows, as strictly as it reads them: an event without a required key makes
 * it discard its queue. It skips types and `op`s that are missing here.
 * Sources: docs/protocol/clients.md#strict-parsing, docs/protocol/events.md#needs.
 */

/** @param name `type` or `type/op` */
function event(name: string, fields: Record<string, TSchema>): TSchema {
  const [type = '', op] = name.split('/')
  const kind = { type: Type.Literal(type), ...(op ? { op: Type.Literal(op) } : {}) }
  return Type.Object({ id: int, ...kind, ...fields })
}

/** Members that depend on the value of a key. */
function whenIs(key: string, values: (string | number)[], then: Record<string, TSchema>): TSchema {
  const isSo = { required: [key], properties: { [key]: oneOf(...values) } }
  return Type.Unsafe({ if: { type: 'object', ...isSo }, then: Type.Object(then) })
}

/** Members that are required beside a key, if that key is present. */
function whenHas(key: string, ...others: string[]): TSchema {
  const isSo = { type: 'object', required: [key] }
  return Type.Unsafe({ if: isSo, then: { type: 'object', required: others } })
}

function all(schema: TSchema, ...rules: TSchema[]): TSchema {
  return Type.Unsafe({ ...schema, allOf: rules })
}

const person = (fields: Record<string, TSchema>) => Type.Object({ user_id: int, ...fields })

const updateMessage = all(
  event('update_message', {
    user_id: orNull(int),
    rendering_only: flag,
    message_id: int,
    message_ids: Type.Array(int, { minItems: 1, uniqueItems: true }),
    flags: flagWords,
    edit_timestamp: int,
    stream_id: maybe(int),
    new_stream_id: maybe(int),
    orig_subject: maybe(text),
    subject: maybe(text),
    propagate_mode: maybe(oneOf('change_one', 'change_later', 'change_all')),
    topic_links: maybe(Type.Array(Type.Object({ text, url: text }))),
    content: maybe(text),
    orig_content: maybe(text),
    rendered_content: maybe(text),
    orig_rendered_content: maybe(text),
    is_me_message: maybe(flag),
  }),
  whenHas('subject', 'orig_subject', 'propagate_mode', 'stream_id'),
  whenHas('new_stream_id', 'orig_subject', 'propagate_mode', 'stream_id'),
  whenHas('propagate_mode', 'orig_subject', 'stream_id'),
  // A mode of moving without a move.
  Type.Unsafe({
    if: { type: 'object', required: ['propagate_mode'] },
    then: {
      type: 'object',
      anyOf: [
        { type: 'object', required: ['subject'] },
        { type: 'object', required: ['new_stream_id'] },
      ],
    },
  }),
  whenHas('content', 'rendered_content', 'orig_content', 'orig_rendered_content', 'is_me_message'),
)

const deleteMessage = all(
  event('delete_message', {
    message_type: oneOf('stream', 'private'),
    message_ids: Type.Array(int, { minItems: 1 }),
  }),
  whenIs('message_type', ['stream'], { stream_id: int, topic: text }),
)

const reaction = {
  message_id: int,
  emoji_name: text,
  emoji_code: text,
  reaction_type: reactionType,
  user_id: int,
}

/** The location of an unread message, for a client that has not fetched it. */
const messageDetails = Type.Record(
  Type.String({ pattern: '^\\d+$' }),
  all(
    Type.Object({ type: oneOf('stream', 'private'), mentioned: maybe(flag) }),
    whenIs('type', ['stream'], { stream_id: int, topic: text }),
    whenIs('type', ['private'], { user_ids: ints }),
  ),
)

const typing = all(
  Type.Object({
    id: int,
    type: Type.Literal('typing'),
    op: oneOf('start', 'stop'),
    message_type: oneOf('direct', 'private', 'stream'),
    sender: person({}),
  }),
  whenIs('message_type', ['direct', 'private'], {
    recipients: Type.Array(person({}), { minItems: 1 }),
  }),
  whenIs('message_type', ['stream'], { stream_id: int, topic: text }),
)

const presence = event('presence', {
  user_id: int,
  server_timestamp: Type.Number(),
  presence: Type.Record(
    text,
    Type.Object({
      client: text,
      status: oneOf('active', 'idle'),
      timestamp: int,
      pushable: flag,
    }),
    { minProperties: 1 },
  ),
})

const realmUserUpdate = event('realm_user/update', {
  person: person({
    full_name: maybe(text),
    role: maybe(int),
    is_active: maybe(flag),
    is_billing_admin: maybe(flag),
    timezone: maybe(text),
    avatar_url: maybe(orNull(text)),
    avatar_version: maybe(int),
    bot_owner_id: maybe(orNull(int)),
    delivery_email: maybe(orNull(text)),
    new_email: maybe(text),
    custom_profile_field: maybe(
      Type.Object({ id: int, value: orNull(text), rendered_value: maybe(orNull(text)) }),
    ),
  }),
})

const streamUpdate = all(
  event('stream/update', { stream_id: int, name: text, property: text }),
  Type.Unsafe({ type: 'object', required: ['value'] }),
  whenIs('property', ['name', 'description'], { value: text }),
  whenIs('property', ['description'], { rendered_description: text }),
  whenIs('property', ['invite_only'], {
    value: flag,
    history_public_to_subscribers: flag,
    is_web_public: flag,
  }),
  whenIs('property', ['is_archived', 'is_recently_active'], { value: flag }),
  whenIs('property', ['first_message_id', 'message_retention_days', 'stream_weekly_traffic'], {
    value: orNull(int),
  }),
  whenIs('property', ['stream_post_policy'], { value: oneOf(1, 2, 3, 4) }),
  whenIs('property', ['can_send_message_group', 'can_administer_channel_group'], {
    value: groupValue,
  }),
)

const subscriptionFlags = [
  ...['is_muted', 'in_home_view', 'pin_to_top', 'desktop_notifications', 'audible_notifications'],
  ...['push_notifications', 'email_notifications', 'wildcard_mentions_notify'],
]

const subscriptionUpdate = all(
  event('subscription/update', { stream_id: int, property: text }),
  whenIs('property', ['color'], { value: color }),
  whenIs('property', subscriptionFlags, { value: flag }),
)

const userSettingsUpdate = all(
  event('user_settings/update', { property: text }),
  Type.Unsafe({ type: 'object', required: ['value'] }),
  whenIs(
    'property',
    ['display_emoji_reaction_users', 'presence_enabled', 'starred_message_counts'],
    { value: flag },
  ),
  whenIs('property', ['twenty_four_hour_time'], { value: flag }),
  whenIs('property', ['emojiset'], { value: oneOf('google', 'google-blob', 'twitter', 'text') }),
)

const peers = { stream_ids: Type.Array(int, { minItems: 1 }), user_ids: ints }

/** By `type`, or by `type/op` if the members depend on `op`. */
export const mobileEvents: Readonly<Record<string, TSchema>> = {
  heartbeat: event('heartbeat', {}),
  message: event('message', {
    message: mobileMessageInEvent,
    flags: flagWords,
    local_message_id: maybe(text),
  }),
  update_message: updateMessage,
  delete_message: deleteMessage,
  'reaction/add': event('reaction/add', reaction),
  'reaction/remove': event('reaction/remove', reaction),
  'update_message_flags/add': event('update_message_flags/add', {
    flag: flagWord,
    messages: idSet,
    all: flag,
  }),
  'update_message_flags/remove': all(
    event('update_message_flags/remove', { flag: flagWord, messages: idSet }),
    whenIs('flag', ['read'], { message_details: messageDetails }),
  ),
  'typing/start': typing,
  'typing/stop': typing,
  presence,
  'realm_user/add': event('realm_user/add', { person: mobileUser }),
  'realm_user/update': realmUserUpdate,
  'realm_user/remove': event('realm_user/remove', { person: person({ full_name: text }) }),
  'stream/create': event('stream/create', { streams: Type.Array(mobileStream, { minItems: 1 }) }),
  'stream/delete': event('stream/delete', {
    stream_ids: idSet,
    streams: Type.Array(Type.Object({ stream_id: int })),
  }),
  'stream/update': streamUpdate,
  'subscription/add': event('subscription/add', {
    subscriptions: Type.Array(mobileSubscription, { minItems: 1 }),
  }),
  'subscription/remove': event('subscription/remove', {
    subscriptions: Type.Array(Type.Object({ stream_id: int, name: text }), { minItems: 1 }),
  }),
  'subscription/update': subscriptionUpdate,
  'subscription/peer_add': event('subscription/peer_add', peers),
  'subscription/peer_remove': event('subscription/peer_remove', peers),
  'user_settings/update': userSettingsUpdate,
  'realm_emoji/update': event('realm_emoji/update', {
    realm_emoji: Type.Record(text, mobileEmoji),
  }),
  'realm_emoji/add': event('realm_emoji/add', { emoji: mobileEmoji }),
  'realm_emoji/update_one': event('realm_emoji/update_one', {
    emoji_id: text,
    data: Type.Object({}),
  }),
  user_topic: Type.Composite([
    event('user_topic', {}) as ReturnType<typeof person>,
    mobileTopicSetting,
  ]),
  muted_users: event('muted_users', { muted_users: Type.Array(mobileMutedUser) }),
  alert_words: event('alert_words', { alert_words: Type.Array(text) }),
  user_status: event('user_status', {
    user_id: int,
    status_text: maybe(text),
    emoji_name: maybe(text),
    emoji_code: maybe(text),
    reaction_type: maybe(text),
  }),
  'user_group/add': event('user_group/add', { group: mobileUserGroup }),
  'user_group/update': event('user_group/update', {
    group_id: int,
    data: Type.Object({
      name: maybe(text),
      description: maybe(text),
      deactivated: maybe(flag),
      can_mention_group: maybe(groupValue),
    }),
  }),
  'user_group/remove': event('user_group/remove', { group_id: int }),
  'user_group/add_members': event('user_group/add_members', { group_id: int, user_ids: ints }),
  'user_group/remove_members': event('user_group/remove_members', {
    group_id: int,
    user_ids: ints,
  }),
  'user_group/add_subgroups': event('user_group/add_subgroups', {
    group_id: int,
    direct_subgroup_ids: ints,
  }),
  'user_group/remove_subgroups': event('user_group/remove_subgroups', {
    group_id: int,
    direct_subgroup_ids: ints,
  }),
  custom_profile_fields: event('custom_profile_fields', {
    fields: Type.Array(mobileProfileField),
  }),
  'saved_snippets/add': event('saved_snippets/add', { saved_snippet: mobileSnippet }),
  'saved_snippets/update': event('saved_snippets/update', { saved_snippet: mobileSnippet }),
  'saved_snippets/remove': event('saved_snippets/remove', { saved_snippet_id: int }),
  submessage: event('submessage', {
    message_id: int,
    submessage_id: int,
    sender_id: int,
    msg_type: text,
    content: text,
  }),
}
