import type { ColumnType, Generated, Selectable } from 'kysely'
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

/** An address at which mail to a stream comes in. */
export interface StreamAddressesTable {
  realm_id: number
  stream_id: number
  creator_id: number
  sender_id: number
  token: string
}

export type StreamAddressRow = Selectable<StreamAddressesTable>

/** An address for answers to a mail about missed messages. */
export interface ReplyAddressesTable {
  realm_id: number
  token_hash: string
  user_id: number
  message_id: number
  expires_at: Date
  uses: Generated<number>
}

export type ReplyAddressRow = Selectable<ReplyAddressesTable>

/** A mail that came in; see db/migrations/0111_incoming_mails.sql. */
export interface IncomingMailsTable {
  realm_id: number
  id: Id
  recipient: string
  target_hash: string
  mail_hash: string
  envelope_from: string | null
  received_at: Generated<Date>
  due_at: Generated<Date>
  attempts: Generated<number>
  losses: Generated<number>
  handled_at: Date | null
  outcome: string | null
  reason: string | null
}

/** A part of the bytes of such a mail. */
export interface IncomingMailPartsTable {
  realm_id: number
  mail_id: number
  part: number
  bytes: Buffer
}

export type IncomingMailRow = Selectable<IncomingMailsTable>

/** An address whose mail servers refuse mail for good. */
export interface BouncedAddressesTable {
  realm_id: number
  address: string
  bounces: number
  first_at: Date
  last_at: Date
  reason: string
  undeliverable_at: Date | null
}

/** Progress of the digests of an organization; see db/migrations/0119_digests.sql. */
export interface DigestProgressTable {
  realm_id: number
  day: string
  after_user_id: number
  looked_at: Date
  is_finished: Generated<boolean>
}
