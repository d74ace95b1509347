import type { RealmChange, RealmProperties, RealmSettingEvent } from '../../shared/realm-events'

/** The event of one changed property. Source: docs/protocol/events.md#realm-update. */
export function realmChanged(change: RealmChange): RealmSettingEvent {
  return { type: 'realm', op: 'update', ...change }
}

/**
 * The event of several changed properties, for those that clients read together: all rules about
 * editing, and all permissions.
 * Source: docs/protocol/events.md#realm-update-dict.
 */
export function realmPropertiesChanged(data: Partial<RealmProperties>): RealmSettingEvent {
  return { type: 'realm', op: 'update_dict', property: 'default', data }
}

/**
 * The event of a new icon or logo. Source: docs/protocol/realm-settings.md#icon.
 * @param data its fields, named as in the register response without `realm_`
 */
export function realmPictureChanged(
  property: 'icon' | 'logo' | 'night_logo',
  data: Partial<RealmProperties>,
): RealmSettingEvent {
  return { type: 'realm', op: 'update_dict', property, data }
}

/**
 * The events, for older and newer clients, of a new stream for announcements of new streams.
 * @param streamId null for none, which clients read as -1
 * Source: docs/protocol/events.md#realm-update.
 */
export function notificationsStreamChanged(streamId: number | null): RealmSettingEvent[] {
  const names = ['notifications_stream_id', 'new_stream_announcements_stream_id'] as const
  return names.map((property) => realmChanged({ property, value: streamId ?? -1 }))
}

/** The last event of a realm. Source: docs/protocol/retention-and-export.md#realm-deactivated. */
export function realmDeactivated(realmId: number): RealmSettingEvent {
  return { type: 'realm', op: 'deactivated', realm_id: realmId }
}
