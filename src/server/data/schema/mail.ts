import type { ColumnType, Generated } from 'kysely'
import type { Id } from './columns'

/* Mails, and the confirmation links in them. */

/** A jsonb object, written as text. */
type JsonObject = ColumnType<Readonly<Record<string, unknown>>, string | undefined, string>

export interface ConfirmationsTable {
  realm_id: number
  id: Id
  kind: string
  user_id: number | null
  address: string | null
  data: JsonObject
  token_hash: string
  created_at: Date
  expires_at: Date
  used_at: Date | null
  revoked_at: Date | null
}

export interface MailsTable {
  realm_id: number
  id: Id
  template: string
  values: JsonObject
  recipient: string
  locale: string
  message_id: string
  created_at: Date
  expires_at: Date | null
  due_at: Date
  attempts: Generated<number>
  leased_until: Generated<Date>
  sent_at: Date | null
  failed_at: Date | null
  last_error: string | null
}

/** The reason to notify a person of a message. Source: docs/protocol/notifications.md#triggers. */
export type NotificationTrigger =
  | 'direct_message'
  | 'mentioned'
  | 'topic_wildcard_mentioned_in_followed_topic'
  | 'stream_wildcard_mentioned_in_followed_topic'
  | 'topic_wildcard_mentioned'
  | 'stream_wildcard_mentioned'
  | 'followed_topic'
  | 'stream'

/** One row; see db/migrations/0103_missed_messages.sql. */
export interface NotificationProgressTable {
  only_row: Generated<boolean>
  judged_id: number
  pending_id: number
  marked_id: number
  marked_xid: number
  marked_at: Generated<Date>
}

export interface MissedMessagesTable {
  realm_id: number
  user_id: number
  message_id: number
  trigger: NotificationTrigger
  was_present: boolean
  due_at: Date
}
