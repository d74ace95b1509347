import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { readMessagePage } from '../../../data/exports/messages'
import { isStreamNamed, isUserNamed, readMessageParts } from '../../../data/exports/places'
import { rowsById, uploadsWithMessages } from '../../../data/exports/tables'
import type { StreamRow, UserRow } from '../../../data/schema'
import { byMessage, isUploadMeant, messageSource } from '../tables/reading'
import type { Reading } from '../tables/reading'
import { fileLine, linesVersion, messageLine, streamLine, userLine } from './lines'
import type { Line } from './lines'

const messagesPerPage = 250
/** Characters that are handed on together. */
const charactersPerChunk = 65_536

/**
 * Writes an export as JSON Lines, compressed if the name of the file ends in `.gz`.
 *
 * @param file path that does not exist yet; deleted if the export fails
 * @returns its size in bytes
 * Source: docs/exporting.md#lines.
 */
export async function writeJsonLines(
  reading: Reading,
  file: string,
  isCompressed = file.endsWith('.gz'),
): Promise<number> {
  const output = createWriteStream(file, { flags: 'wx' })
  let isOurs = false
  output.once('open', () => (isOurs = true))
  try {
    const text = Readable.from(chunksOf(linesOf(reading)), { objectMode: false })
    if (isCompressed) await pipeline(text, createGzip(), output)
    else await pipeline(text, output)
    return (await stat(file)).size
  } catch (error) {
    if (isOurs) await rm(file, { force: true })
    throw error
  }
}

async function* chunksOf(lines: AsyncIterable<Line>): AsyncGenerator<string> {
  let waiting = ''
  for await (const line of lines) {
    waiting += `${JSON.stringify(line)}\n`
    if (waiting.length < charactersPerChunk) continue
    yield waiting
    waiting = ''
  }
  yield waiting
}

/** All lines; the last one, `end`, has their numbers and shows that nothing is missing. */
async function* linesOf(reading: Reading): AsyncGenerator<Line> {
  const counts: Record<string, number> = {}
  for await (const line of recordsOf(reading)) {
    reading.check()
    counts[line.type] = (counts[line.type] ?? 0) + 1
    yield line
  }
  yield { type: 'end', counts }
}

async function* recordsOf(reading: Reading): AsyncGenerator<Line> {
  const { ctx, realm, scope } = reading
  const table = { db: ctx.db.query, realmId: realm.id }
  yield {
    type: 'export',
    version: linesVersion,
    part: scope.kind,
    name: realm.name,
    subdomain: realm.string_id,
    url: reading.realmUrl,
    up_to_message: reading.upToId,
  }
  for await (const user of rowsById<UserRow>(table, 'users', isUserNamed(scope, realm.id))) {
    yield userLine(user, scope.kind === 'whole' || isOwn(scope, user.id))
  }
  for await (const stream of rowsById<StreamRow>(
    table,
    'streams',
    isStreamNamed(scope, realm.id),
  )) {
    yield streamLine(stream)
  }
  for await (const upload of uploadsWithMessages(table, scope, reading.upToId)) {
    if (isUploadMeant(scope, upload)) yield fileLine(upload)
  }
  yield* messageLines(reading)
}

function isOwn(scope: Reading['scope'], userId: number): boolean {
  if (scope.kind === 'person') return scope.userId === userId
  return scope.kind === 'consented' && scope.userIds.includes(userId)
}

async function* messageLines(reading: Reading): AsyncGenerator<Line> {
  const source = messageSource(reading)
  for (let afterId: number | null = 0; afterId !== null;) {
    const page: Awaited<ReturnType<typeof readMessagePage>> = await readMessagePage(
      source.db,
      source.realmId,
      source.scope,
      { afterId, upToId: source.upToId, atMost: messagesPerPage },
    )
    const ids = page.messages.map(({ id }) => id)
    const parts = await readMessageParts(source, ids)
    const [edits, reactions] = [byMessage(page.edits), byMessage(parts.reactions)]
    const [submessages, uploads] = [byMessage(parts.submessages), byMessage(parts.uploads)]
    const members = new Map(page.conversations.map((each) => [each.id, each.member_ids]))
    for (const message of page.messages) {
      yield messageLine(message, {
        memberIds: message.dm_group_id === null ? undefined : members.get(message.dm_group_id),
        edits: edits.get(message.id) ?? [],
        reactions: reactions.get(message.id) ?? [],
        submessages: submessages.get(message.id) ?? [],
        uploads: uploads.get(message.id) ?? [],
      })
    }
    afterId = page.lastId
  }
}
