import type { BridgeChannelRow } from '../../../data/bridges/bridges'
import { findCarried, listReactionsThere, noteCarried } from '../../../data/bridges/messages'
import { findImported } from '../../../data/import/keys'
import { rowOf, textOf } from '../../import/archive/fields'
import type { Row } from '../../import/archive/fields'
import { broadcastLine } from '../../import/markup/thread-texts'
import { mainTopic } from '../../import/slack/read-slack'
import { readTimestamp } from '../../import/slack/timestamp'
import type { Timestamp } from '../../import/slack/timestamp'
import {
  AlreadyHereError,
  deleteBridged,
  prepareText,
  rewriteBridged,
  sendBridged,
} from '../posting'
import type { ReadyText } from '../posting'
import { partsOf, readContent } from './contents'
import type { Part } from './contents'
import { settlePosted } from './posted'
import { reactHere, takeReaction } from './reactions'
import { isOwn, messageKeyOf } from './side'
import { lastEditHere } from './notices'
import type { SlackBridge } from './side'
import { noticeKeyOf, topicOfThread } from './threads'
import { repliesLine } from '../../import/markup/thread-texts'
import { readTargets } from '../../../data/import/targets'

/** Parts of a message that are looked for; its text has 40,000 characters at most. */
const mostParts = 20

/** A message of a channel that the bridge carries. */
interface Incoming {
  channel: BridgeChannelRow
  time: Timestamp
  key: string
  row: Row
}

/**
 * Applies an event of Slack here. Events may come twice, late and in any order: each is compared with what is known of its
 * message, so that a repetition changes nothing.
 */
export async function handleEvent(bridge: SlackBridge, event: Row): Promise<void> {
  switch (textOf(event, 'type')) {
    case 'message':
      return handleMessage(bridge, event)
    case 'reaction_added':
    case 'reaction_removed':
      return takeReaction(bridge, event)
    case 'user_change':
      return bridge.people.forget(textOf(rowOf(event, 'user'), 'id'))
    default:
  }
}

async function handleMessage(bridge: SlackBridge, event: Row): Promise<void> {
  const channel = bridge.channels.get(textOf(event, 'channel'))
  if (!channel) return
  switch (textOf(event, 'subtype')) {
    case 'message_deleted':
      return removeMessage(bridge, channel, event['deleted_ts'])
    case 'message_changed':
      return takeMessage(bridge, channel, rowOf(event, 'message'))
    // An event without the reply; its own event has it.
    case 'message_replied':
      return
    default:
      return takeMessage(bridge, channel, event)
  }
}

/** Brings a message of Slack to the state of its row: sends it, or rewrites it if the row has a later edit. */
export async function takeMessage(
  bridge: SlackBridge,
  channel: BridgeChannelRow,
  row: Row,
): Promise<void> {
  const { parley } = bridge
  const time = readTimestamp(row['ts'])
  if (!time) return
  const isTombstone = textOf(row, 'subtype') === 'tombstone'
  const known = await findCarried(parley.ctx.db.query, parley.scope, {
    ...{ channel: channel.channel, ts: time.text },
  })
  if (isTombstone && known?.is_ours) return removeMessage(bridge, channel, time.text)
  if (isOwn(bridge, row)) return settlePosted(bridge, channel.channel, row)
  if (known?.deleted) return
  const incoming = { channel, time, key: messageKeyOf(channel.channel, time.text), row }
  const ids = await idsOfParts(bridge, incoming.key)
  const isKnown = ids.has(incoming.key)
  if (!isKnown && time.text <= channel.after_ts) return
  const edited = readTimestamp(rowOf(row, 'edited')['ts'])?.text ?? ''
  if (isKnown && !isTombstone && edited <= (known?.edited_ts ?? '')) return
  await (isKnown ? rewrite(bridge, incoming, { ids, edited }) : send(bridge, incoming, edited))
}

/** Ids here of the parts of a message and of its line in the main topic, by their keys. */
async function idsOfParts({ parley }: SlackBridge, key: string): Promise<Map<string, number>> {
  const further = Array.from({ length: mostParts - 1 }, (_, index) => `${key}#${index + 2}`)
  const keys = [key, ...further, `${key}#broadcast`]
  return findImported(parley.ctx.db.query, parley.scope, 'message', keys)
}

async function send(bridge: SlackBridge, incoming: Incoming, edited: string): Promise<void> {
  const { parley, people } = bridge
  const { channel, row, time, key } = incoming
  const content = await readContent(bridge, channel, row, time)
  const sender = content && (await people.senderOf(row))
  const stream = await parley.stream(channel)
  if (!content || !sender || !stream) return
  const root = rootOf(incoming)
  const topic = root ? await topicOfThread(bridge, channel, stream, root) : mainTopic
  const parts = await readyParts(bridge, sender.userId, {
    ...{ key, markdown: content.markdown, time },
  })
  if (root && textOf(row, 'subtype') === 'thread_broadcast') {
    const id = `${key}#broadcast`
    const [line] = await partsOf(bridge, {
      ...{ key: id, time, markdown: broadcastLine(topic, key, content.words) },
    })
    parts.push({ key: id, text: await prepareText(parley, sender.userId, line?.content ?? '') })
  }
  const place = { channel: channel.channel, ts: time.text }
  const waiting = await listReactionsThere(parley.ctx.db.query, parley.scope, place)
  await people.ensure(waiting.map(({ user_key }) => user_key))
  try {
    await parley.transaction(async (tx) => {
      let first: number | undefined
      for (const part of parts) {
        const isLine = part.key.endsWith('#broadcast')
        const to = { stream, topic: isLine ? mainTopic : topic }
        const id = await sendBridged(parley, tx, part.key, part.text, to)
        first ??= id
      }
      await noteCarried(tx, parley.scope, place, {
        ...{ message_id: first ?? null, root_ts: root?.text ?? null, edited_ts: edited, told: '' },
      })
      // Reactions whose events came before that of the message.
      for (const { user_key, emoji } of waiting) {
        await reactHere(bridge, tx, place, { userKey: user_key, emoji, isThere: true }, first)
      }
    })
  } catch (error) {
    if (!(error instanceof AlreadyHereError)) throw error
  }
}

async function readyParts(
  bridge: SlackBridge,
  senderId: number,
  text: { key: string; markdown: string; time: Timestamp },
): Promise<{ key: string; text: ReadyText }[]> {
  const parts = await partsOf(bridge, text)
  const ready = async ({ key, content }: Part) => ({
    ...{ key, text: await prepareText(bridge.parley, senderId, content) },
  })
  return Promise.all(parts.map(ready))
}

/** Rewrites the parts of a message; further parts are sent below, and parts that are no longer needed are deleted. */
async function rewrite(
  bridge: SlackBridge,
  incoming: Incoming,
  { ids, edited }: { ids: ReadonlyMap<string, number>; edited: string },
): Promise<void> {
  const { parley, people } = bridge
  const { channel, row, time, key } = incoming
  const content = await readContent(bridge, channel, row, time)
  const sender = await people.senderOf(textOf(row, 'user') ? row : await rowWithSender(incoming))
  const stream = await parley.stream(channel)
  if (!content || !stream) return
  const senderId = sender?.userId ?? (await senderHere(bridge, ids.get(key)))
  if (senderId === undefined) return
  const line = await lineOf(bridge, incoming)
  const markdown = content.markdown + line
  const parts = await readyParts(bridge, senderId, { key, markdown, time })
  const place = { channel: channel.channel, ts: time.text }
  const topic = await topicOf(bridge, ids.get(key))
  await parley.transaction(async (tx) => {
    for (const { key: partKey, text } of parts) {
      const id = ids.get(partKey)
      if (id !== undefined) await rewriteBridged(parley, tx, id, text)
      else await sendBridged(parley, tx, partKey, text, { stream, topic: topic ?? mainTopic })
    }
    const needed = new Set([...parts.map((part) => part.key), `${key}#broadcast`])
    for (const [partKey, id] of ids) if (!needed.has(partKey)) await deleteBridged(parley, tx, id)
    await noteCarried(tx, parley.scope, place, {
      ...{ message_id: ids.get(key) ?? null, root_ts: rootOf(incoming)?.text ?? null },
      told: await lastEditHere(parley, tx, ids.get(key)),
      ...(edited !== '' && { edited_ts: edited }),
    })
  })
}

/** A tombstone names no sender. */
async function rowWithSender({ row }: Incoming): Promise<Row> {
  return { ...row, user: textOf(row, 'parent_user_id') }
}

async function senderHere(
  { parley }: SlackBridge,
  id: number | undefined,
): Promise<number | undefined> {
  if (id === undefined) return undefined
  const message = await parley.ctx.db.query
    .selectFrom('messages')
    .select('sender_id')
    .where('realm_id', '=', parley.realm.id)
    .where('id', '=', id)
    .executeTakeFirst()
  return message?.sender_id
}

/** The link to the topic of the replies, if there are some. */
async function lineOf(bridge: SlackBridge, { channel, time }: Incoming): Promise<string> {
  const noticeKey = noticeKeyOf(channel.channel, time.text)
  const { parley } = bridge
  const db = parley.ctx.db.query
  const id = (await findImported(db, parley.scope, 'message', [noticeKey])).get(noticeKey)
  const topic = await topicOf(bridge, id)
  return topic === undefined ? '' : `\n\n${repliesLine(topic, noticeKey)}`
}

async function topicOf(
  { parley }: SlackBridge,
  id: number | undefined,
): Promise<string | undefined> {
  if (id === undefined) return undefined
  const none = { userIds: [], groupIds: [], streamIds: [], uploadIds: [] }
  const { messages } = await readTargets(parley.ctx.db.query, parley.realm.id, {
    ...none,
    messageIds: [id],
  })
  return messages.get(id)?.topic
}

function rootOf({ row, time }: Incoming): Timestamp | undefined {
  const root = readTimestamp(row['thread_ts'])
  return root && root.text !== time.text ? root : undefined
}

/** Deletes a message here that was deleted there, whichever side wrote it. */
export async function removeMessage(
  bridge: SlackBridge,
  { channel }: BridgeChannelRow,
  deletedTs: unknown,
): Promise<void> {
  const { parley } = bridge
  const time = readTimestamp(deletedTs)
  if (!time) return
  const place = { channel, ts: time.text }
  const ids = await idsOfParts(bridge, messageKeyOf(channel, time.text))
  await parley.transaction(async (tx) => {
    for (const id of ids.values()) await deleteBridged(parley, tx, id)
    await noteCarried(tx, parley.scope, place, { deleted: true })
  })
}
