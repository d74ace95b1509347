import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { BridgeChannelRow } from '../../../data/bridges/bridges'
import {
  findCarried,
  findCarriedHere,
  listReactionsThere,
  noteCarried,
} from '../../../data/bridges/messages'
import type { Carried } from '../../../data/bridges/messages'
import {
  findOutgoing,
  findThreadOfTopic,
  forgetPosting,
  listKeysOfMessage,
  listReactors,
  mapUserKeys,
  notePosting,
} from '../../../data/bridges/outbox'
import type { OutboxRow, OutgoingMessage } from '../../../data/bridges/outbox'
import { avatarUrl } from '../../../wire/avatars'
import { realmUrl } from '../../../chat/notify/mail/enqueue'
import type { Row } from '../../import/archive/fields'
import { mainTopic } from '../../import/slack/read-slack'
import { readTimestamp } from '../../import/slack/timestamp'
import { pagesOf, SlackRefusedError } from './api'
import { timestampOf } from './catch-up'
import { slackNameOf } from './emoji'
import { mrkdwnOf } from './mrkdwn-of'
import { sendEditNotice } from './notices'
import { metadataOf, postedIdOf, settlePosted } from './posted'
import type { SlackBridge } from './side'
import { filesInSlack } from './upload'

/** A call whose answer is missing has taken effect by then, or never will. */
const settleMs = 5_000
/** Difference of clocks that a search allows for. */
const skewMs = 60_000

/**
 * Brings Slack to the state of a message here: posts, updates or deletes it, and adds and removes the bot's reactions. The
 * two states are compared, so that a repetition changes nothing.
 */
export async function carryOut(bridge: SlackBridge, job: OutboxRow): Promise<void> {
  const { parley } = bridge
  const db = parley.ctx.db.query
  const message = await findOutgoing(db, parley.realm.id, job.message_id)
  let place = await placeOf(bridge, job.message_id)
  if (!place && job.posting_at) place = await findPosted(bridge, job, message)
  const channel = channelOf(bridge, message)
  if (!place) {
    if (!message || !channel || !isForSlack(message, channel)) return
    place = await post(bridge, job, { message, channel })
  } else if (place.is_ours && !place.deleted) await bringUpToDate(bridge, place, message, channel)
  else if (message && channel && !place.deleted) await sendEditNotice(bridge, job, place, message)
  if (message && channel && !place.deleted) await syncReactions(bridge, place, message.id)
}

function channelOf(
  { channels }: SlackBridge,
  message: OutgoingMessage | undefined,
): BridgeChannelRow | undefined {
  return [...channels.values()].find(({ stream_id }) => stream_id === message?.stream_id)
}

function isForSlack(message: OutgoingMessage, channel: BridgeChannelRow): boolean {
  return message.id > channel.after_message_id && !message.is_system_bot
}

const placeInKey = /^([A-Z0-9]+)\/(\d+\.\d+)$/

/** The place of a message in Slack; an import knows it by the key alone. */
async function placeOf({ parley }: SlackBridge, id: number): Promise<Carried | undefined> {
  const db = parley.ctx.db.query
  const carried = await findCarriedHere(db, parley.scope, id)
  if (carried) return carried
  const keys = await listKeysOfMessage(db, parley.scope, id)
  if (keys.length === 0) return undefined
  const found = keys.map((key) => placeInKey.exec(key)).find((match) => match !== null)
  const [, channel = '', ts = ''] = found ?? []
  return {
    ...{ channel, ts, root_ts: null, message_id: id, is_ours: false, edited_ts: '', told: null },
    // A notice, a line or a further part: Slack has no such message.
    ...{ deleted: !found, reactions: [] },
  }
}

interface Wanted {
  text: string
  thread: string | undefined
}

/** The text of a message in Slack, and its thread. The first message of a topic names it. */
async function wantedOf(
  bridge: SlackBridge,
  message: OutgoingMessage,
  channel: BridgeChannelRow,
  known?: Carried,
): Promise<Wanted> {
  const { parley, channels } = bridge
  const { topic } = message
  const url = realmUrl(parley.ctx.config, parley.realm.string_id)
  const mentioned = [...message.rendered_content.matchAll(/data-user-id="(\d+)"/g)]
  const ids = mentioned.slice(0, 200).map(([, id]) => Number(id))
  const users = await mapUserKeys(parley.ctx.db.query, parley.scope, ids)
  const files = await filesInSlack(bridge, message.id)
  const names = {
    url,
    user: (id: number) => (/^[UW]/.test(users.get(id) ?? '') ? users.get(id) : undefined),
    channel: (id: number) => [...channels.values()].find((each) => each.stream_id === id)?.channel,
    file: (path: string) =>
      files.get(/^\/user_uploads\/\d+\/([0-9a-f]{32})\//.exec(path)?.[1] ?? ''),
  }
  const body = mrkdwnOf(message.rendered_content, names) || '…'
  const isMain = topic === mainTopic || topic === ''
  const place = { channel: channel.channel, streamId: channel.stream_id, topic }
  const thread = known
    ? (known.root_ts ?? undefined)
    : isMain
      ? undefined
      : await findThreadOfTopic(parley.ctx.db.query, parley.scope, place)
  if (isMain || thread !== undefined) return { text: body, thread }
  const title = topic.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return { text: `*${title.replaceAll('*', '∗')}*\n${body}`, thread }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

async function post(
  bridge: SlackBridge,
  job: OutboxRow,
  { message, channel }: { message: OutgoingMessage; channel: BridgeChannelRow },
): Promise<Carried> {
  const { parley, api } = bridge
  // Private streams and channels stay with their readers.
  await parley.stream(channel)
  const { text, thread } = await wantedOf(bridge, message, channel)
  const told = digestOf(text)
  await parley.transaction((tx) => notePosting(tx, parley.scope, message.id, api.now()))
  let answer: Row
  try {
    answer = await api.call('chat.postMessage', {
      ...{
        channel: channel.channel,
        text,
        thread_ts: thread,
        username: message.full_name.slice(0, 80),
      },
      ...{ icon_url: pictureOf(bridge, message), metadata: metadataOf(bridge, message.id, told) },
    })
  } catch (error) {
    // Refused: it is certain that nothing was posted.
    if (error instanceof SlackRefusedError) {
      await forgetPosting(parley.ctx.db.query, parley.scope, job.message_id)
    }
    throw error
  }
  const ts = readTimestamp(answer['ts'])?.text ?? ''
  await settlePosted(bridge, channel.channel, { ts, thread_ts: thread }, { id: message.id, told })
  const place = await findCarried(parley.ctx.db.query, parley.scope, {
    channel: channel.channel,
    ts,
  })
  if (!place) throw new Error('A posted message has no place.')
  return place
}

/** The picture of the sender, if Slack can fetch it. */
function pictureOf({ parley }: SlackBridge, message: OutgoingMessage): string | undefined {
  const { config } = parley.ctx
  if (!config.externalUrl?.startsWith('https://')) return undefined
  const { sender_id: id, avatar_key, avatar_version } = message
  const path = avatarUrl({ id, realm_id: parley.realm.id, avatar_key, avatar_version })
  return `${realmUrl(config, parley.realm.string_id)}${path}`
}

/** Looks for a message whose post had no answer: the metadata has its id. */
async function findPosted(
  bridge: SlackBridge,
  { message_id: id, posting_at: at }: OutboxRow,
  message: OutgoingMessage | undefined,
): Promise<Carried | undefined> {
  const { parley, api, channels } = bridge
  if (!at) return undefined
  await delay(Math.max(0, at.getTime() + settleMs - api.now().getTime()))
  const oldest = timestampOf(new Date(at.getTime() - skewMs))
  const asked = { oldest, inclusive: true, include_all_metadata: true }
  const here = channelOf(bridge, message)
  const searched = here ? [here] : [...channels.values()]
  for (const { channel, stream_id: streamId } of searched) {
    const thread =
      message &&
      (await findThreadOfTopic(parley.ctx.db.query, parley.scope, {
        ...{ channel, streamId, topic: message.topic },
      }))
    const pages = [
      pagesOf(api, 'conversations.history', { ...asked, channel }, 'messages'),
      ...(thread === undefined
        ? []
        : [pagesOf(api, 'conversations.replies', { ...asked, channel, ts: thread }, 'messages')]),
    ]
    for (const rows of pages) {
      for await (const row of rows) {
        if (postedIdOf(bridge, row) !== id) continue
        await settlePosted(bridge, channel, row)
        return findCarriedHere(parley.ctx.db.query, parley.scope, id)
      }
    }
  }
  await forgetPosting(parley.ctx.db.query, parley.scope, id)
  return undefined
}

/** Updates or deletes a message that the bridge has posted. */
async function bringUpToDate(
  bridge: SlackBridge,
  place: Carried,
  message: OutgoingMessage | undefined,
  channel: BridgeChannelRow | undefined,
): Promise<void> {
  const { parley, api } = bridge
  const db = parley.ctx.db.query
  const { ts } = place
  if (!message || channel?.channel !== place.channel) {
    await unlessGone(api.call('chat.delete', { channel: place.channel, ts }))
    await noteCarried(db, parley.scope, place, { deleted: true })
    return
  }
  const { text } = await wantedOf(bridge, message, channel, place)
  const told = digestOf(text)
  if (told === place.told) return
  const metadata = metadataOf(bridge, message.id, told)
  await unlessGone(api.call('chat.update', { channel: place.channel, ts, text, metadata }))
  await noteCarried(db, parley.scope, place, { told })
}

/** Awaits a call about a message that may be gone in Slack, where nothing is left to do then. */
async function unlessGone(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof SlackRefusedError) || error.reason !== 'message_not_found') throw error
  }
}

/** One reaction of the bot stands for those of all people here who are not in Slack with theirs. */
async function syncReactions(bridge: SlackBridge, place: Carried, id: number): Promise<void> {
  const { parley, api } = bridge
  const db = parley.ctx.db.query
  const reactors = await listReactors(db, parley.realm.id, id)
  if (reactors.length === 0 && place.reactions.length === 0) return
  const there = await listReactionsThere(db, parley.scope, place)
  const keys = await mapUserKeys(
    db,
    parley.scope,
    reactors.map(({ user_id }) => user_id),
  )
  const isFromSlack = (userId: number, emoji: string) =>
    there.some(({ user_key, emoji: name }) => user_key === keys.get(userId) && name === emoji)
  const wanted = new Set(
    reactors
      .filter(({ user_id, emoji_name }) => !isFromSlack(user_id, emoji_name))
      .flatMap((reaction) => slackNameOf(reaction) ?? []),
  )
  const target = { channel: place.channel, timestamp: place.ts }
  const reactions = new Set(place.reactions)
  const note = () =>
    noteCarried(db, parley.scope, place, { message_id: id, reactions: [...reactions] })
  for (const name of wanted) {
    if (reactions.has(name)) continue
    await unlessDone(api.call('reactions.add', { ...target, name }))
    reactions.add(name)
    await note()
  }
  for (const name of place.reactions) {
    if (wanted.has(name)) continue
    await unlessDone(api.call('reactions.remove', { ...target, name }))
    reactions.delete(name)
    await note()
  }
}

/** Answers of a call about a reaction after which nothing is left to do. */
const done = new Set([
  ...['already_reacted', 'no_reaction', 'message_not_found', 'invalid_name', 'bad_timestamp'],
  ...['too_many_emoji', 'too_many_reactions', 'thread_locked'],
])

async function unlessDone(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof SlackRefusedError) || !done.has(error.reason)) throw error
  }
}
