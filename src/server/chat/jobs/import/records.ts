/**
 * The neutral records that a reader makes of a foreign archive, and that the import engine writes. Every `key` is the
 * stable identity of a record in its source: a second run with the same keys changes nothing. Keys of different kinds
 * may be equal. Texts are Markdown of Parley already, except for the references below, which the engine resolves once
 * all ids are known.
 *
 * References in texts: `\u0001user:KEY\u0002` becomes a mention, `\u0001silent:KEY\u0002` a silent one,
 * `\u0001stream:KEY\u0002` a link to the stream, `\u0001file:KEY\u0002` the path of the uploaded file, and
 * `\u0001message:KEY\u0002` a link to the message. An unknown key becomes the text that its reader gave after a `|`:
 * `\u0001user:U123|ada\u0002`. Inside addresses and mentions a reader may also name ids alone: `userid:KEY` is the id of a user,
 * `messageid:KEY` that of a message, and `streamid:KEY` the id and name of a stream as links spell them.
 */
export type ImportRecord =
  | RealmRecord
  | EmojiRecord
  | UserRecord
  | GroupRecord
  | FolderRecord
  | StreamRecord
  | SubscriptionRecord
  | FileRecord
  | MessageRecord
  | ReactionRecord
  | StarRecord
  | ReadPositionRecord
  | TopicPolicyRecord
  | ProfileFieldRecord
  | ProfileValueRecord
  | SnippetRecord
  | ScheduledRecord
  | DraftRecord

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
  /** null: a placeholder, which a person claims by a link. */
  email: string | null
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

/** A file of the archive that messages link to. */
export interface FileRecord {
  kind: 'file'
  key: string
  name: string
  ownerKey: string
  contentType?: string
  createdAt?: Date
  file: ArchiveFile
}

/** Messages come in the order of their time. */
export interface MessageRecord {
  kind: 'message'
  key: string
  senderKey: string
  sentAt: Date
  content: string
  to: { streamKey: string; topic: string } | { userKeys: string[] }
  lastEditedAt?: Date
  /** Earlier contents, newest first. */
  edits?: {
    at: Date
    userKey?: string
    content?: string
    topic?: string
    /** The earlier stream, if the message was moved from another one. */
    streamKey?: string
  }[]
  client?: string
  /** Keys of the people who had not read it when the archive was made; absent: everybody had read it. */
  unreadBy?: string[]
  starredBy?: string[]
  mentionedKeys?: string[]
  collapsedBy?: string[]
  /** Users whom a mention of the topic meant. */
  topicMentionedKeys?: string[]
  /** Users with an alert word in the message. */
  alertedKeys?: string[]
  /** Whether it mentions everybody; absent: as its text says. */
  mentionsEverybody?: boolean
  /** Place in the order of the source, for periods in positions; absent: the milliseconds of its time. */
  position?: number
  /** Contents of the steps of a poll or to-do list, oldest first. */
  submessages?: { senderKey: string; content: string }[]
}

export interface ReactionRecord {
  kind: 'reaction'
  messageKey: string
  userKey: string
  emojiName: string
  /** Key of an emoji record, when it is one of the organization. */
  emojiKey?: string
  /** Code point of a standard emoji; absent: that of its name. */
  emojiCode?: string
  isExtraEmoji?: boolean
}

export interface StarRecord {
  kind: 'star'
  messageKey: string
  userKey: string
}

/** Everything in the stream up to this moment was read by the user; later messages are unread. */
export interface ReadPositionRecord {
  kind: 'read-position'
  streamKey: string
  userKey: string
  readUntil: Date
}

/** 0 inherits, 1 muted, 2 unmuted, 3 followed. */
export interface TopicPolicyRecord {
  kind: 'topic-policy'
  streamKey: string
  topic: string
  userKey: string
  policy: 0 | 1 | 2 | 3
  updatedAt?: Date
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

/** A text that a user saved for later messages. */
export interface SnippetRecord {
  kind: 'snippet'
  key: string
  userKey: string
  title: string
  content: string
  createdAt?: Date
}

/** A message that waits for its time, or a reminder of a message; comes after the messages. */
export interface ScheduledRecord {
  kind: 'scheduled'
  key: string
  userKey: string
  content: string
  to: { streamKey: string; topic: string } | { userKeys: string[] }
  dueAt: Date
  client?: string
  readBySender?: boolean
  /** Key of the message that a reminder is of. */
  reminderOf?: string
  note?: string
  hasFailed?: boolean
}

/** A text that a user has not sent; without a recipient if `to` is absent. */
export interface DraftRecord {
  kind: 'draft'
  key: string
  userKey: string
  content: string
  to?: { streamKey?: string; topic: string } | { userKeys: string[] }
  editedAt: Date
}

/** One plain file of the archive, opened when it is needed. */
export interface ArchiveFile {
  path: string
  size: number
  open: () => Promise<NodeJS.ReadableStream>
}

/** A row that a reader leaves out or changes, with the place of its source: told in the report. */
export interface ImportRemark {
  reason: string
  file: string
  line?: number
}

/**
 * A reader of one kind of archive. `records` yields realm, emoji, users, groups, profile fields and values, folders, streams,
 * subscriptions, files, then messages by time, then the rest; memory stays independent of the size of the archive.
 */
export interface ArchiveReader {
  /** `slack:TEAM`, `zulip:REALM-UUID`: the first half of every import key. */
  source: string
  records: (remark: (remark: ImportRemark) => void) => AsyncIterable<ImportRecord>
}
