import { withoutTrailing } from '../../../../shared/rules/characters'
import type { OpenReader } from '../archive/archive'
import { firstText, textOf, textsOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import { oldSiteOf } from '../markup/old-site'
import type { OldSite } from '../markup/old-site'
import { ThreadTopics } from '../markup/thread-topics'
import type { EmojiRecord, FileRecord, ImportRecord } from '../records'
import { addressRecords } from './addresses'
import { idOf, timeOf } from './documents'
import { openDump } from './dump'
import type { Dump, Remark } from './dump'
import { messageRecords, reactionRecords } from './messages'
import type { Reading } from './messages'
import { noticeKey } from './people'
import { positionRecords, subscriptionRecords } from './subscriptions'
import { surveyDump } from './survey'
import type { Survey } from './survey'

const mainTopic = 'imported from Rocket.Chat'

interface Settings {
  /** Identifies the server. */
  id: string
  name: string
  /** The addresses of the server. */
  sites: OldSite[]
}

/**
 * Opens a dump of the database of Rocket.Chat. Messages are sorted on disk, and files stay where they are, so that
 * memory is independent of their sizes. Damaged documents get remarks.
 *
 * @param sites addresses of the server beside the one that the dump tells
 * @throws ArchiveError if it is refused as a whole
 * Source: docs/protocol/import.md#rocket-chat.
 */
export async function openRocketChatArchive(
  path: string,
  _signal?: AbortSignal,
  sites: readonly OldSite[] = [],
): Promise<OpenReader> {
  const dump = await openDump(path)
  try {
    const settings = await readSettings(dump, sites)
    return {
      source: `rocket-chat:${settings.id}`,
      records: (remark) => readRecords(dump, settings, remark),
      close: dump.close,
    }
  } catch (error) {
    await dump.close()
    throw error
  }
}

async function readSettings(dump: Dump, sites: readonly OldSite[]): Promise<Settings> {
  const wanted = new Set(['uniqueID', 'Site_Url', 'Site_Name'])
  const values = new Map<string, string>()
  for await (const row of dump.documents('rocketchat_settings', () => undefined)) {
    if (wanted.has(idOf(row))) values.set(idOf(row), firstText(row, 'value').slice(0, 200))
  }
  const site = withoutTrailing(values.get('Site_Url') ?? '', '/')
  const id = values.get('uniqueID') || site.replace(/^https?:\/\//, '') || 'unknown'
  return {
    id,
    sites: [oldSiteOf(site) ?? [], sites].flat(),
    name: values.get('Site_Name') ?? '',
  }
}

async function* readRecords(
  dump: Dump,
  { name, sites }: Settings,
  remark: Remark,
): AsyncGenerator<ImportRecord> {
  for (const each of dump.remarks) remark(each)
  const survey = await surveyDump(dump, remark)
  const { people, rooms, runs } = survey
  try {
    if (name) yield { kind: 'realm', name }
    const emojiNames = new Set<string>()
    for await (const emoji of emojiRecords(dump, survey, remark)) {
      emojiNames.add(emoji.name)
      yield emoji
    }
    yield* people.records()
    yield* people.profileRecords()
    yield* rooms.streams(people)
    yield* subscriptionRecords(dump, survey)
    const fileIds = new Set<string>()
    for await (const file of fileRecords(dump, survey, remark)) {
      fileIds.add(file.key)
      yield file
    }
    const hasEmoji = (each: string) => emojiNames.has(each)
    const reading: Reading = {
      ...{ survey, mainTopic, remark, hasEmoji, threads: new ThreadTopics() },
      names: {
        ...{ sites, hasEmoji, hasFile: (id) => fileIds.has(id) },
        user: (username) => people.findByName(username),
        channel: (room) => rooms.findByName(room),
      },
    }
    const dropped = new Set<string>()
    yield* messageRecords(reading, dropped)
    yield* reactionRecords(reading, dropped)
    yield* positionRecords(dump, survey)
    yield* addressRecords(survey, dropped)
  } finally {
    await runs.delete()
  }
}

async function* emojiRecords(
  dump: Dump,
  { emojiFiles }: Survey,
  remark: Remark,
): AsyncGenerator<EmojiRecord> {
  const seen = new Set<string>()
  for await (const row of dump.documents('rocketchat_custom_emoji', remark)) {
    const name = textOf(row, 'name')
    const fileName = `${name}.${textOf(row, 'extension')}`
    const image =
      emojiFiles.find(encodeURIComponent(fileName), fileName) ?? dump.looseFile(fileName)
    if (!image) {
      remark({ reason: 'The picture of an emoji is not in the dump.', file: name })
      continue
    }
    for (const each of [name, ...textsOf(row, 'aliases')]) {
      if (each === '' || seen.has(each)) continue
      seen.add(each)
      yield { kind: 'emoji', key: each, name: each, image }
    }
  }
}

/** The uploads of rooms. Source: docs/protocol/import.md#rocket-chat-files. */
async function* fileRecords(
  dump: Dump,
  { uploads, rooms, people }: Survey,
  remark: Remark,
): AsyncGenerator<FileRecord> {
  for await (const row of dump.documents('rocketchat_uploads', remark)) {
    const key = idOf(row)
    if (key === '' || isLeftOut(row) || !rooms.has(idOf(row, 'rid'))) continue
    const found = uploads.find(key) ?? dump.looseFile(key)
    if (!found) {
      remark({ reason: 'A file is not in the dump.', file: firstText(row, 'name') || key })
      continue
    }
    const createdAt = timeOf(row, 'uploadedAt')
    const contentType = firstText(row, 'type')
    yield {
      ...{ kind: 'file', key, name: firstText(row, 'name') || key, file: found },
      ownerKey: people.find(idOf(row, 'userId'))?.key ?? noticeKey,
      ...(contentType && { contentType }),
      ...(createdAt !== undefined && { createdAt: new Date(createdAt) }),
    }
  }
}

/** Whether the upload was broken off, or is a small picture that the old server made. */
function isLeftOut(row: Row): boolean {
  return row.complete === false || textOf(row, 'typeGroup') === 'thumb'
}
