import type { ClientDeviceEvent, ClientDeviceRecord } from '../../shared/client-devices'
import type { ClientDeviceRow } from '../data/schema'
import { unixSeconds } from './time'

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

export function clientDeviceAdded(id: number): ClientDeviceEvent {
  return { type: 'device', op: 'add', device_id: id }
}

export function clientDeviceChanged(id: number, device: Shown): ClientDeviceEvent {
  return { type: 'device', op: 'update', device_id: id, ...presentClientDevice(device) }
}

export function clientDeviceRemoved(id: number): ClientDeviceEvent {
  return { type: 'device', op: 'remove', device_id: id }
}
