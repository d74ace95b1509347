import { postPolicies } from '../../shared/rules/post-policies'
import type {
  StreamRecord,
  StreamUsageRecord,
  SubscriptionRecord,
  WeeklyTraffic,
} from '../../shared/streams'
import type { StreamRow, SubscriptionRow } from '../data/schema'
import { postPolicyOf, streamPermissionsOf } from './stream-permissions'
import { unixSeconds } from './time'

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
