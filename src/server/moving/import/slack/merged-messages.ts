import type { Archive } from '../archive/archive'
import type { Row } from '../archive/fields'
import type { Conversation, Conversations } from './conversations'
import type { DayFile, Layout } from './layout'
import { readRows } from './read-rows'
import type { Remark } from './read-rows'
import { compareTimestamps, readTimestamp } from './timestamp'
import type { Timestamp } from './timestamp'

/** A message as the archive has it, and its place. */
export interface FoundMessage {
  /** The id of the conversation, `/`, and the time: the key of its record. */
  key: string
  conversation: Conversation
  time: Timestamp
  row: Row
  file: string
  /** Markdown of a notice in place of the row. */
  notice?: string
}

export interface MessageSource {
  archive: Archive
  layout: Layout
  conversations: Conversations
  /** Messages that no file of a day has, few enough to be held. */
  added: readonly FoundMessage[]
}

/** Some exports end their days at another hour than midnight UTC. */
const zoneSeconds = 14 * 3600

/**
 * All messages in the order of their time: the files of one day in all conversations at once, so that memory holds no more
 * than two days. Repeated messages are left out. Source: docs/protocol/import.md#slack-order.
 */
export async function* mergedMessages(
  source: MessageSource,
  remark: Remark,
): AsyncGenerator<FoundMessage> {
  const days = [...source.layout.days]
  let buffer: FoundMessage[] = [...source.added]
  let lastKeys = new Set<string>()
  for (const [index, [, files]] of days.entries()) {
    const keys = new Set<string>()
    for (const file of files) {
      for (const found of await readDay(source, file, remark)) {
        if (keys.has(found.key) || lastKeys.has(found.key)) {
          remark({ reason: 'A message is in the archive twice.', file: found.file })
          continue
        }
        keys.add(found.key)
        buffer.push(found)
      }
    }
    lastKeys = keys
    buffer.sort((one, other) => compareTimestamps(one.time, other.time))
    const end = endOfBuffer(buffer, days[index + 1]?.[0])
    yield* buffer.slice(0, end)
    buffer = buffer.slice(end)
  }
  yield* buffer
}

/** The number of messages at the beginning that precede all messages of later files. */
function endOfBuffer(buffer: readonly FoundMessage[], nextDay: string | undefined): number {
  if (nextDay === undefined) return buffer.length
  const until = Date.parse(nextDay) / 1000 - zoneSeconds
  const end = buffer.findIndex(({ time }) => time.seconds >= until)
  return end < 0 ? buffer.length : end
}

async function readDay(
  { archive, conversations }: MessageSource,
  { path, folder }: DayFile,
  remark: Remark,
): Promise<FoundMessage[]> {
  const conversation = conversations.byFolder.get(folder)
  if (!conversation) {
    remark({ reason: 'No list of the archive has the conversation of this folder.', file: path })
    return []
  }
  const rows = await readRows(archive, path, remark)
  return rows.flatMap((row): FoundMessage[] => {
    const time = readTimestamp(row.ts)
    if (!time) {
      remark({ reason: 'A message has no time.', file: path })
      return []
    }
    const key = `${conversation.id}/${time.text}`
    return [{ key, conversation, time, row, file: path }]
  })
}
