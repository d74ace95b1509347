import type { Config } from '../../../config/config'
import type { Queryable } from '../../../data/engine/database'
import { findPushBouncer } from '../../../data/notifications/push-bouncer'
import type { StoredSettings } from '../../../data/schema'

/** The bouncer's latest word about an organization, as the stored settings keep it. */
export interface LearnedFromBouncer {
  push_notifications_enabled: boolean
  push_notifications_enabled_end_timestamp: number | null
}

/** The last word of the bouncer; an organization may push until the bouncer refuses it. */
export function learnedOf(stored: StoredSettings): LearnedFromBouncer {
  const end = stored['push_notifications_enabled_end_timestamp']
  return {
    push_notifications_enabled: stored['push_notifications_enabled'] !== false,
    push_notifications_enabled_end_timestamp: typeof end === 'number' ? end : null,
  }
}

type WayConfig = Pick<Config, 'apns' | 'fcm' | 'pushBouncerUrl'>

/**
 * How pushes reach the apps of a kind: past a bouncer where the operator has a key, else through the one at which the
 * server is registered; undefined: not at all.
 */
export async function wayTo(
  kind: 'fcm' | 'apns',
  config: WayConfig,
  db: Queryable,
): Promise<'direct' | 'bouncer' | undefined> {
  if (config[kind]) return 'direct'
  if (config.pushBouncerUrl === undefined) return undefined
  return (await findPushBouncer(db)) && 'bouncer'
}

/** Whether pushes can reach mobile apps of any kind. Source: docs/protocol/notifications.md#push-disabled. */
export async function reachesMobileApps(config: WayConfig, db: Queryable): Promise<boolean> {
  return (await wayTo('fcm', config, db)) !== undefined || config.apns !== undefined
}
