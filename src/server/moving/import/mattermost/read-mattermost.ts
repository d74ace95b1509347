import { ArchiveError } from '../archive/archive'
import type { Archive, OpenReader } from '../archive/archive'
import type { Row } from '../archive/fields'
import { openArchive } from '../archive/open-archive'
import type { OldSite } from '../markup/old-site'
import { ThreadTopics } from '../markup/thread-topics'
import type { FileRecord, ImportRecord, ProfileFieldRecord, ProfileValueRecord } from '../records'
import { addressRecords } from './addresses'
import { Channels } from './channels'
import { fileIdIn } from './file-ids'
import { readBulkLines } from './lines'
import type { Remark } from './lines'
import { messageRecords, reactionRecords } from './messages'
import type { Posts } from './messages'
import { surveyLines } from './survey'
import type { BulkExport, Survey } from './survey'

const mainTopic = 'imported from Mattermost'

/**
 * Opens a bulk export of Mattermost, a zip or a folder. Posts are sorted on disk in runs of 50,000, so that memory
 * stays independent of their number. Damaged lines get remarks.
 *
 * @param sites addresses of the server, which the export does not tell
 * @throws ArchiveError if it is refused as a whole
 * Source: docs/protocol/import.md#mattermost.
 */
export async function openMattermostArchive(
  path: string,
  _signal?: AbortSignal,
  sites: readonly OldSite[] = [],
): Promise<OpenReader> {
  const archive = await openArchive(path)
  try {
    const source = findBulkFile(archive)
    return {
      source: `mattermost:${await teamsOf(source)}`,
      records: (remark) => readRecords(source, sites, remark),
      close: archive.close,
    }
  } catch (error) {
    await archive.close()
    throw error
  }
}

const lineFile = /^((?:[^/]+\/){0,2})(?:[^/]+\.jsonl|export\.json)$/

/** The largest file of lines; those of plugins are smaller. */
function findBulkFile(archive: Archive): BulkExport {
  const [largest] = [...archive.files]
    .filter(([path]) => lineFile.test(path))
    .sort(([, one], [, other]) => other - one)
  if (!largest) {
    throw new ArchiveError('The archive is no export of Mattermost: it has no file with .jsonl.')
  }
  const [file] = largest
  const folder = lineFile.exec(file)?.[1] ?? ''
  const findFile = (path: string) =>
    path === ''
      ? undefined
      : [`${folder}data/${path}`, folder + path].find((each) => archive.files.has(each))
  return { archive, file, findFile }
}

/** The names of the teams, which identify the server: an export has nothing else that is stable. */
async function teamsOf({ archive, file }: BulkExport): Promise<string> {
  const channels = new Channels()
  for await (const { type, row } of readBulkLines(archive, file, () => undefined)) {
    if (type === 'team') channels.addTeam(row)
    else if (type === 'channel' || type === 'user' || type === 'post') break
  }
  return channels.teamNames().sort().join('+').slice(0, 200) || 'unknown'
}

async function* readRecords(
  source: BulkExport,
  sites: readonly OldSite[],
  remark: Remark,
): AsyncGenerator<ImportRecord> {
  for (const each of source.archive.remarks) remark(each)
  const survey = await surveyLines(source, remark)
  const { people, channels, emoji, files, runs } = survey
  try {
    yield* emoji
    yield* people.records()
    yield* profileRecords(survey)
    yield* channels.records()
    for await (const user of userLines(source, survey)) yield* channels.subscriptions(user)
    yield* files.values()
    const emojiNames = new Set(emoji.map(({ name }) => name))
    const hasEmoji = (name: string) => emojiNames.has(name)
    const posts: Posts = {
      ...{ runs, people, mainTopic, remark, hasEmoji, file: source.file },
      threads: new ThreadTopics(),
      names: {
        user: (name) => people.find(name),
        channel: (...names) => channels.find(...names),
        ...{ hasEmoji, sites, file: fileFinder(files) },
      },
      hasFile: (path) => files.has(path),
    }
    const dropped = new Set<string>()
    yield* messageRecords(posts, dropped)
    yield* reactionRecords(posts, dropped)
    for await (const user of userLines(source, survey)) yield* channels.readPositions(user)
    yield* addressRecords(files.values())
  } finally {
    await runs.delete()
  }
}

/** Finds files by the ids in their paths. */
function fileFinder(files: ReadonlyMap<string, FileRecord>) {
  const byId = new Map<string, FileRecord>()
  for (const [path, file] of files) {
    const id = fileIdIn(path)
    if (id !== undefined) byId.set(id, file)
  }
  return (id: string) => byId.get(id)
}

/** The lines of users again, since their memberships together are too many for the memory. */
async function* userLines(source: BulkExport, { lastUserLine }: Survey): AsyncGenerator<Row> {
  const lines = readBulkLines(source.archive, source.file, () => undefined)
  for await (const { type, row, line } of lines) {
    if (type === 'user') yield row
    if (line >= lastUserLine) break
  }
}

const shortText = 1
const longText = 2
const maxShortText = 50

function* profileRecords({ profiles }: Survey): Generator<ProfileFieldRecord | ProfileValueRecord> {
  for (const key of new Set(profiles.map(({ fieldKey }) => fieldKey))) {
    const values = profiles.filter(({ fieldKey }) => fieldKey === key)
    const isLong = values.some(({ value }) => value.length > maxShortText)
    const name = key === 'position' ? 'Position' : 'Nickname'
    yield { kind: 'profile-field', key, name, fieldType: isLong ? longText : shortText }
  }
  for (const profile of profiles) yield { kind: 'profile-value', ...profile }
}
