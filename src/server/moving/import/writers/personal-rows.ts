import type { Tx } from '../../../data/engine/database'
import { insertPersonalRows, setBotOwners, setEmojiAuthors } from '../../../data/import/people'
import { firstCharacters } from '../../../../shared/rules/characters'
import { claim, idsOf, inBatch, keyOf } from '../job/job'
import type { ImportJob } from '../job/job'
import type { UserRecord } from '../records'
import { emojiKeyOf } from './reactions'
import { remarkUnknown } from './remark-unknown'

/** Writes references to other people (owners of bots, mutes), and alert words and statuses. */
export async function writePersonalRows(
  job: ImportJob,
  records: readonly UserRecord[],
): Promise<void> {
  const own = records.filter(
    (record) => record.ownerKey ?? record.alertWords ?? record.mutedUsers ?? record.status,
  )
  if (own.length === 0) return
  const known = await idsOf(
    job,
    'personal',
    own.map(({ key }) => key),
  )
  const fresh = own.filter(({ key }) => !known.has(keyOf(key)))
  if (fresh.length === 0) return
  const users = await idsOf(
    job,
    'user',
    fresh.flatMap(({ key, ownerKey, mutedUsers = [] }) => [
      key,
      ownerKey,
      ...mutedUsers.map(({ userKey }) => userKey),
    ]),
  )
  const owners = fresh.map(({ ownerKey }) => ownerKey)
  remarkUnknown(job, 'Bot', owners, users)
  const muted = fresh.flatMap(({ mutedUsers = [] }) => mutedUsers.map(({ userKey }) => userKey))
  remarkUnknown(job, 'Mute', muted, users)
  const emoji = await idsOf(
    job,
    'emoji',
    fresh.map(({ status }) => status?.emojiKey),
  )
  const of = (key: string | undefined) => (key === undefined ? undefined : users.get(keyOf(key)))
  if (job.trial) return
  await inBatch(job, async (tx: Tx) => {
    const each = fresh.flatMap((record) => {
      const id = of(record.key)
      return id === undefined ? [] : [{ id, record }]
    })
    await claim(
      job,
      tx,
      'personal',
      each.map(({ id, record }) => ({ key: keyOf(record.key), id })),
    )
    await setBotOwners(
      tx,
      job.realm.id,
      each.flatMap(({ id, record }) => {
        const owner_id = of(record.ownerKey)
        return owner_id === undefined ? [] : [{ bot_id: id, owner_id }]
      }),
    )
    await insertPersonalRows(tx, job.realm.id, {
      words: each.flatMap(({ id, record }) =>
        (record.alertWords ?? [])
          .map((word) => firstCharacters(word.trim(), 100))
          .flatMap((word) => (word === '' ? [] : [{ user_id: id, word }])),
      ),
      mutes: each.flatMap(({ id, record }) =>
        (record.mutedUsers ?? []).flatMap(({ userKey, at }) => {
          const muted = of(userKey)
          return muted === undefined || muted === id
            ? []
            : [{ user_id: id, muted_user_id: muted, muted_at: at }]
        }),
      ),
      statuses: each.flatMap(({ id, record: { status } }) => {
        if (!status) return []
        const found = emojiKeyOf(status.emojiName ?? '', status, emoji)
        const text = firstCharacters(status.text, 60)
        if (text === '' && !found) return []
        const none = { emoji_name: '', emoji_code: '', reaction_type: '' }
        return [{ user_id: id, status_text: text, ...(found ?? none) }]
      }),
    })
  })
}

/** Gives emoji the authors of the archive, which come after them. */
export async function writeEmojiAuthors(
  job: ImportJob,
  authors: ReadonlyMap<string, string>,
): Promise<void> {
  if (authors.size === 0 || job.trial) return
  const known = await idsOf(job, 'emoji-author', [...authors.keys()])
  const emoji = await idsOf(job, 'emoji', [...authors.keys()])
  const users = await idsOf(job, 'user', [...authors.values()])
  const rows = [...authors].flatMap(([key, authorKey]) => {
    const [id, author_id] = [emoji.get(keyOf(key)), users.get(keyOf(authorKey))]
    const isNew = !known.has(keyOf(key)) && id !== undefined && author_id !== undefined
    return isNew ? [{ key: keyOf(key), id, author_id }] : []
  })
  if (rows.length === 0) return
  await inBatch(job, async (tx) => {
    await claim(job, tx, 'emoji-author', rows)
    await setEmojiAuthors(tx, job.realm.id, rows)
  })
}
