import type { AppContext } from '../../../context'
import type { SubscriptionRow, UserRow } from '../../../data/schema'
import {
  lockSubscriptionsOf,
  updateSubscriptionSettings,
} from '../../../data/streams/subscription-changes'
import type { SubscriptionSettings } from '../../../data/streams/subscription-changes'
import { publish } from '../../../events/publish'
import type { Publication } from '../../../events/publish'
import type { CapabilityCondition } from '../../../../shared/events'
import { subscriptionUpdated } from '../../../wire/stream-events'
import type { SubscriptionChange } from '../../../../shared/stream-events'
import type { Requester } from '../../rules/authentication'
import { BadRequestError, UncodedError } from '../../rules/errors'
import { forUser } from '../../notify/publications'
import { userSettingsOf } from '../../rules/settings/user-settings'

/** A change of one setting of a subscription, as clients send it. */
export interface SettingChange {
  stream_id: number
  property: string
  value: unknown
}

type Change =
  | {
      column: Exclude<keyof SubscriptionSettings, NotificationProperty>
      value: string | boolean
      /** The changes to publish. */
      told: SubscriptionChange[]
    }
  | {
      column: NotificationProperty
      /** The value for this stream; null inherits the account's setting. */
      value: boolean | null
      told?: never
    }

/**
 * Changes settings of the requester's own subscriptions, all or nothing, and publishes the values that
 * changed to the requester's clients.
 *
 * @throws UncodedError for an unknown property or a stream the requester is not subscribed to
 * @throws BadRequestError for a value of the wrong type
 * Source: docs/protocol/subscriptions.md#settings.
 */
export async function changeSubscriptionSettings(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  changes: readonly SettingChange[],
): Promise<void> {
  const checked = changes.map((change) => ({ streamId: change.stream_id, ...check(change) }))
  const streamIds = [...new Set(checked.map((change) => change.streamId))]
  await ctx.db.transaction(async (tx) => {
    const { realm_id: realmId, id: userId } = requester
    const rows = await lockSubscriptionsOf(tx, realmId, userId, streamIds)
    const current = new Map(rows.map((row) => [row.stream_id, row]))
    const changed: typeof current = new Map()
    const publications: Publication[] = []
    const inherited = inheritedFrom(requester)
    for (const { streamId, ...change } of checked) {
      const { column, value } = change
      const before = changed.get(streamId) ?? current.get(streamId)
      if (!before) throw new UncodedError(`Not subscribed to stream id ${streamId}`)
      if (before[column] === value) continue
      changed.set(streamId, { ...before, [column]: value })
      const stream = { id: streamId, name: before.stream_name }
      const tell = (told: SubscriptionChange, condition?: CapabilityCondition) =>
        publications.push({
          ...forUser(userId, subscriptionUpdated(stream, requester.email, told)),
          ...(condition ? { condition } : {}),
        })
      if (change.told) {
        for (const told of change.told) tell(told)
        continue
      }
      tell({ property: change.column, value: change.value }, readsOpenSettings(true))
      const settled = (open: boolean | null) => open ?? inherited[change.column]
      if (settled(before[change.column]) !== settled(change.value)) {
        const told = { property: change.column, value: settled(change.value) }
        tell(told, readsOpenSettings(false))
      }
    }
    await updateSubscriptionSettings(tx, realmId, [...changed.values()])
    await publish(tx, realmId, publications)
  })
}

function check({ property, value }: SettingChange): Change {
  if (property === 'color') {
    const color = checkColor(value)
    return { column: 'color', value: color, told: [{ property: 'color', value: color }] }
  }
  if (property === 'in_home_view' || property === 'is_muted') {
    const isMuted =
      property === 'is_muted' ? checkBoolean(property, value) : !checkBoolean(property, value)
    // Older clients read `in_home_view`, newer clients `is_muted`.
    return {
      column: 'is_muted',
      value: isMuted,
      told: [
        { property: 'in_home_view', value: !isMuted },
        { property: 'is_muted', value: isMuted },
      ],
    }
  }
  if (property === 'pin_to_top') {
    const isPinned = checkBoolean(property, value)
    return { column: property, value: isPinned, told: [{ property, value: isPinned }] }
  }
  const column = notificationProperties.find((name) => name === property)
  if (!column) throw new UncodedError(`Unknown subscription property: ${property}`)
  return { column, value: value === null ? null : checkBoolean(property, value) }
}

function checkBoolean(property: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw new BadRequestError(`${property} is not a boolean`)
  return value
}

/**
 * `f00`, `#F00` and `#ff0000` are all stored as `#ff0000`, the form that every client reads.
 */
function checkColor(value: unknown): string {
  if (typeof value !== 'string') throw new BadRequestError('color is not a string')
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(value.trim().toLowerCase())?.[1]
  if (!digits) throw new BadRequestError('color is not a valid hex color code')
  return digits.length === 6 ? `#${digits}` : `#${digits.replace(/./g, '$&$&')}`
}

/** Subscription settings that may be null, which inherits the account's setting. */
export const notificationProperties = [
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const
type NotificationProperty = (typeof notificationProperties)[number]

type Notifications<T> = { [K in NotificationProperty]: T }

/** Account settings that subscriptions with null inherit. */
export function inheritedFrom(user: UserRow): Notifications<boolean> {
  const settings = userSettingsOf(user)
  return {
    desktop_notifications: settings.enable_stream_desktop_notifications,
    audible_notifications: settings.enable_stream_audible_notifications,
    push_notifications: settings.enable_stream_push_notifications,
    email_notifications: settings.enable_stream_email_notifications,
    wildcard_mentions_notify: settings.wildcard_mentions_notify,
  }
}

/**
 * A subscription with inherited values in place of null, for clients that do not read null.
 * Source: docs/protocol/subscriptions.md#open-settings.
 */
export function withInherited<T extends Notifications<boolean | null>>(
  subscription: T,
  inherited: Notifications<boolean>,
): T & Notifications<boolean> {
  const settled: Partial<Notifications<boolean>> = {}
  for (const property of notificationProperties) {
    settled[property] = subscription[property] ?? inherited[property]
  }
  return { ...subscription, ...(settled as Notifications<boolean>) }
}

/**
 * Condition for clients that read null in notification settings (true), or that need the inherited
 * value (false).
 */
export function readsOpenSettings(isDeclared: boolean): CapabilityCondition {
  return { capability: 'notification_settings_null', isDeclared }
}

/** Whether a subscription inherits any setting, so that its events have two forms. */
export function leavesOpen(subscription: SubscriptionRow): boolean {
  return notificationProperties.some((property) => subscription[property] === null)
}
