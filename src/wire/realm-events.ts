import type { PlainEvent } from './events'

/** The event of one changed property. Source: docs/protocol/events.md#realm-update. */
export function realmChanged(property: string, value: unknown): PlainEvent {
  return { type: 'realm', op: 'update', property, value }
}

/**
 * Clients are told of some properties together: of all rules about editing, and of who may do what.
 * Source: docs/protocol/events.md#realm-update-dict.
 */
export function realmPropertiesChanged(data: Readonly<Record<string, unknown>>): PlainEvent {
  return { type: 'realm', op: 'update_dict', property: 'default', data }
}

/**
 * The event of another icon or logo. Source: docs/protocol/realm-settings.md#icon.
 * @param data its facts, as register has them after `realm_`
 */
export function realmPictureChanged(
  property: 'icon' | 'logo' | 'night_logo',
  data: Readonly<Record<string, unknown>>,
): PlainEvent {
  return { type: 'realm', op: 'update_dict', property, data }
}

/**
 * The events, for older and newer clients, of a change of where new streams are announced.
 * @param streamId null: nowhere, which clients know as -1
 * Source: docs/protocol/events.md#realm-update.
 */
export function notificationsStreamChanged(streamId: number | null): PlainEvent[] {
  const names = ['notifications_stream_id', 'new_stream_announcements_stream_id']
  return names.map((name) => realmChanged(name, streamId ?? -1))
}

/** The last event of an organisation. Source: docs/protocol/retention-and-export.md#realm-deactivated. */
export function realmDeactivated(realmId: number): PlainEvent {
  return { type: 'realm', op: 'deactivated', realm_id: realmId }
}
