import { messageParts } from '../markup/message-parts'
import { pinKeyOf, pinNotice, pinTopic } from '../markup/pins'
import { countLine, rootQuote } from '../markup/thread-texts'
import { snippetOf, ThreadTopics } from '../markup/thread-topics'
import type { FileRecord, MessageRecord } from '../records'
import type { Place } from './channels'
import { contentOf, linkTo, wordsOf } from './contents'
import type { ContentSources } from './contents'
import { fileRecordsOf } from './files'
import type { MessageItem } from './items'
import { noticeKey } from './people'
import type { Answer, AnsweredMessages, DueAt } from './replies'
import { distinctMessages } from './survey'
import type { Remark, Survey } from './survey'

const mainTopic = 'imported from Discord'

/** A thread that the archive has messages of. */
interface Thread {
  /** Messages but the first one of a forum post. */
  count: number
  firstKey: string
  /** Whether a message of the channel began the thread. */
  hasRoot: boolean
}

/** An archive, and the facts of its messages that other messages need. */
export interface Reading extends Omit<ContentSources, 'thread'> {
  survey: Survey
  threads: Map<string, Thread>
  answers: AnsweredMessages
  remark: Remark
}

/** The downloaded files. Notes threads and answered messages meanwhile. */
export async function* fileRecords(reading: Reading): AsyncGenerator<FileRecord> {
  const { survey, names, media, threads, answers } = reading
  const stickers = new Set<string>()
  const roots = new Set<string>()
  for await (const item of distinctMessages(survey)) {
    const { key, channelId } = item
    const isRoot = key !== channelId && survey.channels.find(key)?.kind === 'thread'
    if (isRoot) roots.add(key)
    if (threadOf(survey.channels.placeOf(channelId))) {
      const known = threads.get(channelId)
      const thread = known ?? { count: 0, firstKey: key, hasRoot: roots.has(channelId) }
      if (key !== channelId) thread.count++
      threads.set(channelId, thread)
    }
    await answers.note(item, () => snippetOf(wordsOf(item, names)))
    for (const file of fileRecordsOf(item, media)) {
      if (stickers.has(file.key)) continue
      if (file.key.startsWith('sticker/')) stickers.add(file.key)
      yield file
    }
  }
}

function threadOf(place: Place): { key: string; name: string } | undefined {
  return 'streamKey' in place ? place.thread : undefined
}

/**
 * The messages by their time, threads in topics of their own.
 * @param dropped receives the keys of messages that have no content
 * Source: docs/protocol/import.md#discord-threads.
 */
export async function* messageRecords(
  reading: Reading,
  dropped: Set<string>,
): AsyncGenerator<MessageRecord> {
  const { survey, remark, answers } = reading
  const writer = new Writer(reading, answers.sorted())
  const notices = pinNotices(reading)
  let next = notices.shift()
  for await (const item of distinctMessages(survey)) {
    for (; next && next.sentAt.getTime() < item.at; next = notices.shift()) yield next
    const content = writer.contentOf(item)
    if (content !== '') yield* await writer.records(item, content)
    else {
      dropped.add(item.key)
      if (item.kind !== 'message') continue
      remark({ reason: 'A message has no content.', file: `${item.file}: ${item.key}` })
    }
  }
  if (next) yield* [next, ...notices]
}

/** Makes the records of messages. */
class Writer {
  private readonly topics = new ThreadTopics()
  private readonly reserved = new Set<string>()

  constructor(
    private readonly reading: Reading,
    private readonly answers: DueAt<Answer>,
  ) {}

  contentOf(item: MessageItem): string {
    const { survey, threads, remark } = this.reading
    const thread = (id: string) => {
      const found = threads.get(id)
      return found && { ...found, name: survey.channels.find(id)?.name ?? id }
    }
    const reason = 'A file is not in the archive.'
    const tell = (name: string) => remark({ reason, file: `${item.file}: ${name}` })
    return contentOf(item, { ...this.reading, thread }, tell)
  }

  async records(item: MessageItem, content: string): Promise<MessageRecord[]> {
    const { survey } = this.reading
    const { key, sender, at, editedAt, channelId } = item
    const answered = await this.answered(item)
    const place = survey.channels.placeOf(channelId)
    const record: Omit<MessageRecord, 'to'> = {
      ...{ kind: 'message', key, senderKey: sender, sentAt: new Date(at) },
      ...(editedAt !== undefined && { lastEditedAt: new Date(editedAt) }),
      content: answered === undefined ? content : `${answered}\n${content}`,
    }
    if ('conversationKey' in place) {
      const members = survey.channels.membersOf(place.conversationKey)
      return messageParts({ ...record, to: { userKeys: [...new Set([...members, sender])] } })
    }
    const { streamKey, thread } = place
    if (thread) {
      return messageParts({ ...record, to: { streamKey, topic: this.topicOf(streamKey, thread) } })
    }
    return this.mainMessages(item, record, streamKey)
  }

  /** A message outside of threads. The root of a thread links to its topic, which begins with a quote of the root. */
  private mainMessages(
    item: MessageItem,
    record: Omit<MessageRecord, 'to'>,
    streamKey: string,
  ): MessageRecord[] {
    const { survey, threads, names } = this.reading
    const { key, sender, at } = item
    const to = { streamKey, topic: mainTopic }
    const thread = threads.get(key)
    if (!thread) return messageParts({ ...record, to })
    const name = survey.channels.find(key)?.name ?? key
    const topic = this.topicOf(streamKey, { key, name })
    const line = countLine(thread.count, topic, `${key}#thread`)
    const user = survey.people.find(sender)?.name ?? sender
    const quote = rootQuote({ key, senderKey: sender, name: user, words: wordsOf(item, names) })
    return [
      ...messageParts({ ...record, content: `${record.content}\n\n${line}`, to }),
      {
        ...{ kind: 'message', key: `${key}#thread`, senderKey: noticeKey, content: quote },
        ...{ sentAt: new Date(at), to: { streamKey, topic } },
      },
    ]
  }

  private topicOf(streamKey: string, thread: { key: string; name: string }): string {
    if (!this.reserved.has(streamKey)) {
      this.reserved.add(streamKey)
      // No thread gets the name of another topic.
      for (const name of [mainTopic, pinTopic]) {
        this.topics.named({ streamKey, rootKey: `${streamKey} ${name}`, name })
      }
    }
    return this.topics.named({ streamKey, rootKey: thread.key, name: thread.name })
  }

  /** The quote of the message that a reply answers, or a line about its absence. */
  private async answered(item: MessageItem): Promise<string | undefined> {
    const { survey, remark } = this.reading
    const [answer] = await this.answers.take(item.at, item.key)
    const { reference } = item
    if (reference?.kind !== 'reply') return undefined
    if (answer) {
      const name = survey.people.find(answer.senderKey)?.name ?? answer.senderKey
      return rootQuote({ ...answer, key: reference.messageId, name })
    }
    const reason = 'A message answers one that is not in the archive.'
    remark({ reason, file: `${item.file}: ${item.key}` })
    return reference.messageId === ''
      ? undefined
      : `*In reply to ${linkTo(reference, 'a message')} that is not in the archive*\n`
  }
}

/** Notices about the pinned messages of streams, by the time of the pin. */
function pinNotices({ survey, names }: Reading): MessageRecord[] {
  const { channels, pins, people } = survey
  const notices = [...pins.values()].flatMap(({ item, by, at }): MessageRecord[] => {
    const place = channels.placeOf(item.channelId)
    if (!('streamKey' in place)) return []
    const { key } = item
    return [
      {
        ...{ kind: 'message', key: pinKeyOf(key), senderKey: noticeKey },
        content: pinNotice({
          key,
          words: wordsOf(item, names),
          by: by ? people.find(by) : undefined,
        }),
        to: { streamKey: place.streamKey, topic: pinTopic },
        sentAt: new Date(Math.max(item.at, at ?? 0)),
      },
    ]
  })
  return notices.sort((one, other) => one.sentAt.getTime() - other.sentAt.getTime())
}
