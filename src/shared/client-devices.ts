import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import type { ClientDeviceRow } from '../server/data/schema'
import { unixSeconds } from './time'

/* Installations of apps, for encrypted pushes. Source: docs/protocol/notifications.md#encrypted-state. */

const orNull = <T extends ReturnType<typeof Type.Integer> | ReturnType<typeof Type.String>>(
  schema: T,
) => Type.Union([schema, Type.Null()])

export const clientDeviceSchema = Type.Object({
  push_key_id: orNull(Type.Integer({ description: 'Newest key of the device' })),
  push_token_id: orNull(Type.String({ description: 'Token that gets pushes' })),
  pending_push_token_id: orNull(Type.String({ description: 'Token that was not registered' })),
  push_token_last_updated_timestamp: orNull(Type.Integer({ description: 'Unix time' })),
  push_registration_error_code: orNull(
    Type.String({ description: 'The reason why the pending token was not registered' }),
  ),
})

export type ClientDeviceRecord = Static<typeof clientDeviceSchema>

type Shown = Pick<
  ClientDeviceRow,
  'push_key_id' | 'token_id' | 'token_updated_at' | 'failed_token_id' | 'error_code'
>

export function presentClientDevice(device: Shown): ClientDeviceRecord {
  return {
    push_key_id: device.push_key_id,
    push_token_id: device.token_id,
    pending_push_token_id: device.failed_token_id,
    push_token_last_updated_timestamp:
      device.token_updated_at && unixSeconds(device.token_updated_at),
    push_registration_error_code: device.error_code,
  }
}

export type ClientDeviceEvent = { type: 'device'; device_id: number } & (
  { op: 'add' | 'remove' } | ({ op: 'update' } & ClientDeviceRecord)
)

export function clientDeviceAdded(id: number): ClientDeviceEvent {
  return { type: 'device', op: 'add', device_id: id }
}

export function clientDeviceChanged(id: number, device: Shown): ClientDeviceEvent {
  return { type: 'device', op: 'update', device_id: id, ...presentClientDevice(device) }
}

export function clientDeviceRemoved(id: number): ClientDeviceEvent {
  return { type: 'device', op: 'remove', device_id: id }
}
