import { getSystemBotId } from '../../../data/import/people'
import { findOldestOwner } from '../../../data/users/users'
import { findRealmEmoji } from '../../../data/realms/emoji'
import { systemBots } from '../../../chat/rules/system-bots'
import { keyOfEmoji, randomKey } from '../../../chat/access/uploads/files'
import { withArchiveFile } from '../job/archive-files'
import { claim, freshAmong, inBatch, keyOf } from '../job/job'
import type { ImportJob } from '../job/job'
import type { EmojiRecord } from '../records'

const validName = /^[0-9a-z_.-]{1,100}$/

/** Writes custom emoji. An emoji whose name is taken here is mapped to the existing one. */
export async function writeEmoji(job: ImportJob, records: readonly EmojiRecord[]): Promise<number> {
  let written = 0
  for (const record of await freshAmong(job, records)) {
    if (await writeOne(job, record)) written += 1
  }
  return written
}

async function writeOne(job: ImportJob, record: EmojiRecord): Promise<boolean> {
  const { realm } = job
  const remark = (reason: string) => {
    job.report.remark({ reason, file: record.image.path })
    return false
  }
  if (!validName.test(record.name)) return remark(`Emoji with an invalid name: ${record.name}`)
  const present = record.isDeactivated
    ? undefined
    : await findRealmEmoji(job.ctx.db.query, realm.id, record.name)
  const { trial } = job
  const isDoubled = !record.isDeactivated && trial?.setOf('name of an emoji').has(record.name)
  if (present || isDoubled) {
    const keys = [{ key: keyOf(record.key), id: present?.id ?? trial?.newId() ?? 0 }]
    if (trial) trial.claim('emoji', keys)
    else await inBatch(job, (tx) => claim(job, tx, 'emoji', keys))
    return remark(`Emoji whose name is taken here: ${record.name}`)
  }
  const stored = await withArchiveFile(job, record.image, { name: record.name }, async (file) => {
    const made = await job.ctx.files.pictures.of({ realmId: realm.id, userId: 0 }).emoji(file.path)
    if (!made) return undefined
    const fileName = `${randomKey()}.${made.extension}`
    const stillName = made.still ? `${randomKey()}.png` : null
    const { store } = job.ctx.files
    await store.put(keyOfEmoji(realm.id, fileName), made.picture, `image/${made.extension}`)
    if (made.still && stillName)
      await store.put(keyOfEmoji(realm.id, stillName), made.still, 'image/png')
    return { fileName, stillName }
  })
  if (!stored) return remark('Emoji whose picture cannot be read')
  if (trial) {
    if (!record.isDeactivated) trial.setOf('name of an emoji').add(record.name)
    trial.claim('emoji', [{ key: keyOf(record.key) }])
    return true
  }
  await inBatch(job, async (tx) => {
    const author =
      (await findOldestOwner(tx, realm.id))?.id ??
      (await getSystemBotId(tx, realm.id, systemBots.notification.email))
    const { id } = await tx
      .insertInto('realm_emoji')
      .values({
        realm_id: realm.id,
        name: record.name,
        author_id: author,
        file_name: stored.fileName,
        still_file_name: stored.stillName,
        created_at: tx.now,
        deactivated_at: record.isDeactivated ? tx.now : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await claim(job, tx, 'emoji', [{ key: keyOf(record.key), id }])
  })
  return true
}
