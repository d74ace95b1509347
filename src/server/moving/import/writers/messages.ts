import type { Tx } from '../../../data/engine/database'
import { ensureDmGroups, memberKey } from '../../../data/messages/dm-groups'
import { insertMessages } from '../../../data/messages/insert-messages'
import {
  insertImportedEdits,
  insertImportedFlags,
  insertWaitingTexts,
  linkImportedUploads,
  noteWritten,
  reserveMessageIds,
  setEditTimes,
} from '../../../data/import/messages'
import type { ImportedFlags } from '../../../data/import/messages'
import { markImportedRead } from '../../../data/import/read-state'
import { listOwnStreams } from '../../../data/import/targets'
import type { MessagePlace } from '../../../data/import/targets'
import { firstCharacters } from '../../../../shared/rules/characters'
import { sizeLimits } from '../../../chat/rules/limits'
import { widgetTypeOf } from '../../../chat/rules/texts'
import { widgetOf } from '../../../chat/posting/widget'
import type { RenderedContent } from '../../../chat/posting/rendering/rendering'
import { claim, freshAmong, idsOf, inBatch, keyOf, scopeOf } from '../job/job'
import type { ImportJob } from '../job/job'
import type { MessageRecord } from '../records'
import { renderTexts, resolveTexts } from '../job/texts'
import { editsOf } from './edits'
import { cleanText, contentOf, topicOf } from './placed'
import { remarkUnknown } from './remark-unknown'
import { idsOfPeople } from './unknown-people'
import type { KnownIds, PlacedMessage } from './placed'

/** A message with its texts. */
interface ReadyMessage extends PlacedMessage {
  content: string
  rendered: RenderedContent
  /** Text of the source, if it links to a message that comes later. */
  waiting: string | undefined
}

/** A bridge has brought a message of the batch meanwhile. */
class KnownMeanwhileError extends Error {
  override name = 'KnownMeanwhileError'
}

/**
 * Writes a batch of messages with their flags, edits and links, in one transaction. Texts are resolved and rendered
 * before it begins. If a bridge brings one of them meanwhile, the others are written by another transaction.
 */
export async function writeMessages(
  job: ImportJob,
  records: readonly MessageRecord[],
): Promise<number> {
  for (;;) {
    const fresh = await freshAmong(job, records)
    try {
      return await writeFresh(job, fresh)
    } catch (error) {
      if (!(error instanceof KnownMeanwhileError)) throw error
      job.report.count('message', { known: fresh.length - records.length })
    }
  }
}

async function writeFresh(job: ImportJob, fresh: readonly MessageRecord[]): Promise<number> {
  if (fresh.length === 0) return 0
  const known = await readKnown(job, fresh)
  const placed = await place(job, fresh, known)
  if (placed.length === 0) return 0
  const ready = await prepare(job, placed)
  if (job.trial) return job.trial.claim('message', placed).size
  const edits = await editsOf(job, placed, known)
  return inBatch(job, async (tx) => {
    const scope = scopeOf(job)
    const rows = await rowsOf(job, tx, ready)
    await insertMessages(tx, rows)
    const claimed = await claim(
      job,
      tx,
      'message',
      ready.map(({ key, id, record }) => ({
        key,
        id,
        position: record.position ?? record.sentAt.getTime(),
      })),
    )
    if (claimed.size < ready.length) throw new KnownMeanwhileError()
    await insertImportedFlags(
      tx,
      job.realm.id,
      ready.flatMap((message) => flagsOf(message, known)),
    )
    await insertImportedEdits(tx, job.realm.id, edits)
    await setEditTimes(
      tx,
      job.realm.id,
      ready.flatMap(({ id, record: { lastEditedAt: at } }) => (at ? [{ id, at }] : [])),
    )
    await linkImportedUploads(tx, job.realm.id, ready)
    await writeWidgets(job, tx, ready, known)
    const unread = ready.flatMap(({ id: message_id, record }) =>
      idsAmong(known.users, record.unreadBy).map((user_id) => ({ message_id, user_id })),
    )
    const ids = ready.map(({ id }) => id)
    await noteWritten(tx, scope, ids, unread)
    // An organization that the import makes has no readers yet.
    if (!job.makesRealm) {
      const places = rows.map(({ given_id: id, ...row }) => ({ ...row, id }))
      await markImportedRead(tx, job.realm.id, places, unread)
    }
    await insertWaitingTexts(
      tx,
      scope,
      ready.flatMap(({ id, waiting }) =>
        waiting === undefined ? [] : [{ message_id: id, content: waiting }],
      ),
    )
    return ready.length
  })
}

function idsAmong(known: ReadonlyMap<string, number>, keys: readonly string[] = []): number[] {
  return [...new Set(keys.flatMap((key) => known.get(keyOf(key)) ?? []))]
}

/** Ids of the people and streams of messages; what a message has of unknown people is reported. */
async function readKnown(job: ImportJob, records: readonly MessageRecord[]): Promise<KnownIds> {
  const streams = records.flatMap(({ to, edits = [] }) => [
    'streamKey' in to ? to.streamKey : undefined,
    ...edits.map(({ streamKey }) => streamKey),
  ])
  const needed = records.flatMap(({ senderKey, to, submessages = [] }) => [
    senderKey,
    ...('userKeys' in to ? to.userKeys : []),
    ...submessages.map((step) => step.senderKey),
  ])
  const marked = records.flatMap((record) => [
    ...(record.unreadBy ?? []),
    ...(record.starredBy ?? []),
    ...(record.mentionedKeys ?? []),
    ...(record.collapsedBy ?? []),
    ...(record.topicMentionedKeys ?? []),
    ...(record.alertedKeys ?? []),
  ])
  const editors = records.flatMap(({ edits = [] }) => edits.map(({ userKey }) => userKey))
  const people = await idsOfPeople(job, [...new Set(needed)])
  const others = await idsOf(job, 'user', [...new Set([...marked, ...editors])])
  const users = new Map([...others, ...people])
  remarkUnknown(job, 'Mark on a message', marked, users)
  remarkUnknown(job, 'Edit', editors, users)
  return { users, streams: await idsOf(job, 'stream', [...new Set(streams)]) }
}

/** Finds sender and location of each message; the others are left out and reported. Then ids are reserved. */
async function place(
  job: ImportJob,
  records: readonly MessageRecord[],
  { users, streams }: KnownIds,
): Promise<PlacedMessage[]> {
  const skip = (record: MessageRecord, reason: string) => {
    job.report.remark({ reason, file: `message ${record.key}` })
    return []
  }
  const placed = records.flatMap((record): Omit<PlacedMessage, 'id'>[] => {
    const { to } = record
    const key = keyOf(record.key)
    const sender_id = users.get(keyOf(record.senderKey))
    if (sender_id === undefined) return skip(record, 'Message of an unknown sender')
    if (Number.isNaN(record.sentAt.getTime())) return skip(record, 'Message without a time')
    if ('streamKey' in to) {
      const stream_id = streams.get(keyOf(to.streamKey))
      if (stream_id === undefined) return skip(record, 'Message in an unknown stream')
      return [{ record, key, sender_id, stream_id, member_key: null, topic: topicOf(to.topic) }]
    }
    const members = to.userKeys.map((each) => users.get(keyOf(each)))
    if (members.includes(undefined)) return skip(record, 'Private message to an unknown user')
    const member_key = memberKey([sender_id, ...(members as number[])])
    return [{ record, key, sender_id, stream_id: null, member_key, topic: '' }]
  })
  const { trial } = job
  const ids = trial
    ? placed.map(() => trial.newId())
    : await reserveMessageIds(job.ctx.db.query, placed.length)
  return placed.map((message, index) => ({ ...message, id: ids[index] as number }))
}

async function prepare(job: ImportJob, placed: readonly PlacedMessage[]): Promise<ReadyMessage[]> {
  const raw = placed.map(({ record, key }) => {
    const { content, isCut } = contentOf(record.content)
    if (isCut)
      job.report.remark({ reason: 'Message that was cut at 100,000 characters', file: key })
    return content
  })
  const future = new Map(placed.map((message): [string, MessagePlace] => [message.key, message]))
  const resolved = await resolveTexts(job, raw, future)
  const own = await listOwnStreams(
    job.ctx.db.query,
    job.realm.id,
    placed.flatMap(({ sender_id, stream_id }) =>
      stream_id === null ? [] : [{ sender_id, stream_id }],
    ),
  )
  const rendered = await renderTexts(
    job,
    resolved.map(({ content }) => content),
    placed.map(({ sender_id, stream_id }) => own.get(`${sender_id}/${stream_id}`) ?? []),
  )
  return placed.map((message, index) => {
    const { content, isWaiting } = resolved[index] as (typeof resolved)[number]
    const { rendered: html, isPlain } = rendered[index] as (typeof rendered)[number]
    if (isPlain) {
      job.report.remark({
        reason: 'Message shown as plain text, since its HTML is too long',
        file: message.key,
      })
    }
    return { ...message, content, rendered: html, waiting: isWaiting ? raw[index] : undefined }
  })
}

async function rowsOf(job: ImportJob, tx: Tx, messages: readonly ReadyMessage[]) {
  const keys = [...new Set(messages.flatMap(({ member_key }) => member_key ?? []))]
  const groups = await ensureDmGroups(tx, job.realm.id, keys)
  await claim(
    job,
    tx,
    'conversation',
    [...groups].map(([key, { id }]) => ({ key: keyOf(key), id })),
  )
  return messages.map(({ id, record, content, rendered, ...placed }) => ({
    given_id: id,
    realm_id: job.realm.id,
    sender_id: placed.sender_id,
    stream_id: placed.stream_id,
    dm_group_id: placed.member_key === null ? null : (groups.get(placed.member_key)?.id ?? null),
    topic: placed.topic,
    content,
    rendered_content: rendered.html,
    is_me_message: rendered.isMeMessage,
    client: firstCharacters(cleanText(record.client ?? 'Import'), sizeLimits.clientNameCharacters),
    sent_at: record.sentAt,
    read_by_sender: false,
    mentions_everybody: record.mentionsEverybody ?? rendered.mentionsWildcard,
    has_link: rendered.hasLink,
    has_image: rendered.hasImage,
    is_widget: widgetTypeOf(content) !== undefined,
  }))
}

/** Flags of a message, one row for each user who has any. */
function flagsOf(
  { id, record, rendered, member_key }: ReadyMessage,
  { users }: KnownIds,
): ImportedFlags[] {
  const members = member_key === null ? undefined : new Set(member_key.split(',').map(Number))
  const named = rendered.mentionedUserIds.filter((user) => members?.has(user) ?? true)
  const sets = {
    starred: new Set(idsAmong(users, record.starredBy)),
    collapsed: new Set(idsAmong(users, record.collapsedBy)),
    mentioned: new Set(record.mentionedKeys ? idsAmong(users, record.mentionedKeys) : named),
    topic_wildcard_mentioned: new Set(idsAmong(users, record.topicMentionedKeys)),
    has_alert_word: new Set(idsAmong(users, record.alertedKeys)),
  }
  const flagged = new Set(Object.values(sets).flatMap((set) => [...set]))
  return [...flagged].map((user_id) => ({
    message_id: id,
    user_id,
    starred: sets.starred.has(user_id),
    collapsed: sets.collapsed.has(user_id),
    mentioned: sets.mentioned.has(user_id),
    topic_wildcard_mentioned: sets.topic_wildcard_mentioned.has(user_id),
    has_alert_word: sets.has_alert_word.has(user_id),
  }))
}

/** Writes the steps of polls and to-do lists; one without steps starts as its text says. */
async function writeWidgets(
  job: ImportJob,
  tx: Tx,
  messages: readonly ReadyMessage[],
  { users }: KnownIds,
): Promise<void> {
  const rows = messages.flatMap(({ id, record, content, sender_id }) => {
    const steps = (record.submessages ?? []).flatMap(({ senderKey, content: step }) => {
      const sender = users.get(keyOf(senderKey))
      return sender === undefined ? [] : [{ message_id: id, sender_id: sender, content: step }]
    })
    const widget = steps.length === 0 ? widgetOf(content) : undefined
    return widget ? [{ message_id: id, sender_id, content: JSON.stringify(widget) }] : steps
  })
  if (rows.length === 0) return
  const values = rows.map((row) => ({ realm_id: job.realm.id, ...row }))
  await tx.insertInto('submessages').values(values).execute()
}
