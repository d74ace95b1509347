import { hasAvatar, rowsById, uploadsWithMessages } from '../../data/exports/tables'
import type { RealmEmojiRow, UserRow } from '../../data/schema'
import { uploadUrl } from '../../wire/uploads'
import {
  keyOfAvatar,
  keyOfEmoji,
  keyOfRealmPicture,
  keyOfUpload,
} from '../../chat/access/uploads/files'
import { writeList, writeTables } from './writing/write-tables'
import type { ExportJob } from './writing/write-tables'
import { avatarHash, seconds } from './writing/rows'
import type { ArchiveRow } from './writing/rows'

/** A file of the store, and its record. */
interface StoredFile {
  key: string
  /** Path of the file below the folder of its kind. */
  path: string
  record: ArchiveRow
}

/** Writes the files of the organization with their records. Source: docs/protocol/import.md#records. */
export async function writeFiles(job: ExportJob): Promise<void> {
  await writeTables(job, 'attachment.json', { zerver_attachment: attachments(job) })
  await writeKind(job, 'uploads', uploads(job))
  await writeKind(job, 'avatars', avatars(job))
  await writeKind(job, 'emoji', emoji(job))
  await writeKind(job, 'realm_icons', pictures(job))
}

async function writeKind(
  { ctx, archive, root, check }: ExportJob,
  kind: string,
  files: AsyncIterable<StoredFile>,
): Promise<void> {
  // Records go to the disk until all files are written, because their number is unbounded.
  await archive.addText(`${root}${kind}/records.json`, async (sink) => {
    const records = async function* (): AsyncGenerator<ArchiveRow> {
      for await (const { key, path, record } of files) {
        const stored = await ctx.files.store.read(key)
        // Skip files that the store has lost.
        if (!stored) continue
        await archive.addFile(`${root}${kind}/${path}`, stored)
        yield { ...record, path, s3_path: path, size: stored.bytes }
      }
    }
    await writeList(sink, records(), check)
  })
}

function isUploadExported({ scope }: ExportJob, ownerId: number, linked: number): boolean {
  if (scope.kind === 'whole' || linked > 0) return true
  return scope.kind === 'consented' && scope.userIds.includes(ownerId)
}

async function* exportedUploads(job: ExportJob) {
  const source = { db: job.ctx.db.query, realmId: job.realm.id }
  for await (const upload of uploadsWithMessages(source, job.scope, job.upToId)) {
    if (isUploadExported(job, upload.owner_id, upload.message_ids.length)) {
      // The part after `/user_uploads/` in links to the file.
      yield { ...upload, path_id: uploadUrl(upload).replace('/user_uploads/', '') }
    }
  }
}

async function* attachments(job: ExportJob): AsyncGenerator<ArchiveRow> {
  for await (const upload of exportedUploads(job)) {
    yield {
      id: upload.id,
      realm: upload.realm_id,
      owner: upload.owner_id,
      file_name: upload.file_name,
      path_id: upload.path_id,
      content_type: upload.content_type,
      size: upload.bytes,
      create_time: seconds(upload.created_at),
      is_realm_public: upload.is_open,
      is_web_public: false,
      messages: upload.message_ids,
      scheduled_messages: [],
    }
  }
}

async function* uploads(job: ExportJob): AsyncGenerator<StoredFile> {
  for await (const upload of exportedUploads(job)) {
    yield {
      key: keyOfUpload(upload),
      path: upload.path_id,
      record: {
        realm_id: upload.realm_id,
        user_profile_id: upload.owner_id,
        content_type: upload.content_type,
        last_modified: seconds(upload.created_at),
      },
    }
  }
}

async function* avatars({ ctx, realm }: ExportJob): AsyncGenerator<StoredFile> {
  const source = { db: ctx.db.query, realmId: realm.id }
  for await (const user of rowsById<UserRow>(source, 'users', hasAvatar)) {
    yield {
      key: keyOfAvatar(realm.id, `${avatarHash(user)}.png`),
      path: `${realm.id}/${avatarHash(user)}.original`,
      record: {
        realm_id: realm.id,
        user_profile_id: user.id,
        user_profile_email: user.email,
        avatar_version: user.avatar_version,
        content_type: 'image/png',
        last_modified: seconds(user.date_joined),
      },
    }
  }
}

async function* emoji({ ctx, realm }: ExportJob): AsyncGenerator<StoredFile> {
  const source = { db: ctx.db.query, realmId: realm.id }
  for await (const each of rowsById<RealmEmojiRow>(source, 'realm_emoji')) {
    yield {
      key: keyOfEmoji(realm.id, each.file_name),
      path: `${realm.id}/emoji/images/${each.file_name}`,
      record: {
        realm_id: realm.id,
        author: each.author_id,
        file_name: each.file_name,
        name: each.name,
        deactivated: each.deactivated_at !== null,
        content_type: null,
        last_modified: seconds(each.created_at),
      },
    }
  }
}

/** Icon and logos, with the file names of the reference. */
async function* pictures({ realm }: ExportJob): AsyncGenerator<StoredFile> {
  for (const [kind, picture] of Object.entries(realm.pictures)) {
    if (!picture.key) continue
    for (const ending of ['png', 'original']) {
      yield {
        key: keyOfRealmPicture(realm.id, picture.key),
        path: `${realm.id}/${kind}.${ending}`,
        record: { realm_id: realm.id, content_type: 'image/png', last_modified: 0 },
      }
    }
  }
}
