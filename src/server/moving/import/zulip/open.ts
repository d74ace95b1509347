import { stat } from 'node:fs/promises'
import { groupPermissions } from '../../../chat/rules/permissions/groups'
import { unpackTar } from '../archive/unpack-tar'
import type { OpenedArchive } from '../records/opened'
import type { ImportRecord } from '../records'
import { ArchiveFolder } from './folder'
import { readGroups } from './groups'
import { drafts, scheduled } from './later'
import { files, messageFiles, messages, reactions } from './messages'
import { emoji, profileFields, profileValues, snippets, users } from './people'
import { realmRecord } from './realm'
import { textIn } from './rows'
import type { Row } from './rows'
import { folders, streams, subscriptions, topicPolicies } from './streams'
import { readTables } from './tables'
import type { Tables } from './tables'

/**
 * Opens an archive of Zulip, from version 4 on, or of Parley's own export: a `.tar.gz` or its folder.
 * @throws BadRequestError for a hostile, broken or incomplete archive
 * Source: docs/protocol/import.md#archive.
 */
export async function openZulipArchive(path: string, signal?: AbortSignal): Promise<OpenedArchive> {
  const isFolder = (await stat(path)).isDirectory()
  const unpacked = isFolder
    ? { folder: path, remove: () => Promise.resolve() }
    : await unpackTar(path, signal)
  try {
    const folder = await ArchiveFolder.at(unpacked.folder, 'realm.json')
    await messageFiles({ folder })
    const { realm } = await readTables(folder, () => undefined)
    return {
      source: sourceOf(realm),
      async *records(remark) {
        yield* readRecords(await readTables(folder, remark))
      },
      close: () => unpacked.remove(),
    }
  } catch (error) {
    await unpacked.remove()
    throw error
  }
}

/** Archives of the same organization have the same source, whenever they were made. */
function sourceOf(realm: Row): string {
  const uuid = textIn(realm, 'uuid')
  if (uuid !== '') return `zulip:${uuid.slice(0, 60)}`
  return `zulip:${textIn(realm, 'string_id').slice(0, 40)}-${Math.floor(Number(realm['date_created'] ?? 0))}`
}

async function* readRecords(tables: Tables): AsyncGenerator<ImportRecord> {
  const groups = readGroups(tables, Object.keys(groupPermissions))
  yield await realmRecord(tables, groups)
  yield* emoji(tables)
  yield* users(tables)
  yield* groups.records
  yield* profileFields(tables)
  yield* profileValues(tables)
  yield* folders(tables)
  yield* streams(tables, groups)
  yield* subscriptions(tables)
  yield* files(tables)
  yield* messages(tables)
  yield* reactions(tables)
  yield* topicPolicies(tables)
  yield* snippets(tables)
  yield* scheduled(tables)
  yield* drafts(tables)
}
