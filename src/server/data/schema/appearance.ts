import type { Generated } from 'kysely'
import type { Id, Timestamp } from './columns'

/* Uploads, and a realm's additions to the appearance of messages. */

export interface UploadsTable {
  realm_id: number
  id: Id
  path_key: string
  owner_id: number
  /** The person whose space it takes; null: the owner. */
  charged_to: number | null
  file_name: string
  content_type: string
  bytes: number
  width: number | null
  height: number | null
  is_animated: Generated<boolean>
  created_at: Timestamp
}

export interface MessageUploadsTable {
  realm_id: number
  message_id: number
  upload_id: number
}

export interface RealmEmojiTable {
  realm_id: number
  id: Id
  name: string
  author_id: number
  file_name: string
  still_file_name: string | null
  created_at: Timestamp
  deactivated_at: Date | null
}

export interface RealmSecretsTable {
  realm_id: number
  upload_links: Generated<string>
  external_pictures: Generated<string>
  unsubscribe_links: Generated<string>
  bounce_addresses: Generated<string>
}

export interface RealmLinkifiersTable {
  realm_id: number
  id: Id
  pattern: string
  url_template: string
  position: number
}

export interface RealmDomainsTable {
  realm_id: number
  id: Id
  domain: string
  allow_subdomains: Generated<boolean>
}

export interface RealmPlaygroundsTable {
  realm_id: number
  id: Id
  name: string
  pygments_language: string
  url_template: string
}
