import type { Static } from '@sinclair/typebox'
import type { pushDeviceSchema } from '../../shared/push-devices'
import type { PushDeviceRow } from '../data/schema'
import { unixSeconds } from './time'

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
