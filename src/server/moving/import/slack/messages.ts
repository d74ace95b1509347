import { cutTextReason, isTextCut, rowOf, textOf } from '../archive/fields'
import { DirectThreads } from '../markup/direct-threads'
import { messageParts } from '../markup/message-parts'
import { pinTopic } from '../markup/pins'
import { broadcastLine, countLine, lostRootNotice, rootQuote } from '../markup/thread-texts'
import type { ThreadTopics } from '../markup/thread-topics'
import type { MessageRecord } from '../records'
import { contentOf } from './contents'
import type { Content } from './contents'
import { mergedMessages } from './merged-messages'
import type { FoundMessage, MessageSource } from './merged-messages'
import type { SlackNames } from './names'
import { noticeKey } from './people'
import type { People } from './people'
import type { Remark } from './read-rows'
import { senderOf } from './subtypes'
import { rootKeyOf } from './survey'
import type { Survey } from './survey'
import { dateOfTimestamp, readTimestamp } from './timestamp'

/** An archive and the survey of it. */
export interface Reading extends MessageSource {
  people: People
  names: SlackNames
  survey: Survey
  threads: ThreadTopics
  /** The topic of messages that are in no thread. */
  mainTopic: string
}

/** A message on its way to a record. */
interface Draft extends Content {
  found: FoundMessage
  record: Omit<MessageRecord, 'to' | 'content'>
}

/**
 * The messages by their time, threads in topics of their own.
 * @param dropped receives the keys of rows that become no message
 * Source: docs/protocol/import.md#threads-to-topics.
 */
export async function* messageRecords(
  reading: Reading,
  remark: Remark,
  dropped: Set<string>,
): AsyncGenerator<MessageRecord> {
  const direct = new DirectThreads()
  for await (const found of mergedMessages(reading, () => undefined)) {
    if (found.notice !== undefined) {
      yield noticeOf(found, { key: found.key, topic: pinTopic, content: found.notice })
      continue
    }
    const draft = draftOf(found, reading, remark)
    if (!draft) dropped.add(found.key)
    else if (found.conversation.isStream) yield* streamMessages(draft, reading)
    else yield* directMessages(draft, reading, direct)
  }
}

function draftOf(found: FoundMessage, reading: Reading, remark: Remark): Draft | undefined {
  const { row, time, key, file } = found
  const tell = (reason: string) => remark({ reason, file })
  if (isTextCut(row, 'text')) tell(cutTextReason)
  const content = contentOf(found, reading, tell)
  if (!content) return undefined
  const sender = senderOf(row, reading.people)
  if (!sender) {
    tell('A message has no sender.')
    return undefined
  }
  const edited = readTimestamp(rowOf(row, 'edited').ts)
  return {
    ...content,
    found,
    record: {
      ...{ kind: 'message', key, senderKey: sender.key, sentAt: dateOfTimestamp(time) },
      ...(edited && { lastEditedAt: dateOfTimestamp(edited) }),
    },
  }
}

function* streamMessages(draft: Draft, reading: Reading): Generator<MessageRecord> {
  const { found } = draft
  const rootKey = rootKeyOf(found)
  if (rootKey !== undefined) yield* replyMessages(draft, rootKey, reading)
  else if (reading.survey.replies.has(found.key)) yield* rootMessages(draft, reading)
  else yield* messageParts({ ...draft.record, content: draft.markdown, to: mainOf(found, reading) })
}

function mainOf({ conversation }: FoundMessage, { mainTopic }: Reading): MessageRecord['to'] {
  return { streamKey: conversation.id, topic: mainTopic }
}

function noticeKeyOf(rootKey: string): string {
  return `${rootKey}#thread`
}

/** The root stays in the main topic, and is quoted in the topic of its replies. */
function* rootMessages(draft: Draft, reading: Reading): Generator<MessageRecord> {
  const { found, record, markdown, words } = draft
  const topic = topicOf(found, found.key, words, reading)
  const replies = reading.survey.replies.get(found.key) ?? 0
  const content = `${markdown}\n\n${countLine(replies, topic, noticeKeyOf(found.key))}`
  yield* messageParts({ ...record, content, to: mainOf(found, reading) })
  const name = reading.people.find(record.senderKey)?.name ?? ''
  const quote = rootQuote({ ...record, name, words })
  yield noticeOf(found, { key: noticeKeyOf(found.key), topic, content: quote })
}

function* replyMessages(draft: Draft, rootKey: string, reading: Reading): Generator<MessageRecord> {
  const { found, record, markdown, words } = draft
  const isRootLost = !reading.threads.has(rootKey)
  const topic = topicOf(found, rootKey, '', reading)
  if (isRootLost) {
    yield noticeOf(found, { key: noticeKeyOf(rootKey), topic, content: lostRootNotice })
  }
  const to = { streamKey: found.conversation.id, topic }
  yield* messageParts({ ...record, content: markdown, to })
  if (textOf(found.row, 'subtype') !== 'thread_broadcast') return
  const content = broadcastLine(topic, found.key, words)
  yield { ...record, key: `${found.key}#broadcast`, content, to: mainOf(found, reading) }
}

function topicOf(found: FoundMessage, rootKey: string, words: string, reading: Reading): string {
  const root = readTimestamp(found.row.thread_ts) ?? found.time
  return reading.threads.of({
    ...{ streamKey: found.conversation.id, rootKey, words },
    startedAt: dateOfTimestamp(root),
  })
}

function noticeOf(
  { conversation, time }: FoundMessage,
  { key, topic, content }: { key: string; topic: string; content: string },
): MessageRecord {
  return {
    ...{ kind: 'message', key, senderKey: noticeKey, content },
    sentAt: dateOfTimestamp(time),
    to: { streamKey: conversation.id, topic },
  }
}

function* directMessages(
  draft: Draft,
  { people, survey }: Reading,
  direct: DirectThreads,
): Generator<MessageRecord> {
  const { found, record, markdown, words } = draft
  const { key, senderKey, sentAt } = record
  const conversationKey = found.conversation.id
  const members = [...found.conversation.memberIds].map((id) => people.find(id)?.key)
  const userKeys = new Set([...members.filter((each) => each !== undefined), senderKey])
  if (survey.replies.has(key)) {
    direct.addRoot({ key, senderKey, name: people.find(senderKey)?.name ?? '', words })
  }
  const rootKey = rootKeyOf(found) ?? key
  const quote = direct.quoteFor({ conversationKey, rootKey, key, sentAt })
  const content = quote === undefined ? markdown : `${quote}\n${markdown}`
  yield* messageParts({ ...record, content, to: { userKeys: [...userKeys] } })
}
