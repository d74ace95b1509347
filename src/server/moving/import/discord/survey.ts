import { isRow, rowOf, rowsOf, textOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import { scanTables } from '../archive/scan-json'
import { SortedRuns } from '../archive/sorted-runs'
import { startOfText } from '../markup/thread-topics'
import type { ImportRemark } from '../records'
import type { Channels } from './channels'
import type { CustomEmojis } from './emoji'
import { openJson } from './exports'
import type { ExportFile, Exports } from './exports'
import { itemOf, timeOf } from './items'
import type { MessageItem } from './items'
import { kindOf } from './kinds'
import type { People } from './people'
import { askOf } from './replies'
import type { Ask } from './replies'

export type Remark = (remark: ImportRemark) => void

/** A pinned message. */
interface Pin {
  item: MessageItem
  /** By the message of the system, if the archive has it. */
  by?: string
  at?: number
}

/** The facts of an archive that are collected before its messages are written. */
export interface Survey {
  people: People
  channels: Channels
  emojis: CustomEmojis
  /** The messages, those of the newest file first where several have one. */
  runs: SortedRuns<MessageItem>
  asks: SortedRuns<Ask>
  pins: Map<string, Pin>
  /** Numbers of pinned messages by channel. */
  pinsOf: Map<string, number>
}

/**
 * Reads all files once and sorts the messages on disk. The caller deletes the runs. Memory grows with the numbers of people,
 * roles, channels, custom emoji and pinned messages.
 */
export async function surveyExports(
  { archive, files }: Exports,
  found: Pick<Survey, 'people' | 'channels' | 'emojis'>,
  remark: Remark,
): Promise<Survey> {
  const survey: Survey = {
    ...{ ...found, pins: new Map<string, Pin>(), pinsOf: new Map<string, number>() },
    runs: await SortedRuns.create<MessageItem>(),
    asks: await SortedRuns.create<Ask>(),
  }
  const pinned = new Map<string, { by: string; at: number }>()
  try {
    for (const file of files) {
      const rows = messagesOf(await openJson(archive, file.path), file.path, remark)
      for await (const row of rows) await noteRow(survey, row, { file, pinned, remark })
    }
  } catch (error) {
    await deleteRuns(survey)
    throw error
  }
  for (const [key, pin] of survey.pins) Object.assign(pin, pinned.get(key))
  return survey
}

export async function deleteRuns({ runs, asks }: Survey): Promise<void> {
  await runs.delete()
  await asks.delete()
}

/** The messages of a file; a damaged one is left out, and a file that breaks off is read up to there. */
async function* messagesOf(
  bytes: AsyncIterable<Buffer>,
  file: string,
  remark: Remark,
): AsyncGenerator<Row> {
  try {
    for await (const { table, number, value } of scanTables(bytes, file)) {
      if (table !== 'messages' || number === 0) continue
      if (isRow(value)) yield value
      else remark({ reason: 'A message is damaged.', file, line: number })
    }
  } catch (error) {
    remark({ reason: `The file breaks off: ${String((error as Error).message)}`, file })
  }
}

interface Noting {
  file: ExportFile
  pinned: Map<string, { by: string; at: number }>
  remark: Remark
}

async function noteRow(survey: Survey, row: Row, { file, pinned, remark }: Noting): Promise<void> {
  const { people, channels, emojis } = survey
  const tell = (reason: string) => remark({ reason, file: file.path })
  const channelId = textOf(file.channel, 'id')
  const item = itemOf(row, { channelId, file: file.path }, { people, emojis, tell })
  if (!item) {
    noteOther(survey, row, { file, pinned, remark })
    return
  }
  people.noteSeen(item.sender, item.at)
  channels.noteReader(channelId, item.sender, item.at)
  if (item.command) channels.noteReader(channelId, item.command.userKey)
  for (const { userKeys } of item.reactions) {
    for (const key of userKeys) channels.noteReader(channelId, key)
  }
  if (item.isPinned && !notePin(survey, item))
    tell('A channel has more than 1,000 pinned messages.')
  const ask = askOf(item)
  if (ask) await survey.asks.add(ask)
  await survey.runs.add(item, weightOf(item))
}

/** Discord pins 250 messages of a channel at most. */
const mostPins = 1_000

/** Notes a pinned message, with what its notice needs; answers false for too many of a channel. */
function notePin({ pins, pinsOf }: Survey, item: MessageItem): boolean {
  const count = pinsOf.get(item.channelId) ?? 0
  if (pins.has(item.key)) return true
  if (count >= mostPins) return false
  pinsOf.set(item.channelId, count + 1)
  const [text, first] = [startOfText(item.text), item.attachments[0]]
  const slim = { ...item, text, attachments: first ? [first] : [], embeds: [], reactions: [] }
  pins.set(item.key, { item: slim })
  return true
}

/** Facts of messages that are left out: who joined, who was added, and who pinned a message. */
function noteOther({ people, channels }: Survey, row: Row, { file, pinned, remark }: Noting): void {
  const kind = kindOf(textOf(row, 'type'))
  if (kind.kind !== 'left out') return
  if (kind.reason) remark({ reason: kind.reason, file: file.path })
  const [at, author] = [timeOf(row, 'timestamp'), people.add(rowOf(row, 'author'), file.path)]
  if (at === undefined || author === undefined) return
  const channelId = textOf(file.channel, 'id')
  if (kind.what === 'join') people.noteSeen(author, at)
  if (kind.what === 'recipient') {
    for (const each of rowsOf(row, 'mentions')) {
      const key = people.add(each, file.path)
      if (key !== undefined) channels.noteReader(channelId, key)
    }
  }
  const message = textOf(rowOf(row, 'reference'), 'messageId')
  if (kind.what === 'pin' && message !== '') pinned.set(message, { by: author, at })
}

/** All messages by their time, each once. */
export async function* distinctMessages({ runs }: Survey): AsyncGenerator<MessageItem> {
  let at = -1
  let keys = new Set<string>()
  for await (const item of runs.sorted()) {
    if (item.at !== at) keys = new Set()
    at = item.at
    if (keys.has(item.key)) continue
    keys.add(item.key)
    yield item
  }
}

/** Characters of a person who reacted. */
const charactersOfKey = 30

/** About how many characters an item takes in memory. */
function weightOf({ text, reactions, ...item }: MessageItem): number {
  const { attachments, embeds, stickers, links, mentions, forwarded } = item
  const further = JSON.stringify([attachments, embeds, stickers, links, mentions, forwarded])
  const reacted = reactions.reduce((sum, { userKeys }) => sum + userKeys.length, 0)
  return text.length + further.length + charactersOfKey * reacted
}
