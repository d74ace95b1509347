import type { Generated } from 'kysely'
import type { Id } from './columns'

/*
 * Devices with a mobile app; see db/migrations/0117_mobile_devices.sql, 0118_push_bouncer.sql and
 * 0113_encrypted_pushes.sql, 0121_encrypted_mobile_devices.sql.
 */

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
  client_device_id: Generated<number | null>
  telling_until: Generated<Date>
}

/** One row. */
export interface PushSealingKeysTable {
  only_row: Generated<boolean>
  public_key: string
  private_key: string
}

export interface ClientDevicesTable {
  realm_id: number
  id: Id
  user_id: number
  created_at: Date
  push_key_id: number | null
  push_key: string | null
  token_kind: 'fcm' | 'apns' | null
  token: string | null
  app_id: string | null
  token_id: string | null
  token_updated_at: Date | null
  failed_token_id: string | null
  error_code: string | null
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
