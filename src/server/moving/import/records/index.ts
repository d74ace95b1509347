import type { AddressRecord } from './addresses'
import type {
  RealmRecord,
  EmojiRecord,
  UserRecord,
  GroupRecord,
  FolderRecord,
  StreamRecord,
  SubscriptionRecord,
  ProfileFieldRecord,
  ProfileValueRecord,
} from './organization'
import type {
  FileRecord,
  MessageRecord,
  ReactionRecord,
  StarRecord,
  ReadPositionRecord,
  TopicPolicyRecord,
  SnippetRecord,
  ScheduledRecord,
  DraftRecord,
} from './contents'

export type * from './addresses'
export type * from './archive-file'
export type * from './contents'
export type * from './organization'

/**
 * The neutral records that a reader makes of a foreign archive, and that the import engine writes. Every `key` is the
 * stable identity of a record in its source: a second run with the same keys changes nothing. Keys of different kinds
 * may be equal. Texts are Markdown of Parley already, except for the references below, which the engine resolves once
 * all ids are known.
 *
 * References in texts: `\u0001user:KEY\u0002` becomes a mention, `\u0001silent:KEY\u0002` a silent one, `\u0001group:KEY\u0002` a silent one of the group,
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
  | AddressRecord

/** A row that a reader leaves out or changes, with its location in the source, for the report. */
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
