import { DirectThreads } from '../markup/direct-threads'
import { emojiNameOf, hasSkinTone, toneReason } from '../markup/emoji-names'
import { literal, finishLines, referenceLink } from '../markup/literal'
import { messageParts } from '../markup/message-parts'
import { reference } from '../markup/references'
import { pinNotice, pinTopic } from '../markup/pins'
import { broadcastLine, countLine, lostRootNotice, rootQuote } from '../markup/thread-texts'
import type { ThreadTopics } from '../markup/thread-topics'
import type { ImportRemark, MessageRecord, ReactionRecord } from '../records'
import { contentOf } from './contents'
import type { MessageItem } from './items'
import { plainOfText } from './markdown'
import type { RocketChatNames } from './names'
import { noticeKey } from './people'
import type { Place } from './rooms'
import type { Survey } from './survey'

/** Sources of the records of messages. */
export interface Reading {
  survey: Survey
  names: RocketChatNames
  threads: ThreadTopics
  mainTopic: string
  hasEmoji: (name: string) => boolean
  remark: (remark: ImportRemark) => void
}

/** A message on its way to a record. */
interface Draft {
  item: MessageItem
  record: Omit<MessageRecord, 'to' | 'content'>
  content: string
  words: string
}

type StreamPlace = Extract<Place, { streamKey: string }>
type DirectPlace = Extract<Place, { userKeys: string[] }>

const file = 'rocketchat_message.bson'

/**
 * The messages by their time, threads and discussions in topics of their own.
 * @param dropped receives the keys of documents that become no message
 * Source: docs/protocol/import.md#threads-to-topics.
 */
export async function* messageRecords(
  reading: Reading,
  dropped: Set<string>,
): AsyncGenerator<MessageRecord> {
  const direct = new DirectThreads()
  for await (const item of reading.survey.runs.sorted()) {
    const place = reading.survey.rooms.placeOf(item.roomId)
    if (item.pinOf !== undefined) {
      if (place && !dropped.has(item.pinOf)) yield* pinNotices(item, item.pinOf, place, reading)
      continue
    }
    const draft = place && draftOf(item, reading)
    if (!draft) {
      dropped.add(item.key)
      reading.remark({ reason: 'A message has no content.', file })
    } else if ('streamKey' in place) yield* streamMessages(draft, place, reading)
    else yield* directMessages(draft, place, reading, direct)
  }
}

function draftOf(item: MessageItem, reading: Reading): Draft | undefined {
  const content = item.discussionId
    ? discussionLine(item, item.discussionId, reading)
    : contentOf(item, reading.names)
  if (content === '') return undefined
  const { key, sender, at, editedAt, starredBy } = item
  return {
    ...{ item, content, words: wordsOf(item) },
    record: {
      ...{ kind: 'message', key, senderKey: sender, sentAt: new Date(at) },
      ...(editedAt !== undefined && { lastEditedAt: new Date(editedAt) }),
      ...(starredBy.length > 0 && { starredBy }),
    },
  }
}

function wordsOf({ text, files }: MessageItem): string {
  return plainOfText(text) || (files[0]?.name ?? '')
}

/** The line in a room about a discussion that began there. */
function discussionLine({ text }: MessageItem, id: string, { survey }: Reading): string {
  const first = survey.firstOf.get(id)
  const name = literal(text || 'discussion')
  const linked = first ? referenceLink(name, reference('message', first.key, '#')) : name
  return finishLines(`*Discussion: ${linked}*`)
}

function* streamMessages(
  draft: Draft,
  place: StreamPlace,
  reading: Reading,
): Generator<MessageRecord> {
  const { item, record, content } = draft
  const { rootKey, key } = item
  const main = mainOf(place, reading)
  if (rootKey !== undefined) yield* replyMessages(draft, rootKey, place, reading)
  else if (reading.survey.replies.has(key)) yield* rootMessages(draft, place, reading)
  else yield* messageParts({ ...record, content, to: main })
}

/** The topic of messages in no thread: that of the discussion, or the one for the whole stream. */
function mainOf({ streamKey, discussion }: StreamPlace, { threads, mainTopic }: Reading) {
  const topic = discussion
    ? threads.named({ streamKey, rootKey: discussion.key, name: discussion.name })
    : mainTopic
  return { streamKey, topic }
}

/** The root stays in the main topic, and is quoted in the topic of its replies. */
function* rootMessages(
  { item, record, content, words }: Draft,
  place: StreamPlace,
  reading: Reading,
): Generator<MessageRecord> {
  const { survey, threads } = reading
  const { key, sender } = item
  const { streamKey } = place
  const topic = threads.of({ streamKey, rootKey: key, startedAt: record.sentAt, words })
  const line = countLine(survey.replies.get(key) ?? 0, topic, noticeKeyOf(key))
  yield* messageParts({ ...record, content: `${content}\n\n${line}`, to: mainOf(place, reading) })
  const name = survey.people.find(sender)?.name ?? sender
  const quote = rootQuote({ key, senderKey: sender, name, words })
  yield noticeOf(item, key, { streamKey, topic }, quote)
}

function* replyMessages(
  { item, record, content, words }: Draft,
  rootKey: string,
  place: StreamPlace,
  reading: Reading,
): Generator<MessageRecord> {
  const { threads } = reading
  const { streamKey } = place
  const isRootLost = !threads.has(rootKey)
  const topic = threads.of({ streamKey, rootKey, startedAt: record.sentAt, words: '' })
  const to = { streamKey, topic }
  if (isRootLost) yield noticeOf(item, rootKey, to, lostRootNotice)
  yield* messageParts({ ...record, content, to })
  if (!item.isBroadcast) return
  const line = broadcastLine(topic, item.key, words)
  yield { ...record, key: `${item.key}#broadcast`, content: line, to: mainOf(place, reading) }
}

function noticeKeyOf(rootKey: string): string {
  return `${rootKey}#thread`
}

function noticeOf(
  { at }: MessageItem,
  rootKey: string,
  to: MessageRecord['to'],
  content: string,
): MessageRecord {
  const key = noticeKeyOf(rootKey)
  return { kind: 'message', key, senderKey: noticeKey, content, sentAt: new Date(at), to }
}

function* directMessages(
  { item, record, content, words }: Draft,
  { conversationKey, userKeys }: DirectPlace,
  { survey }: Reading,
  direct: DirectThreads,
): Generator<MessageRecord> {
  const { key, sender, at, rootKey = key } = item
  if (survey.replies.has(key)) {
    const name = survey.people.find(sender)?.name ?? sender
    direct.addRoot({ key, senderKey: sender, name, words })
  }
  const quote = direct.quoteFor({ conversationKey, rootKey, key, sentAt: record.sentAt })
  const text = quote === undefined ? content : `${quote}\n${content}`
  const readUntil = survey.readUntil.get(item.roomId)
  const unreadBy = userKeys.filter((each) => each !== sender && (readUntil?.get(each) ?? at) < at)
  yield* messageParts({
    ...{ ...record, content: text, to: { userKeys: [...new Set([...userKeys, sender])] } },
    ...(unreadBy.length > 0 && { unreadBy }),
  })
}

/** The notice about a pinned message of a stream. */
function* pinNotices(
  item: MessageItem,
  key: string,
  place: Place,
  { survey }: Reading,
): Generator<MessageRecord> {
  if (!('streamKey' in place)) return
  const by = survey.people.find(item.pin?.by ?? '')
  yield {
    ...{ kind: 'message', key: item.key, senderKey: noticeKey, sentAt: new Date(item.at) },
    to: { streamKey: place.streamKey, topic: pinTopic },
    content: pinNotice({ key, words: wordsOf(item), by }),
  }
}

/** The reactions to all documents that became messages. Source: docs/protocol/import.md#rocket-chat-markup. */
export async function* reactionRecords(
  { survey, hasEmoji, remark }: Reading,
  dropped: ReadonlySet<string>,
): AsyncGenerator<ReactionRecord> {
  for await (const { key, reactions } of survey.runs.sorted()) {
    if (dropped.has(key)) continue
    for (const { emoji, usernames } of reactions) {
      const isOwn = hasEmoji(emoji)
      const emojiName = isOwn ? emoji : emojiNameOf(emoji, 'rocket-chat')
      if (emojiName === undefined) {
        remark({ reason: `The emoji :${emoji.slice(0, 60)}: is unknown.`, file })
        continue
      }
      if (!isOwn && hasSkinTone(emoji, 'rocket-chat')) remark({ reason: toneReason, file })
      for (const username of new Set(usernames)) {
        const user = survey.people.findByName(username)
        if (!user) continue
        const record = { kind: 'reaction', messageKey: key, userKey: user.key, emojiName } as const
        yield isOwn ? { ...record, emojiKey: emoji } : record
      }
    }
  }
}
