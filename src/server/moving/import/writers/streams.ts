import type { Tx } from '../../../data/engine/database'
import { listTakenNames } from '../../../data/import/streams'
import {
  insertImportedSubscriptions,
  insertReadPositions,
  insertTopicPolicies,
  insertWaitingPeriods,
  listSubscriptionsAmong,
  openWholePeriods,
} from '../../../data/import/streams'
import type { WaitingPeriod } from '../../../data/import/streams'
import { firstCharacters } from '../../../../shared/rules/characters'
import { systemGroups } from '../../../../shared/rules/system-groups'
import { streamPermissions } from '../../../../shared/stream-permissions'
import { sizeLimits } from '../../../chat/rules/limits'
import { composed, withoutHidden } from '../../../lib/characters'
import { claim, freshAmong, idsOf, inBatch, keyOf, recordKeyOf } from '../job/job'
import type { ImportJob } from '../job/job'
import type { Trial } from '../job/trial'
import type {
  ReadPositionRecord,
  StreamRecord,
  SubscriptionRecord,
  TopicPolicyRecord,
} from '../records'
import { renderTexts } from '../job/texts'
import { permissionReader } from './groups-of'
import { idsOfPeople } from './unknown-people'
import { foldCase } from '../../../../shared/rules/letter-case'

const usualColor = '#76ce90'

/**
 * Writes streams. A stream whose name is taken here gets another name, so that no existing stream gains old messages.
 */
export async function writeStreams(
  job: ImportJob,
  records: readonly StreamRecord[],
): Promise<number> {
  const fresh = await freshAmong(job, records)
  if (fresh.length === 0) return 0
  const names = await freeNames(job, fresh)
  const creators = await idsOf(
    job,
    'user',
    fresh.map(({ creatorKey }) => creatorKey),
  )
  const folders = await idsOf(
    job,
    'folder',
    fresh.map(({ folderKey }) => folderKey),
  )
  const read = await permissionReader(
    job,
    fresh.map(({ permissions }) => permissions),
  )
  const described = fresh.map(({ description = '' }) =>
    firstCharacters(description.replaceAll('\0', ''), sizeLimits.streamDescriptionCharacters),
  )
  const rendered = await renderTexts(job, described)
  const allowed = fresh.map(({ permissions }) => read(permissions, streamPermissions))
  if (job.trial) {
    return job.trial.claim(
      'stream',
      fresh.map(({ key }) => ({ key: keyOf(key) })),
    ).size
  }
  return inBatch(job, async (tx) => {
    const rows = fresh.map((record, index) => {
      const permissions = allowed[index] as (typeof allowed)[number]
      return {
        realm_id: job.realm.id,
        name: names[index] as string,
        description: described[index] as string,
        rendered_description: rendered[index]?.rendered.html ?? '',
        invite_only: record.isPrivate,
        is_announcement_only:
          permissions['can_send_message_group'] === systemGroups.administrators.id,
        history_public_to_subscribers: record.hasSharedHistory ?? true,
        is_default: (record.isDefault ?? false) && !record.isArchived,
        creator_id: creators.get(keyOf(record.creatorKey ?? '')) ?? null,
        folder_id: folders.get(keyOf(record.folderKey ?? '')) ?? null,
        permissions,
        message_retention_days: retentionOf(record),
        created_at: record.createdAt ?? tx.now,
        deactivated_at: record.isArchived ? tx.now : null,
      }
    })
    const inserted = await tx.insertInto('streams').values(rows).returning('id').execute()
    const ids = inserted.map(({ id }) => id).sort((a, b) => a - b)
    const keys = fresh.map(({ key }, index) => ({ key: keyOf(key), id: ids[index] as number }))
    await claim(job, tx, 'stream', keys)
    return keys.length
  })
}

function retentionOf({ retentionDays = null }: StreamRecord): number | null {
  const isValid =
    retentionDays === -1 || (Number.isInteger(retentionDays) && Number(retentionDays) > 0)
  return isValid ? retentionDays : null
}

/** Names that no live stream has, in the order of the records. */
async function freeNames(job: ImportJob, records: readonly StreamRecord[]): Promise<string[]> {
  const wanted = records.map(({ name }) => {
    const clean = withoutHidden(composed(name.toWellFormed())).trim()
    return firstCharacters(clean, sizeLimits.streamNameCharacters).trim() || 'stream'
  })
  const variants = (name: string) => [
    name,
    ...Array.from({ length: 20 }, (_, index) => {
      const ending = index === 0 ? ' (imported)' : ` (imported ${index + 1})`
      return firstCharacters(name, sizeLimits.streamNameCharacters - ending.length) + ending
    }),
  ]
  const taken = await listTakenNames(job.ctx.db.query, job.realm.id, wanted.flatMap(variants))
  const tried = job.trial?.setOf('name of a stream')
  return records.map((record, index) => {
    const name = wanted[index] as string
    if (record.isArchived) return name
    const isTaken = (each: string) => taken.has(each) || tried?.has(each) === true
    const free = variants(name).find((each) => !isTaken(foldCase(each))) ?? `${record.key}`
    taken.add(foldCase(free))
    tried?.add(foldCase(free))
    if (free !== record.name) {
      job.report.remark({
        reason: 'Stream with another name here',
        file: `${record.name} is now ${free}`,
      })
    }
    return free
  })
}

/** A record that ties a user to a stream. */
type TieRecord = SubscriptionRecord | ReadPositionRecord | TopicPolicyRecord

type Tie<R extends TieRecord> = R & { key: string; user_id: number; stream_id: number }

/**
 * Ties that no earlier run has imported, with the ids of their users and streams. A tie with an unknown one is left out
 * and reported.
 */
async function freshTies<R extends TieRecord>(
  job: ImportJob,
  records: readonly R[],
): Promise<Tie<R>[]> {
  const fresh = await freshAmong(job, records)
  const streams = await idsOf(
    job,
    'stream',
    fresh.map(({ streamKey }) => streamKey),
  )
  const userKeys = fresh
    .filter(({ streamKey }) => streams.has(keyOf(streamKey)))
    .map(({ userKey }) => userKey)
  const isMembership = fresh[0]?.kind === 'subscription'
  const users = isMembership ? await idsOfPeople(job, userKeys) : await idsOf(job, 'user', userKeys)
  return fresh.flatMap((record) => {
    const user_id = users.get(keyOf(record.userKey))
    const stream_id = streams.get(keyOf(record.streamKey))
    const key = recordKeyOf(record)
    if (user_id !== undefined && stream_id !== undefined) {
      return [{ ...record, key, user_id, stream_id }]
    }
    job.report.remark({ reason: `Unknown user or stream of a ${record.kind}`, file: key })
    return []
  })
}

async function claimTies(job: ImportJob, tx: Tx, ties: readonly Tie<TieRecord>[]): Promise<void> {
  const keys = ties.map(({ key, stream_id }) => ({ key, id: stream_id }))
  await claim(job, tx, ties[0]?.kind ?? 'subscription', keys)
}

/** Writes subscriptions; their periods wait until all messages have ids. */
export async function writeSubscriptions(
  job: ImportJob,
  records: readonly SubscriptionRecord[],
): Promise<number> {
  const ties = await freshTies(job, records)
  if (ties.length === 0) return 0
  if (job.trial) return tryOutSubscriptions(job, job.trial, ties)
  const scope = { realmId: job.realm.id, source: job.source }
  return inBatch(job, async (tx) => {
    await claimTies(job, tx, ties)
    const inserted = await insertImportedSubscriptions(
      tx,
      job.realm.id,
      ties.map((tie) => ({
        ...{ user_id: tie.user_id, stream_id: tie.stream_id, active: tie.isActive },
        color: /^#[0-9a-f]{6}$/i.test(tie.color ?? '')
          ? (tie.color as string).toLowerCase()
          : usualColor,
        is_muted: tie.isMuted ?? false,
        pin_to_top: tie.isPinned ?? false,
        desktop_notifications: tie.notifications?.desktop ?? null,
        audible_notifications: tie.notifications?.audible ?? null,
        push_notifications: tie.notifications?.push ?? null,
        email_notifications: tie.notifications?.email ?? null,
        wildcard_mentions_notify: tie.notifications?.wildcards ?? null,
      })),
    )
    const isNew = new Set(inserted.map(({ user_id, stream_id }) => `${user_id}/${stream_id}`))
    const own = ties.filter(({ user_id, stream_id }) => isNew.has(`${user_id}/${stream_id}`))
    // In a live organization the messages of the import count as read until the periods are known.
    if (job.makesRealm) await openWholePeriods(tx, job.realm.id, own)
    const periods = own.flatMap((tie) => periodsOf(tie, !job.makesRealm))
    await insertWaitingPeriods(tx, scope, periods)
    return own.length
  })
}

/** The number of subscriptions that are new: people may have subscribed to streams of an earlier archive since. */
async function tryOutSubscriptions(
  job: ImportJob,
  trial: Trial,
  ties: readonly Tie<SubscriptionRecord>[],
): Promise<number> {
  const present = await listSubscriptionsAmong(job.ctx.db.query, job.realm.id, ties)
  const known = new Set(present.map(({ user_id, stream_id }) => `${user_id}/${stream_id}`))
  const places = ties.map(({ user_id, stream_id }) => ({ key: `${user_id}/${stream_id}` }))
  trial.claim('subscription', ties)
  return trial.claim(
    'subscription by ids',
    places.filter(({ key }) => !known.has(key)),
  ).size
}

const everything = { from_position: -1, to_position: null }
const nothing = { from_position: -1, to_position: -1 }

/** @param needsOne whether a subscription without periods of its own has no open one yet */
function periodsOf(
  tie: SubscriptionRecord & { user_id: number; stream_id: number },
  needsOne: boolean,
): WaitingPeriod[] {
  const { user_id, stream_id, periods = [], isActive } = tie
  const waiting = periods.map((period) => ({
    ...{ user_id, stream_id },
    from_position: 'from' in period ? period.from.getTime() - 1 : period.after,
    to_position: 'from' in period ? (period.to?.getTime() ?? null) : (period.upTo ?? null),
  }))
  if (waiting.length > 0) return waiting
  if (isActive) return needsOne ? [{ user_id, stream_id, ...everything }] : []
  // A person who left at an unknown time counts as having received nothing.
  return [{ user_id, stream_id, ...nothing }]
}

export async function writeReadPositions(
  job: ImportJob,
  records: readonly ReadPositionRecord[],
): Promise<number> {
  const ties = await freshTies(job, records)
  if (ties.length === 0) return 0
  if (job.trial) return job.trial.claim('read-position', ties).size
  return inBatch(job, async (tx) => {
    await claimTies(job, tx, ties)
    const positions = ties.map(({ user_id, stream_id, readUntil }) => ({
      ...{ user_id, stream_id, at: readUntil.getTime() },
    }))
    await insertReadPositions(tx, { realmId: job.realm.id, source: job.source }, positions)
    return ties.length
  })
}

export async function writeTopicPolicies(
  job: ImportJob,
  records: readonly TopicPolicyRecord[],
): Promise<number> {
  const ties = await freshTies(job, records)
  const chosen = ties.filter(({ policy }) => policy !== 0)
  if (chosen.length === 0) return 0
  if (job.trial) return job.trial.claim('topic-policy', chosen).size
  return inBatch(job, async (tx) => {
    await claimTies(job, tx, chosen)
    await insertTopicPolicies(
      tx,
      job.realm.id,
      chosen.map(({ user_id, stream_id, topic, policy, updatedAt }) => ({
        ...{ user_id, stream_id, topic, policy, updated_at: updatedAt ?? tx.now },
      })),
    )
    return chosen.length
  })
}
