import type { PlainEvent } from './events'

/**
 * Where new streams are announced.
 * @param streamId null: nowhere, which clients know as -1
 * Source: protocol notes 4.10.
 */
export function notificationsStreamChanged(streamId: number | null): PlainEvent {
  return {
    type: 'realm',
    op: 'update',
    property: 'notifications_stream_id',
    value: streamId ?? -1,
  }
}
