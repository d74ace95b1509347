import type { Generated } from 'kysely'
import type { Id } from './columns'
import type { NotificationTrigger } from './mail'

/* Push notifications; see db/migrations/0104_push_notifications.sql. */

/** One row. */
export interface PushKeysTable {
  only_row: Generated<boolean>
  public_key: string
  private_key: string
}

export interface PushDevicesTable {
  realm_id: number
  id: Id
  user_id: number
  endpoint: string
  p256dh: string | null
  auth: string | null
  token: string | null
  name: string
  session_id: number | null
  created_at: Date
  succeeded_at: Date | null
  failures: Generated<number>
  failing_since: Date | null
  last_error: string | null
}

export interface PushMessagesTable {
  realm_id: number
  user_id: number
  message_id: number
  trigger: NotificationTrigger
  conversation: string
  due_at: Date
  is_enqueued: Generated<boolean>
}

export interface PushJobsTable {
  realm_id: number
  device_id: number
  conversation: string
  user_id: number
  shown_ids: Generated<number[]>
  due_at: Date | null
  pending_since: Date | null
  revision: Generated<number>
  attempts: Generated<number>
  losses: Generated<number>
  leased_until: Generated<Date>
  sent_at: Date | null
}
