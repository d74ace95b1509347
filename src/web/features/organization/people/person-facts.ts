import type { App } from '../../../context/app'
import { shortDay } from '../../../texts/ago'
import * as t from '../../../texts/catalog'
import type { User } from '../../../data/records/state'

/**
 * The real email address if the reader may see it, else the placeholder.
 * Source: docs/protocol/accounts.md#email-visibility.
 */
export function addressOf(user: User): string {
  return user.delivery_email ?? user.email
}

/** Time of last activity: Unix time in seconds, 0 for never. */
export function lastActive({ store }: App, userId: number): number {
  const presence = store.read('presences')[userId]
  return Math.max(presence?.active_timestamp ?? 0, presence?.idle_timestamp ?? 0)
}

/** Time of last activity in words. */
export function describeLastActive(app: App, userId: number): string {
  const { store } = app
  if (store.presenceOf(userId) === 'active') return t.peopleTable.now
  const seconds = lastActive(app, userId)
  if (seconds === 0) return t.peopleTable.never
  return shortDay(seconds, store.read('user_settings')['twenty_four_hour_time'])
}
