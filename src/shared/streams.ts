import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import type { StreamRow, SubscriptionRow } from '../server/data/schema'
import { groupValueSchema } from './group-value-schemas'
import { postPolicies } from './rules/post-policies'
import { streamTopicsPolicies } from './rules/empty-topics'
import { postPolicyOf, streamPermissionsOf } from './stream-permissions'
import { unixSeconds } from './time'

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

export interface StreamUsage {
  subscribers: number
  /** Messages of the last 28 days. */
  recentMessages: number
  lastMessageAt: Date | null
}

export function presentUsage(
  stream: StreamRow,
  now: Date,
  { subscribers, recentMessages, lastMessageAt }: StreamUsage,
): StreamUsageRecord & WeeklyTraffic {
  return {
    subscriber_count: subscribers,
    stream_weekly_traffic: averageWeeklyTraffic(stream, { now, recentMessages }),
    last_message_timestamp: lastMessageAt && unixSeconds(lastMessageAt),
  }
}

/** The record of a stream without traffic, which needs a count of messages. */
export function presentStream(stream: StreamRow): StreamRecord {
  const permissions = streamPermissionsOf(stream)
  const policy = postPolicyOf(permissions.can_send_message_group)
  return {
    stream_id: stream.id,
    name: stream.name,
    description: stream.description,
    rendered_description: stream.rendered_description,
    invite_only: stream.invite_only,
    is_web_public: false,
    is_archived: stream.deactivated_at !== null,
    is_announcement_only: policy === postPolicies.administrators,
    stream_post_policy: policy,
    history_public_to_subscribers: stream.history_public_to_subscribers,
    first_message_id: null,
    message_retention_days: stream.message_retention_days,
    date_created: unixSeconds(stream.created_at),
    creator_id: stream.creator_id,
    topics_policy: stream.topics_policy,
    folder_id: stream.folder_id,
    is_recently_active: true,
    stream_weekly_traffic: null,
    ...permissions,
  }
}

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

type SubscriptionTie = Omit<SubscriptionRow, 'realm_id' | 'user_id' | 'read' | 'joined_version'>

export interface PresentSubscriptionOptions {
  now: Date
  /** Messages of the last 28 days. */
  recentMessages: number
  subscribers?: readonly (string | number)[]
}

export function presentSubscription(
  stream: StreamRow,
  subscription: SubscriptionTie,
  options: PresentSubscriptionOptions,
): SubscriptionRecord {
  return Object.assign(presentStream(stream), presentTie(stream, subscription, options))
}

/** The fields of a subscription that are not in the stream's own record. */
export function presentTie(
  stream: StreamRow,
  subscription: SubscriptionTie,
  options: PresentSubscriptionOptions,
): Omit<SubscriptionRecord, keyof StreamRecord> & WeeklyTraffic {
  const weeklyTraffic = averageWeeklyTraffic(stream, options)
  return {
    color: subscription.color,
    in_home_view: !subscription.is_muted,
    is_muted: subscription.is_muted,
    pin_to_top: subscription.pin_to_top,
    desktop_notifications: subscription.desktop_notifications,
    audible_notifications: subscription.audible_notifications,
    push_notifications: subscription.push_notifications,
    email_notifications: subscription.email_notifications,
    wildcard_mentions_notify: subscription.wildcard_mentions_notify,
    email_address: '',
    is_old_stream: weeklyTraffic !== null,
    stream_weekly_traffic: weeklyTraffic,
    ...(options.subscribers ? { subscribers: [...options.subscribers] } : {}),
  }
}

const dayMs = 86_400_000

/**
 * Messages per week over at most 28 days, rounded to two significant digits, at least 1 if there
 * are any; null for a stream younger than a week.
 * Source: docs/protocol/subscriptions.md#weekly-traffic.
 */
export function averageWeeklyTraffic(
  stream: StreamRow,
  { now, recentMessages }: Pick<PresentSubscriptionOptions, 'now' | 'recentMessages'>,
): number | null {
  if (!hasTraffic(stream, now)) return null
  const ageDays = ageInDays(stream, now)
  if (recentMessages === 0) return 0
  const perWeek = (recentMessages * 7) / Math.min(ageDays, 28)
  return Math.max(1, Number(perWeek.toPrecision(2)) | 0)
}

/** Whether clients get the traffic of a stream: only from an age of one week. */
export function hasTraffic(stream: StreamRow, now: Date): boolean {
  return ageInDays(stream, now) >= 7
}

function ageInDays(stream: StreamRow, now: Date): number {
  return Math.floor((now.getTime() - stream.created_at.getTime()) / dayMs)
}
