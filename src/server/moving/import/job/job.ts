import { createHash } from 'node:crypto'
import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { claimKeys, findImported } from '../../../data/import/keys'
import type { ImportKey, ImportScope } from '../../../data/import/keys'
import { beginImport } from '../../../data/import/runs'
import type { RealmRow, UserRow } from '../../../data/schema'
import type { Writer } from '../../../chat/posting/rendering/rendering'
import { realmAsWriter } from '../../../chat/posting/rendering/rendering'
import { KeySet } from './key-set'
import type { Pace } from './pace'
import type { PeopleMap } from './people-map'
import { importAddressKey } from '../../../data/import/old-addresses'
import { addressedKindOf } from '../records/addresses'
import type { ImportRecord } from '../records'
import type { Report } from './report'
import type { Trial } from './trial'

export type ImportContext = Pick<
  AppContext,
  'config' | 'db' | 'files' | 'log' | 'caches' | 'renderer'
>

/** A running import. */
export interface ImportJob {
  ctx: ImportContext
  realm: RealmRow
  source: string
  /** Whether the import makes the organization, so that the settings of the archive apply. */
  makesRealm: boolean
  /** Whether this import or an earlier one of the same source made the organization. */
  madeRealm: boolean
  people: PeopleMap
  report: Report
  /** Runs the batches. */
  pace: Pace
  /** The keys of the records of this run, by kind. */
  seen: Map<ImportRecord['kind'], KeySet>
  /** Takes the place of the database in a dry run, which writes nothing. */
  trial?: Trial | undefined
  /** Called first in each transaction; throws if the import must not go on. */
  guard?: ImportGuard | undefined
  /**
   * Set by a bridge, whose records come one by one into a live organization: there is no end to wait for, and clients are
   * told. Called in the transaction that makes accounts.
   */
  onNewUsers?: ((tx: Tx, users: readonly UserRow[]) => Promise<void>) | undefined
}

export type ImportGuard = (tx: Tx) => Promise<void>

export function scopeOf({ realm, source }: Pick<ImportJob, 'realm' | 'source'>): ImportScope {
  return { realmId: realm.id, source }
}

/** Max length of an unchanged key; longer keys would not fit into an index. */
const longestKey = 500

/** A key as the table holds it. */
export function keyOf(...parts: readonly (string | number)[]): string {
  const key = parts.join('/').replaceAll('\0', '').toWellFormed()
  return key.length <= longestKey ? key : createHash('sha256').update(key).digest('hex')
}

/** The key by which a record is remembered as imported; a tie of two records has both of their keys in it. */
export function recordKeyOf(record: ImportRecord): string {
  switch (record.kind) {
    case 'realm':
      return 'realm'
    case 'subscription':
    case 'read-position':
      return keyOf(record.streamKey, record.userKey)
    case 'topic-policy':
      return keyOf(record.streamKey, record.userKey, record.topic.toLowerCase())
    case 'profile-value':
      return keyOf(record.fieldKey, record.userKey)
    case 'reaction':
      return keyOf(record.messageKey, record.userKey, record.emojiKey ?? record.emojiName)
    case 'star':
      return keyOf(record.messageKey, record.userKey)
    case 'address':
      return keyOf(importAddressKey(addressedKindOf(record.to), record.key))
    default:
      return keyOf(record.key)
  }
}

/** Runs one batch in a transaction, in which its keys are remembered too. A dry run never gets here. */
export async function inBatch<T>(job: ImportJob, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (job.trial) throw new Error('A dry run writes nothing.')
  return job.ctx.db.transaction(async (tx) => {
    await job.guard?.(tx)
    if (!job.onNewUsers) await beginImport(tx, scopeOf(job), { makesRealm: job.makesRealm })
    return work(tx)
  })
}

/** Ids of records that are here already, by key. In a dry run, new records have ids below zero. */
export async function idsOf(
  job: ImportJob,
  kind: string,
  keys: readonly (string | undefined)[],
): Promise<Map<string, number>> {
  const wanted = keys.flatMap((key) => (key === undefined ? [] : [keyOf(key)]))
  const found = await findImported(job.ctx.db.query, scopeOf(job), kind, wanted)
  return job.trial ? new Map([...found, ...job.trial.find(kind, wanted)]) : found
}

/** Remembers records as imported; answers the keys that were not yet. */
export async function claim(
  job: ImportJob,
  tx: Tx,
  kind: string,
  keys: readonly ImportKey[],
): Promise<Set<string>> {
  return claimKeys(tx, scopeOf(job), kind, keys)
}

/**
 * The records that no earlier run has imported; the others are counted as known. A record whose key came before in this run
 * is left out and reported.
 */
export async function freshAmong<R extends ImportRecord>(
  job: ImportJob,
  records: readonly R[],
): Promise<R[]> {
  const [first] = records
  if (!first) return []
  const seen = job.seen.get(first.kind) ?? new KeySet()
  job.seen.set(first.kind, seen)
  const single = records.filter((record) => {
    const key = recordKeyOf(record)
    const isNew = seen.add(key)
    if (!isNew) job.report.remark({ reason: `Doubled ${first.kind}`, file: key })
    return isNew
  })
  const keys = single.map(recordKeyOf)
  const known = await idsOf(job, first.kind, keys)
  job.report.count(first.kind, { known: known.size })
  return single.filter((_record, index) => !known.has(keys[index] as string))
}

/** The writer of imported texts: they may name everything, since their own server allowed it. */
export function importWriter({ realm }: Pick<ImportJob, 'realm'>): Writer {
  return {
    ...realmAsWriter(realm.id),
    isImport: true,
    realm_linkifiers_version: realm.linkifiers_version,
    realm_settings: realm.settings,
  }
}
