import type { Generated } from 'kysely'
import type { Id } from './columns'

/* Devices with a mobile app; see db/migrations/0117_mobile_devices.sql and 0118_push_bouncer.sql. */

export interface MobileDevicesTable {
  realm_id: number
  id: Id
  user_id: number
  kind: 'fcm' | 'apns'
  token: string
  token_digest: string
  app_id: string | null
  push_device_id: number
  created_at: Date
  is_at_bouncer: Generated<boolean>
  removed_at: Date | null
  is_test_due: Generated<boolean>
}

/** One row. */
export interface PushBouncerTable {
  only_row: Generated<boolean>
  url: string
  org_id: string
  org_key: string
  hostname: string
  contact_email: string
  registered_at: Date
  report_due_at: Date
}

export interface BouncerRealmsTable {
  realm_id: number
  owner_secret: string
}

export interface PersonUuidsTable {
  realm_id: number
  user_id: number
  uuid: Generated<string>
}
