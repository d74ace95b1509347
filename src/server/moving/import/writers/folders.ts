import {
  insertChannelFolder,
  lockChannelFolders,
  updateChannelFolder,
} from '../../../data/streams/folders'
import type { Tx } from '../../../data/engine/database'
import { firstCharacters } from '../../../../shared/rules/characters'
import { composed, withoutHidden } from '../../../lib/characters'
import { claim, freshAmong, idsOf, inBatch, keyOf } from '../job/job'
import type { ImportJob } from '../job/job'
import type { FolderRecord } from '../records'
import { renderTexts } from '../job/texts'
import { foldCase } from '../../../../shared/rules/letter-case'

const nameCharacters = 60
const descriptionCharacters = 1024

/** Writes folders of streams; a folder whose name is taken here is mapped to the existing one. */
export async function writeFolders(
  job: ImportJob,
  records: readonly FolderRecord[],
): Promise<number> {
  const fresh = await freshAmong(job, records)
  if (fresh.length === 0) return 0
  if (job.trial) {
    return job.trial.claim(
      'folder',
      fresh.map(({ key }) => ({ key: keyOf(key) })),
    ).size
  }
  const creators = await idsOf(
    job,
    'user',
    fresh.map(({ creatorKey }) => creatorKey),
  )
  const described = fresh.map(({ description = '' }) =>
    firstCharacters(description.replaceAll('\0', '').toWellFormed(), descriptionCharacters),
  )
  const rendered = await renderTexts(job, described)
  return inBatch(job, async (tx) => {
    const present = await lockChannelFolders(tx, job.realm.id)
    const live = new Map(
      present
        .filter(({ archived_at }) => archived_at === null)
        .map(({ name, id }) => [foldCase(name), id]),
    )
    let position = Math.max(-1, ...present.map((folder) => folder.position))
    for (const [index, record] of fresh.entries()) {
      const name = nameOf(record)
      const known = record.isArchived ? undefined : live.get(foldCase(name))
      const id =
        known ??
        (await insertFolder(tx, record.isArchived ?? false, {
          ...{ realm_id: job.realm.id, name, position: ++position },
          description: described[index] as string,
          rendered_description: rendered[index]?.rendered.html ?? '',
          creator_id: creators.get(keyOf(record.creatorKey ?? '')) ?? null,
          created_at: record.createdAt ?? tx.now,
        }))
      if (!record.isArchived) live.set(foldCase(name), id)
      await claim(job, tx, 'folder', [{ key: keyOf(record.key), id }])
    }
    return fresh.length
  })
}

function nameOf({ name }: FolderRecord): string {
  const clean = withoutHidden(composed(name.toWellFormed())).trim()
  return firstCharacters(clean, nameCharacters).trim() || 'folder'
}

type Folder = Parameters<typeof insertChannelFolder>[1]

async function insertFolder(tx: Tx, isArchived: boolean, folder: Folder): Promise<number> {
  // An archived folder frees its name, and so it may have the name of a live one.
  const name = isArchived ? `\u0001${folder.name}`.slice(0, nameCharacters) : folder.name
  const { id } = await insertChannelFolder(tx, { ...folder, name })
  if (isArchived) {
    const archived = { archived_at: tx.now, name: folder.name }
    await updateChannelFolder(tx, folder.realm_id, id, archived)
  }
  return id
}
