import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { groupValueSchema } from './group-value-schemas'
import { streamTopicsPolicies } from './rules/empty-topics'

const nullableInteger = Type.Union([Type.Integer(), Type.Null()])

/** Source: docs/protocol/channel-settings.md#channel-topics-policy. */
export const topicsPolicySchema = Type.Union(
  streamTopicsPolicies.map((policy) => Type.Literal(policy)),
)

const streamFields = {
  stream_id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  rendered_description: Type.String({ description: 'The description as HTML' }),
  invite_only: Type.Boolean(),
  is_web_public: Type.Boolean(),
  is_archived: Type.Boolean(),
  is_announcement_only: Type.Boolean(),
  stream_post_policy: Type.Integer({
    description: '1 everyone, 2 administrators, 3 full members, 4 moderators',
  }),
  can_add_subscribers_group: groupValueSchema,
  can_administer_channel_group: groupValueSchema,
  can_create_topic_group: groupValueSchema,
  can_delete_any_message_group: groupValueSchema,
  can_delete_own_message_group: groupValueSchema,
  can_move_messages_out_of_channel_group: groupValueSchema,
  can_move_messages_within_channel_group: groupValueSchema,
  can_remove_subscribers_group: groupValueSchema,
  can_resolve_topics_group: groupValueSchema,
  can_send_message_group: groupValueSchema,
  can_subscribe_group: groupValueSchema,
  history_public_to_subscribers: Type.Boolean(),
  first_message_id: nullableInteger,
  message_retention_days: nullableInteger,
  date_created: Type.Integer({ description: 'Unix time in seconds' }),
  creator_id: nullableInteger,
  topics_policy: topicsPolicySchema,
  folder_id: nullableInteger,
  is_recently_active: Type.Literal(true),
  stream_weekly_traffic: nullableInteger,
}

/** A stream. Sources: docs/protocol/contract.md#stream, docs/protocol/streams.md#stream-record. */
export const streamSchema = Type.Object({
  ...streamFields,
  is_default: Type.Optional(Type.Boolean({ description: 'In lists with include_default only' })),
})

export type StreamRecord = Static<typeof streamSchema>

/** Usage figures of a stream. Source: docs/protocol/streams.md#list-usage. */
const streamUsageSchema = Type.Object({
  subscriber_count: Type.Integer(),
  last_message_timestamp: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Unix time in seconds; null: there is none that the requester may read',
  }),
})

export type StreamUsageRecord = Static<typeof streamUsageSchema>

/** A stream with the number of its subscribers. Source: docs/protocol/streams.md#get-stream. */
export const countedStreamSchema = Type.Composite([
  streamSchema,
  Type.Pick(streamUsageSchema, ['subscriber_count']),
])

export type CountedStreamRecord = Static<typeof countedStreamSchema>

/** A stream of a list, with its usage if the caller asks for it. */
export const listedStreamSchema = Type.Composite([streamSchema, Type.Partial(streamUsageSchema)])

/** A stream that the reader never joined. */
export const unjoinedStreamSchema = Type.Composite([
  streamSchema,
  Type.Object({ subscribers: Type.Optional(Type.Array(Type.Integer())) }),
])

/** The traffic of a stream; null in records made without counting messages, and for readers who may not know. */
export type WeeklyTraffic = Pick<StreamRecord, 'stream_weekly_traffic'>

const openFlag = Type.Union([Type.Boolean(), Type.Null()], {
  description: "Null: as in the account's settings. Only for clients that say they can read it",
})

/**
 * A stream with the user's own subscription to it.
 * Sources: docs/protocol/contract.md#subscription, docs/protocol/subscriptions.md#list.
 */
export const subscriptionSchema = Type.Object({
  ...streamFields,
  color: Type.String({ pattern: '^#[0-9a-f]{6}$' }),
  in_home_view: Type.Boolean({ description: 'False: the stream is muted' }),
  is_muted: Type.Boolean(),
  pin_to_top: Type.Boolean(),
  desktop_notifications: openFlag,
  audible_notifications: openFlag,
  push_notifications: openFlag,
  email_notifications: openFlag,
  wildcard_mentions_notify: openFlag,
  email_address: Type.String({ description: 'Always empty: a call answers the address' }),
  is_old_stream: Type.Boolean(),
  subscribers: Type.Optional(
    Type.Array(Type.Union([Type.String(), Type.Integer()]), {
      description: 'Emails, or user ids where the client asked for ids',
    }),
  ),
})

export type SubscriptionRecord = Static<typeof subscriptionSchema>
