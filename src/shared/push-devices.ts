import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import type { PushDeviceRow } from '../server/data/schema'
import { unixSeconds } from './time'

/** A device of a person, for its owner. Source: docs/protocol/notifications.md#web-push-endpoints. */
export const pushDeviceSchema = Type.Object({
  device_id: Type.Integer(),
  kind: Type.Union([Type.Literal('web_push'), Type.Literal('topic'), Type.Literal('mobile_app')]),
  name: Type.String({ description: 'Such as `Firefox on Linux`' }),
  service: Type.String({
    description: 'Host that takes the pushes; `fcm`, `apns` or `bouncer` for mobile apps',
  }),
  created_at: Type.Integer({ description: 'Unix time' }),
  last_success_at: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Unix time of the last push that its service took',
  }),
  last_error: Type.Union([Type.String(), Type.Null()], {
    description: 'Refusal or failure since the last success',
  }),
  is_current: Type.Boolean({ description: 'Whether this browser session registered it' }),
})

/** @param sessionId the session that made the call */
export function presentPushDevice(
  device: PushDeviceRow,
  sessionId: number | undefined,
): Static<typeof pushDeviceSchema> {
  return {
    device_id: device.id,
    kind: kindOf(device),
    name: device.name,
    service: serviceOf(device.endpoint),
    created_at: unixSeconds(device.created_at),
    last_success_at: device.succeeded_at && unixSeconds(device.succeeded_at),
    last_error: device.last_error,
    is_current: device.session_id !== null && device.session_id === sessionId,
  }
}

function kindOf({ endpoint, p256dh }: PushDeviceRow): 'web_push' | 'topic' | 'mobile_app' {
  if (p256dh !== null) return 'web_push'
  return /^https?:/.test(endpoint) ? 'topic' : 'mobile_app'
}

/** The host that takes the pushes; FCM, APNs or the bouncer for mobile apps. */
function serviceOf(endpoint: string): string {
  const { host, protocol } = new URL(endpoint)
  return host === '' ? protocol.replace(/[:+].*/, '') : host
}
