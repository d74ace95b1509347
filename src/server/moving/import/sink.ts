import { refreshReferredTables } from '../../data/engine/statistics'
import type { ImportJob } from './job/job'
import type { GroupRecord, ImportRecord, UserRecord } from './records'
import { writeAddresses } from './writers/addresses'
import { writeEmoji } from './writers/emoji'
import { writeFiles } from './writers/files'
import { writeFolders } from './writers/folders'
import { nestGroups, writeGroups } from './writers/groups'
import { writeEmojiAuthors, writePersonalRows } from './writers/personal-rows'
import { writeProfileFields, writeProfileValues } from './writers/profile'
import { writeDrafts, writeScheduled } from './writers/later'
import { writeMessages } from './writers/messages'
import { writeReactions, writeStars } from './writers/reactions'
import { writeRealm } from './writers/realm'
import { writeSnippets } from './writers/snippets'
import {
  writeReadPositions,
  writeStreams,
  writeSubscriptions,
  writeTopicPolicies,
} from './writers/streams'
import { writeUsers } from './writers/users'

type Kind = ImportRecord['kind']
type RecordOf<K extends Kind> = Extract<ImportRecord, { kind: K }>

/** Writes records of one kind; answers how many are new. */
type Write<K extends Kind> = (job: ImportJob, records: readonly RecordOf<K>[]) => Promise<number>

const writers: { [K in Kind]: Write<K> } = {
  realm: writeRealm,
  emoji: writeEmoji,
  user: writeUsers,
  group: writeGroups,
  folder: writeFolders,
  stream: writeStreams,
  subscription: writeSubscriptions,
  file: writeFiles,
  message: writeMessages,
  reaction: writeReactions,
  star: writeStars,
  'read-position': writeReadPositions,
  'topic-policy': writeTopicPolicies,
  'profile-field': writeProfileFields,
  'profile-value': writeProfileValues,
  snippet: writeSnippets,
  scheduled: writeScheduled,
  draft: writeDrafts,
  address: writeAddresses,
}

/** Records of one transaction. Accounts have many columns, and so fewer fit into a statement. */
const usuallyPerBatch = 1_000
const perBatch: Partial<Record<Kind, number>> = {
  ...{ user: 500, file: 100, emoji: 100, scheduled: 200, draft: 200 },
}
/**
 * Max characters of the messages of one transaction; each user who has not read a message counts like some characters.
 */
const mostCharacters = 4_000_000
const charactersOfUnread = 20

/** Collects records into batches of one kind, and has them written. */
export class RecordSink {
  private waiting: ImportRecord[] = []
  private characters = 0
  /** Accounts and groups whose references to others are written once all accounts and groups exist. */
  private users: UserRecord[] = []
  private groups: GroupRecord[] = []
  private readonly authors = new Map<string, string>()
  /** Whether there are new accounts or streams since the statistics were refreshed. */
  private hasGrown = false

  constructor(
    private readonly job: ImportJob,
    private readonly onBatch: () => void,
  ) {}

  async add(record: ImportRecord): Promise<void> {
    const kind = this.waiting[0]?.kind
    if (kind !== undefined && kind !== record.kind) {
      await this.flush()
      await this.afterKind(kind)
    }
    this.waiting.push(record)
    if (record.kind === 'message') {
      this.characters += record.content.length + charactersOfUnread * (record.unreadBy?.length ?? 0)
    }
    const { pace } = this.job
    const isFull = this.waiting.length >= pace.sizeOf(perBatch[record.kind] ?? usuallyPerBatch)
    if (isFull || this.characters >= pace.sizeOf(mostCharacters)) await this.flush()
  }

  async end(): Promise<void> {
    const kind = this.waiting[0]?.kind
    await this.flush()
    if (kind !== undefined) await this.afterKind(kind)
    await this.afterKind('user')
    await this.afterKind('group')
  }

  private async flush(): Promise<void> {
    const [first] = this.waiting
    if (!first) return
    const records = this.waiting
    this.waiting = []
    this.characters = 0
    const write = writers[first.kind] as (
      job: ImportJob,
      records: readonly ImportRecord[],
    ) => Promise<number>
    const written = await this.job.pace.run(() => write(this.job, records))
    if (written > 0 && (first.kind === 'user' || first.kind === 'stream')) this.hasGrown = true
    this.job.report.count(first.kind, { read: records.length, written })
    for (const record of records) this.remember(record)
    this.onBatch()
  }

  private remember(record: ImportRecord): void {
    if (record.kind === 'user') this.users.push(record)
    if (record.kind === 'group') this.groups.push(record)
    if (record.kind === 'emoji' && record.authorKey !== undefined) {
      this.authors.set(record.key, record.authorKey)
    }
  }

  private async afterKind(kind: Kind): Promise<void> {
    if (this.hasGrown && !this.job.trial) await refreshReferredTables(this.job.ctx.db.query)
    this.hasGrown = false
    if (kind === 'user') {
      for (; this.users.length > 0;)
        await writePersonalRows(this.job, this.users.splice(0, usuallyPerBatch))
      await writeEmojiAuthors(this.job, this.authors)
      this.authors.clear()
    }
    if (kind === 'group') {
      for (; this.groups.length > 0;)
        await nestGroups(this.job, this.groups.splice(0, usuallyPerBatch))
    }
  }
}
