import type { BridgeChannelRow } from '../../../data/bridges/bridges'
import { listCarriedSince } from '../../../data/bridges/messages'
import type { Carried } from '../../../data/bridges/messages'
import { numberOf, textOf } from '../../import/archive/fields'
import type { Row } from '../../import/archive/fields'
import { readTimestamp } from '../../import/slack/timestamp'
import { pagesOf, SlackRefusedError } from './api'
import { removeMessage, takeMessage } from './inbound'
import { reviewReactions } from './reactions'
import type { SlackBridge } from './side'

/** The last messages whose edits, deletions and reactions are looked at again: those of a day. */
const reviewSeconds = 86_400
/** Max messages of a channel or thread that are looked at; more are read when they are newer than the last look. */
const mostReviewed = 1_000
/** Max threads of a channel without new replies that are looked at. */
const mostThreads = 100
/** Max messages and days back from the first message of the history among which roots with new replies are looked for. */
const mostRoots = 1_000
const rootSeconds = 90 * 86_400

/** Slack's form of a moment. */
export function timestampOf(date: Date): string {
  const ms = date.getTime()
  return `${Math.floor(ms / 1000)}.${String((ms % 1000) * 1000).padStart(6, '0')}`
}

/**
 * Reads the history of a channel since the last look, for no connection brings events that it missed: new messages, replies
 * to recent and to older threads, and edits, deletions and reactions of the last day.
 */
export async function catchUp(bridge: SlackBridge, channel: BridgeChannelRow): Promise<void> {
  const now = bridge.api.now()
  const since = new Date(now.getTime() - reviewSeconds * 1000)
  const reviewTs = timestampOf(since)
  const oldest = [channel.read_ts, reviewTs].sort()[0] as string
  const from = oldest > channel.after_ts ? oldest : channel.after_ts
  const nowTs = timestampOf(now)
  // Before the pages are read: they lack a known message only if it is gone.
  const { db } = bridge.parley.ctx
  const place = { channel: channel.channel, ts: from }
  const known = await listCarriedSince(db.query, bridge.parley.scope, place, mostReviewed)
  const rows = await readRows(bridge, 'conversations.history', { channel: channel.channel }, from)
  const newSince = channel.read_ts > channel.after_ts ? channel.read_ts : channel.after_ts
  const quiet = await rootsBefore(bridge, channel, from, newSince)
  const threads = new Set([...quiet, ...threadsOf(rows, known, newSince)])
  for (const ts of threads) {
    const args = { channel: channel.channel, ts }
    const replies = await readRows(bridge, 'conversations.replies', args, from)
    rows.push(...replies.filter((row) => textOf(row, 'ts') !== ts))
  }
  const byTs = new Map(rows.map((row) => [readTimestamp(row['ts'])?.text ?? '', row]))
  const ordered = [...byTs]
    .filter(([ts]) => ts !== '')
    .sort(([one], [other]) => (one < other ? -1 : 1))
  for (const [ts, row] of ordered) {
    await takeMessage(bridge, channel, row)
    await reviewReactions(bridge, { channel: channel.channel, ts }, row, nowTs)
  }
  for (const { ts, root_ts: root, message_id: id } of known) {
    const wasRead = root === null || threads.has(root)
    if (wasRead && id !== null && !byTs.has(ts)) await removeMessage(bridge, channel, ts)
  }
}

/** Rows from a time on, the oldest first; the newest page comes first from Slack. */
async function readRows(
  { api }: SlackBridge,
  method: string,
  args: Readonly<Record<string, unknown>>,
  oldest: string,
): Promise<Row[]> {
  const rows: Row[] = []
  const asked = { ...args, oldest, inclusive: true, include_all_metadata: true }
  try {
    for await (const row of pagesOf(api, method, asked, 'messages')) rows.push(row)
  } catch (error) {
    if (!(error instanceof SlackRefusedError) || error.reason !== 'thread_not_found') throw error
  }
  return rows
}

/** Roots of threads that may have news, on the pages or of known replies: all with new replies, and some others. */
function threadsOf(rows: readonly Row[], known: readonly Carried[], newSince: string): Set<string> {
  const onPage = rows.filter((row) => (numberOf(row, 'reply_count') ?? 0) > 0)
  const fresh = onPage.filter((row) => isAnsweredSince(row, newSince))
  const others = [
    ...onPage.map((row) => textOf(row, 'ts')).reverse(),
    ...known.flatMap(({ root_ts }) => root_ts ?? []),
  ]
  const looked = others.filter((ts) => ts !== '').slice(-mostThreads)
  return new Set([...fresh.map((row) => textOf(row, 'ts')), ...looked])
}

/** Whether a root has replies from a time on, as far as Slack tells. */
function isAnsweredSince(row: Row, ts: string): boolean {
  const latest = readTimestamp(row['latest_reply'])?.text
  return latest !== undefined && latest >= ts
}

/**
 * Roots before a time whose threads have replies from another time on: a reply to a thread that was quiet is on no page of
 * the history.
 */
async function rootsBefore(
  { api }: SlackBridge,
  { channel }: BridgeChannelRow,
  before: string,
  newSince: string,
): Promise<string[]> {
  const oldest = timestampOf(new Date(api.now().getTime() - rootSeconds * 1000))
  if (oldest >= before) return []
  const roots: string[] = []
  let looked = 0
  const pages = pagesOf(
    api,
    'conversations.history',
    { channel, oldest, latest: before },
    'messages',
  )
  for await (const row of pages) {
    if (isAnsweredSince(row, newSince)) roots.push(textOf(row, 'ts'))
    looked += 1
    if (looked >= mostRoots) break
  }
  return roots
}
