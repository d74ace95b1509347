import { insertImportedReactions, starMessages } from '../../../data/import/messages'
import { findEmojiCode, isEmojiNamed } from '../../../text/markdown/emoji'
import { claim, freshAmong, idsOf, inBatch, keyOf, recordKeyOf } from '../job/job'
import type { ImportJob } from '../job/job'
import type { ReactionRecord, StarRecord } from '../records'
import { idsOfPeople } from './unknown-people'

/** An emoji as rows name it; undefined for an unknown one. */
export function emojiKeyOf(
  name: string,
  { emojiKey, emojiCode }: { emojiKey?: string; emojiCode?: string },
  emoji: ReadonlyMap<string, number>,
): { emoji_name: string; emoji_code: string; reaction_type: string } | undefined {
  if (emojiKey !== undefined) {
    const id = emoji.get(keyOf(emojiKey))
    if (id === undefined) return undefined
    return { emoji_name: name, emoji_code: String(id), reaction_type: 'realm_emoji' }
  }
  if (name === 'zulip') {
    return { emoji_name: name, emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' }
  }
  const isCode = emojiCode !== undefined && /^[0-9a-f]+(-[0-9a-f]+)*$/.test(emojiCode)
  const code = isCode && isEmojiNamed(emojiCode, name) ? emojiCode : findEmojiCode(name)
  if (code !== undefined)
    return { emoji_name: name, emoji_code: code, reaction_type: 'unicode_emoji' }
  // An emoji whose name changed since keeps its code.
  return isCode
    ? { emoji_name: name, emoji_code: emojiCode, reaction_type: 'unicode_emoji' }
    : undefined
}

export async function writeReactions(
  job: ImportJob,
  records: readonly ReactionRecord[],
): Promise<number> {
  const fresh = await freshAmong(job, records)
  const messages = await idsOfMessages(job, fresh)
  const users = await idsOfPeople(
    job,
    fresh.flatMap(({ messageKey, userKey }) => (messages.has(keyOf(messageKey)) ? userKey : [])),
  )
  const emoji = await idsOf(
    job,
    'emoji',
    fresh.map(({ emojiKey }) => emojiKey),
  )
  const rows = fresh.flatMap((record) => {
    const key = recordKeyOf(record)
    const message_id = messages.get(keyOf(record.messageKey))
    const user_id = users.get(keyOf(record.userKey))
    const found = emojiKeyOf(record.emojiName, record, emoji)
    if (message_id !== undefined && user_id !== undefined && found) {
      return [{ key, message_id, user_id, ...found }]
    }
    const reason = found ? 'Reaction to an unknown message' : 'Reaction with an unknown emoji'
    job.report.remark({ reason, file: key })
    return []
  })
  if (rows.length === 0) return 0
  const keys = rows.map(({ key, message_id }) => ({ key, id: message_id }))
  if (job.trial) return job.trial.claim('reaction', keys).size
  return inBatch(job, async (tx) => {
    const isNew = await claim(job, tx, 'reaction', keys)
    await insertImportedReactions(tx, job.realm.id, rows)
    return isNew.size
  })
}

/** Ids of the messages of reactions or stars, by key. */
async function idsOfMessages(
  job: ImportJob,
  marks: readonly { messageKey: string }[],
): Promise<ReadonlyMap<string, number>> {
  return idsOf(
    job,
    'message',
    marks.map(({ messageKey }) => messageKey),
  )
}

export async function writeStars(job: ImportJob, records: readonly StarRecord[]): Promise<number> {
  const fresh = await freshAmong(job, records)
  const messages = await idsOfMessages(job, fresh)
  const users = await idsOf(
    job,
    'user',
    fresh.map(({ userKey }) => userKey),
  )
  const rows = fresh.flatMap((record) => {
    const key = recordKeyOf(record)
    const message_id = messages.get(keyOf(record.messageKey))
    const user_id = users.get(keyOf(record.userKey))
    if (message_id !== undefined && user_id !== undefined) {
      return [{ key, message_id, user_id }]
    }
    job.report.remark({ reason: 'Star of an unknown user or message', file: key })
    return []
  })
  if (rows.length === 0) return 0
  const keys = rows.map(({ key, message_id }) => ({ key, id: message_id }))
  if (job.trial) return job.trial.claim('star', keys).size
  return inBatch(job, async (tx) => {
    const isNew = await claim(job, tx, 'star', keys)
    await starMessages(tx, job.realm.id, rows)
    return isNew.size
  })
}
