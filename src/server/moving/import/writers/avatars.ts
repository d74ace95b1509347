import { BadImageError } from '../../../chat/access/uploads/files'
import { storeAvatar } from '../../../chat/actions/users/avatars'
import { withArchiveFile } from '../job/archive-files'
import type { ImportJob } from '../job/job'
import type { UserRecord } from '../records'

/** Stores the pictures of people; an unreadable one is reported. @returns the keys of the stored files, by key of the person */
export async function storeAvatars(
  job: ImportJob,
  people: readonly { record: UserRecord }[],
): Promise<Map<string, string>> {
  const stored = new Map<string, string>()
  for (const { record } of people) {
    const { avatar, key } = record
    if (!avatar) continue
    const account = { realm_id: job.realm.id, id: 0 }
    const avatarKey = await withArchiveFile(job, avatar, { name: 'avatar' }, (file) =>
      storeAvatar(job.ctx, account, file).catch((error: unknown) => {
        if (!(error instanceof BadImageError)) throw error
        job.report.remark({ reason: 'Avatar that cannot be read', file: avatar.path })
        return undefined
      }),
    )
    if (avatarKey !== undefined) stored.set(key, avatarKey)
  }
  return stored
}
