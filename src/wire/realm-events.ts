import type { PlainEvent } from './events'

/** The event of one changed property. Source: docs/protocol/events.md#realm-update. */
export function realmChanged(property: string, value: unknown): PlainEvent {
  return { type: 'realm', op: 'update', property, value }
}

/**
 * Clients are told of all rules about editing at once.
 * Source: docs/protocol/events.md#realm-update-dict.
 */
export function realmEditingChanged(data: Readonly<Record<string, unknown>>): PlainEvent {
  return { type: 'realm', op: 'update_dict', property: 'default', data }
}

/**
 * The event of a change of where new streams are announced.
 * @param streamId null: nowhere, which clients know as -1
 * Source: docs/protocol/events.md#realm-update.
 */
export function notificationsStreamChanged(streamId: number | null): PlainEvent {
  return realmChanged('notifications_stream_id', streamId ?? -1)
}
