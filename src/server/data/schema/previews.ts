import type { Generated } from 'kysely'
import type { Timestamp } from './columns'

/* Previews of linked pages. */

export interface LinkPreviewsTable {
  realm_id: number
  url: string
  title: Generated<string>
  description: Generated<string>
  image_url: Generated<string>
  expires_at: Timestamp
}

export interface LinkPreviewJobsTable {
  realm_id: number
  message_id: number
  urls: string[]
  realm_url: string
  revision: Generated<number>
  attempts: Generated<number>
  losses: Generated<number>
  due_at: Timestamp
}
