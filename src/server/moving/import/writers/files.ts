import { insertUpload } from '../../../data/uploads/uploads'
import {
  cleanFileName,
  contentTypeOf,
  keyOfUpload,
  randomKey,
} from '../../../chat/access/uploads/files'
import { canReadFile, withArchiveFile } from '../job/archive-files'
import { claim, freshAmong, inBatch, keyOf } from '../job/job'
import type { ImportJob } from '../job/job'
import type { FileRecord } from '../records'
import { idsOfPeople } from './unknown-people'

/** Writes uploaded files: the file first, since no row may exist without its file. */
export async function writeFiles(job: ImportJob, records: readonly FileRecord[]): Promise<number> {
  const fresh = await freshAmong(job, records)
  const owners = await idsOfPeople(
    job,
    fresh.map(({ ownerKey }) => ownerKey),
  )
  let written = 0
  for (const record of fresh) {
    const owner = owners.get(keyOf(record.ownerKey))
    if (owner === undefined) {
      job.report.remark({ reason: 'File of an unknown user', file: record.file.path })
    } else if (await writeOne(job, record, owner)) written += 1
  }
  return written
}

async function writeOne(job: ImportJob, record: FileRecord, owner: number): Promise<boolean> {
  if (job.trial) {
    const isReadable = await canReadFile(job, record.file)
    if (isReadable) job.trial.claim('file', [{ key: keyOf(record.key) }])
    return isReadable
  }
  const { store, pictures } = job.ctx.files
  const done = await withArchiveFile(job, record.file, record, async (file) => {
    const address = { realm_id: job.realm.id, path_key: randomKey() }
    const content_type = contentTypeOf(file)
    const own = pictures.of({ realmId: job.realm.id, userId: owner })
    const picture = content_type.startsWith('image/') ? await own.describe(file.path) : undefined
    await store.put(keyOfUpload(address), file, content_type)
    await inBatch(job, async (tx) => {
      const { id } = await insertUpload(tx, {
        ...address,
        owner_id: owner,
        file_name: cleanFileName(record.name),
        content_type,
        bytes: file.bytes,
        width: picture?.width ?? null,
        height: picture?.height ?? null,
        is_animated: picture?.isAnimated ?? false,
        created_at: record.createdAt ?? tx.now,
      })
      await claim(job, tx, 'file', [{ key: keyOf(record.key), id }])
    })
    return true
  })
  return done ?? false
}
