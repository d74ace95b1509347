import type { ArchiveFile } from './archive-file'

/** Settings of the organization, by the names of `PATCH /realm`; unknown ones are reported and left aside. */
export interface RealmRecord {
  kind: 'realm'
  name: string
  description?: string
  settings?: Record<string, unknown>
  /** Permissions by the names of `PATCH /realm`. */
  permissions?: Record<string, GroupReference>
  /** Settings that name a stream, as keys of streams. */
  streamSettings?: Record<string, string>
  linkifiers?: { pattern: string; urlTemplate: string }[]
  playgrounds?: { name: string; language: string; urlTemplate: string }[]
  domains?: { domain: string; allowsSubdomains: boolean }[]
  pictures?: { icon?: ArchiveFile; logo?: ArchiveFile; night_logo?: ArchiveFile }
}

/** A set of users. Keys `role:members` and so on name the groups that follow from roles. */
export type GroupReference = string | { memberKeys: string[]; subgroupKeys: string[] }

export interface EmojiRecord {
  kind: 'emoji'
  key: string
  name: string
  authorKey?: string
  isDeactivated?: boolean
  image: ArchiveFile
}

export interface UserRecord {
  kind: 'user'
  key: string
  fullName: string
  /** null: a placeholder, which gets its person from a later archive or the operator. */
  email: string | null
  /** Whether only other records name the person, and no list of people. A record of a list replaces what this one says. */
  isUnknown?: boolean
  /** Further keys of the same person. */
  otherKeys?: string[]
  /** Roles of the protocol: 100, 200, 300, 400, 600. */
  role: number
  isBot?: boolean
  ownerKey?: string
  isActive: boolean
  joinedAt?: Date
  timezone?: string
  avatar?: ArchiveFile
  /** A bot of the server itself, which becomes the one here. */
  systemBot?: 'notification' | 'welcome'
  /** Types of the protocol: 1 generic, 2 incoming and 3 outgoing webhooks. */
  botType?: 1 | 2 | 3
  /** Personal settings by the names of `PATCH /settings`; unknown ones are left aside. */
  settings?: Record<string, unknown>
  alertWords?: string[]
  mutedUsers?: { userKey: string; at: Date }[]
  status?: { text: string; emojiName?: string; emojiCode?: string; emojiKey?: string }
}

export interface GroupRecord {
  kind: 'group'
  key: string
  name: string
  description?: string
  memberKeys: string[]
  subgroupKeys?: string[]
  creatorKey?: string
  createdAt?: Date
  isDeactivated?: boolean
  permissions?: Record<string, GroupReference>
}

/** A folder of streams. */
export interface FolderRecord {
  kind: 'folder'
  key: string
  name: string
  description?: string
  creatorKey?: string
  createdAt?: Date
  isArchived?: boolean
}

export interface StreamRecord {
  kind: 'stream'
  key: string
  name: string
  description?: string
  isPrivate: boolean
  folderKey?: string
  hasSharedHistory?: boolean
  isArchived?: boolean
  isDefault?: boolean
  createdAt?: Date
  creatorKey?: string
  /** Permissions by the names of `PATCH /streams/{id}`. */
  permissions?: Record<string, GroupReference>
  retentionDays?: number | null
}

/** A current subscription, or one of the past when `isActive` is false. */
export interface SubscriptionRecord {
  kind: 'subscription'
  streamKey: string
  userKey: string
  isActive: boolean
  /** Periods of membership, oldest first; absent: since the stream began. */
  periods?: (
    | { from: Date; to?: Date }
    /** In positions of messages, for readers that number them: after the first one, up to the second one. */
    | { after: number; upTo?: number }
  )[]
  isMuted?: boolean
  isPinned?: boolean
  color?: string
  /** Notification settings of the stream that differ from the personal ones. */
  notifications?: {
    desktop?: boolean | null
    audible?: boolean | null
    push?: boolean | null
    email?: boolean | null
    wildcards?: boolean | null
  }
}

export interface ProfileFieldRecord {
  kind: 'profile-field'
  key: string
  name: string
  hint?: string
  fieldType: number
  fieldData?: string
  isInSummary?: boolean
  isRequired?: boolean
  isEditable?: boolean
  isForMatching?: boolean
}

export interface ProfileValueRecord {
  kind: 'profile-value'
  fieldKey: string
  userKey: string
  value: string
  /** Fields that name people: their keys, in place of `value`. */
  userKeys?: string[]
}
