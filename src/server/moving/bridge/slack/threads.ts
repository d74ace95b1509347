import type { BridgeChannelRow } from '../../../data/bridges/bridges'
import { findCarried, findTopicOfThread, noteCarried } from '../../../data/bridges/messages'
import { findImported } from '../../../data/import/keys'
import { readTargets } from '../../../data/import/targets'
import { hasTopic } from '../../../data/messages/newest-messages'
import type { StreamRow } from '../../../data/schema'
import { getSpeaker } from '../../../chat/rules/system-bots'
import { rowsOf, textOf } from '../../import/archive/fields'
import type { Row } from '../../import/archive/fields'
import { lostRootNotice, repliesLine, rootQuote } from '../../import/markup/thread-texts'
import { ThreadTopics } from '../../import/markup/thread-topics'
import { mainTopic } from '../../import/slack/read-slack'
import { dateOfTimestamp, readTimestamp } from '../../import/slack/timestamp'
import type { Timestamp } from '../../import/slack/timestamp'
import { AlreadyHereError, prepareText, rewriteBridged, sendBridged } from '../posting'
import { SlackRefusedError } from './api'
import { partsOf, readContent } from './contents'
import { lastEditHere } from './notices'
import { isOwn, messageKeyOf } from './side'
import type { SlackBridge } from './side'

/** Key of the notice that begins the topic of a thread. */
export function noticeKeyOf(channel: string, rootTs: string): string {
  return `${messageKeyOf(channel, rootTs)}#thread`
}

/**
 * The topic of a thread: wherever its first message is now. The first reply makes it, by the rule of imports.
 * Source: docs/protocol/import.md#threads-to-topics.
 */
export async function topicOfThread(
  bridge: SlackBridge,
  channel: BridgeChannelRow,
  stream: StreamRow,
  root: Timestamp,
): Promise<string> {
  const { parley } = bridge
  const db = parley.ctx.db.query
  const noticeKey = noticeKeyOf(channel.channel, root.text)
  const place = { channel: channel.channel, ts: root.text }
  const known = await topicOfKey(bridge, stream, noticeKey)
  if (known !== undefined) return known
  const ours = await findCarried(db, parley.scope, place)
  if (ours?.is_ours && ours.message_id !== null) {
    const topic = await topicOfMessage(bridge, stream, ours.message_id)
    if (topic !== undefined && topic !== mainTopic) return topic
  }
  return (
    (await findTopicOfThread(db, parley.scope, place, stream.id)) ??
    (await beginTopic(bridge, channel, stream, root))
  )
}

async function topicOfKey(
  bridge: SlackBridge,
  stream: StreamRow,
  key: string,
): Promise<string | undefined> {
  const { parley } = bridge
  const found = await findImported(parley.ctx.db.query, parley.scope, 'message', [key])
  const id = found.get(key)
  return id === undefined ? undefined : topicOfMessage(bridge, stream, id)
}

/** The topic of a message, unless it is gone or in another stream now, which may have other readers. */
async function topicOfMessage(
  { parley }: SlackBridge,
  stream: StreamRow,
  id: number,
): Promise<string | undefined> {
  const none = { userIds: [], groupIds: [], streamIds: [], uploadIds: [] }
  const { messages } = await readTargets(parley.ctx.db.query, parley.realm.id, {
    ...none,
    messageIds: [id],
  })
  const place = messages.get(id)
  return place?.stream_id === stream.id ? place.topic : undefined
}

async function beginTopic(
  bridge: SlackBridge,
  channel: BridgeChannelRow,
  stream: StreamRow,
  root: Timestamp,
): Promise<string> {
  const { parley } = bridge
  const { db } = parley.ctx
  const row = await readRoot(bridge, channel.channel, root.text)
  const content = row && (await readContent(bridge, channel, row, root))
  const sender = row && (await senderOfRoot(bridge, row))
  const topic = await freeTopic(bridge, channel, stream, root, content?.words ?? '')
  const rootKey = messageKeyOf(channel.channel, root.text)
  const noticeKey = noticeKeyOf(channel.channel, root.text)
  const text =
    content && sender
      ? rootQuote({ key: rootKey, senderKey: sender.key, name: sender.name, words: content.words })
      : lostRootNotice
  const [notice] = await partsOf(bridge, { key: noticeKey, markdown: text, time: root })
  const speaker = await getSpeaker(db.query, parley.realm.id, 'notification')
  const ready = await prepareText(parley, speaker.id, notice?.content ?? lostRootNotice)
  try {
    await parley.transaction(async (tx) => {
      await sendBridged(parley, tx, noticeKey, ready, { stream, topic })
    })
  } catch (error) {
    if (!(error instanceof AlreadyHereError)) throw error
    // An import has begun the topic meanwhile; a notice that was deleted stays so.
    return (await topicOfKey(bridge, stream, noticeKey)) ?? topic
  }
  if (row && content && !isOwn(bridge, row)) {
    await linkFromRoot(bridge, channel, row, root, { markdown: content.markdown, topic })
  }

  return topic
}

/** Adds the link to the topic below the root, which stays where it is. */
async function linkFromRoot(
  bridge: SlackBridge,
  channel: BridgeChannelRow,
  row: Row,
  root: Timestamp,
  { markdown, topic }: { markdown: string; topic: string },
): Promise<void> {
  const { parley } = bridge
  const key = messageKeyOf(channel.channel, root.text)
  const found = await findImported(parley.ctx.db.query, parley.scope, 'message', [key])
  const id = found.get(key)
  const sender = await bridge.people.senderOf(row)
  if (id === undefined || !sender) return
  const line = repliesLine(topic, noticeKeyOf(channel.channel, root.text))
  const text = { key, markdown: `${markdown}\n\n${line}`, time: root }
  const parts = await partsOf(bridge, text)
  // A long root has its line in the last part, which is another message.
  if (parts.length !== 1 || !parts[0]) return
  const ready = await prepareText(parley, sender.userId, parts[0].content)
  const place = { channel: channel.channel, ts: root.text }
  await parley.transaction(async (tx) => {
    await rewriteBridged(parley, tx, id, ready)
    const told = await lastEditHere(parley, tx, id)
    await noteCarried(tx, parley.scope, place, { message_id: id, told })
  })
}

async function senderOfRoot(
  bridge: SlackBridge,
  row: Row,
): Promise<{ key: string; name: string } | undefined> {
  if (isOwn(bridge, row)) return { key: '', name: textOf(row, 'username') || 'Parley' }
  return bridge.people.senderOf(row)
}

/** The root of a thread; undefined if it is gone. */
async function readRoot(
  { api }: SlackBridge,
  channel: string,
  ts: string,
): Promise<Row | undefined> {
  try {
    const answer = await api.call('conversations.replies', { channel, ts, limit: 1 })
    return rowsOf(answer, 'messages').find((row) => readTimestamp(row['ts'])?.text === ts)
  } catch (error) {
    if (!(error instanceof SlackRefusedError) || error.reason !== 'thread_not_found') throw error
    return undefined
  }
}

const mostNames = 50

async function freeTopic(
  { parley }: SlackBridge,
  { channel }: BridgeChannelRow,
  stream: StreamRow,
  root: Timestamp,
  words: string,
): Promise<string> {
  const names = new ThreadTopics()
  let topic = ''
  for (let count = 1; count <= mostNames; count += 1) {
    const rootKey = `${root.text} ${count}`
    topic = names.of({ streamKey: channel, rootKey, startedAt: dateOfTimestamp(root), words })
    if (!(await hasTopic(parley.ctx.db.query, parley.realm.id, stream.id, topic))) break
  }
  return topic
}
