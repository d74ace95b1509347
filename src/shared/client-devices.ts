import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'

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

export type ClientDeviceEvent = { type: 'device'; device_id: number } & (
  { op: 'add' | 'remove' } | ({ op: 'update' } & ClientDeviceRecord)
)
