import type { Generated } from 'kysely'
import type { Id, Timestamp } from './columns'

/* Archived messages, file deletions, leases, deletions and exports. */

export interface ArchivedMessagesTable {
  realm_id: number
  id: number
  stream_id: number | null
  dm_group_id: number | null
  archived_at: Timestamp
  message: Record<string, unknown>
  followers: Record<string, unknown[] | null>
  upload_ids: number[]
  unread_by: number[]
}

export interface FilesToDeleteTable {
  realm_id: number
  id: Id
  key: string
}

export interface LeasesTable {
  duty: string
  holder: string
  held_until: Timestamp
  done_at: Generated<Date | null>
}

export interface MessageDeletionJobsTable {
  realm_id: number
  id: Id
  user_id: number
  acting_user_id: number
  in_public_channels: boolean
  in_private_channels: boolean
  in_conversations: boolean
  requested_at: Timestamp
  below_id: number | null
  deleted_messages: Generated<number>
  attempts: Generated<number>
  losses: Generated<number>
  due_at: Timestamp
}

/** 1: public data; 2: also the private data of users who consented. */
export type ExportType = 1 | 2

/** Form of an export. Source: docs/exporting.md. */
export type ExportFormat = 'zulip' | 'jsonl' | 'html'

export interface RealmExportsTable {
  realm_id: number
  id: Id
  acting_user_id: number
  export_type: ExportType
  format: Generated<ExportFormat>
  path_key: string
  file_name: string
  bytes: number | null
  requested_at: Date
  attempts: Generated<number>
  due_at: Timestamp
  finished_at: Date | null
  failed_at: Date | null
  deleted_at: Date | null
}
