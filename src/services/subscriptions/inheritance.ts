import type { SubscriptionRow, UserRow } from '../../db/schema'
import type { CapabilityCondition } from '../../wire/events'
import { userSettingsOf } from '../settings/user-settings'

/** Settings of a subscription that may be left open: the account's own settings count then. */
export const notificationProperties = [
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const
export type NotificationProperty = (typeof notificationProperties)[number]

type Notifications<T> = { [K in NotificationProperty]: T }

/** What an account's subscriptions are like where they leave it open. */
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
 * A subscription for clients that do not know settings that are left open: with what counts in
 * their place. Source: client notes 5, rule B.
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

/** For the form of an event that holds null, or else for the one that holds what counts. */
export function readsOpenSettings(isDeclared: boolean): CapabilityCondition {
  return { capability: 'notification_settings_null', isDeclared }
}

/** Whether clients are told different things of a subscription. */
export function leavesOpen(subscription: SubscriptionRow): boolean {
  return notificationProperties.some((property) => subscription[property] === null)
}
