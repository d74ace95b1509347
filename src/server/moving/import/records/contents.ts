import type { ArchiveFile } from './archive-file'

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
  /** Users mentioned by a mention of the topic. */
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
