import type { Generated } from 'kysely'
import type { Id } from './columns'

/* Scheduled messages. */

export interface ScheduledMessagesTable {
  realm_id: number
  user_id: number
  id: Id
  stream_id: number | null
  recipient_ids: number[]
  topic: string
  content: string
  rendered_content: string
  client: string
  realm_url: string | null
  read_by_sender: boolean | null
  reminder_of: number | null
  note: Generated<string>
  /** Name that the author's client has given to a reminder. */
  local_id: Generated<string | null>
  due_at: Date
  leased_until: Generated<Date>
  revision: Generated<number>
  /** Times that a worker took it to send it. */
  attempts: Generated<number>
  losses: Generated<number>
  failed_at: Date | null
  sent_at: Date | null
}

export interface ScheduledMessageUploadsTable {
  realm_id: number
  user_id: number
  scheduled_message_id: number
  upload_id: number
}
