import {
  beginImport,
  findUnfinishedImport,
  hasMadeRealm,
  noteMadeRealm,
} from '../../data/import/runs'
import { findRealmByStringId } from '../../data/realms/realms'
import type { Tx } from '../../data/engine/database'
import type { RealmRow } from '../../data/schema'
import type { FileStore } from '../../stores/files/file-store'
import { checkRealmName, createBareRealm } from '../../chat/actions/realms/create-realm'
import { subdomainPattern } from '../../chat/actions/realms/find-realm'
import { BadRequestError } from '../../chat/rules/errors'
import { firstCharacters } from '../../../shared/rules/characters'
import { finishImport } from './finish'
import type { ImportContext, ImportGuard, ImportJob } from './job/job'
import { readEventCount } from '../../data/import/live-traffic'
import { Pace } from './job/pace'
import type { PeopleMap } from './job/people-map'
import type { ArchiveReader, RealmRecord } from './records'
import { Report } from './job/report'
import { Trial } from './job/trial'
import { RecordSink } from './sink'
import { writeLateSettings } from './writers/realm'

export interface ImportOptions {
  /** Subdomain of the organization, which is made if it does not exist. */
  into: string
  people: PeopleMap
  /** Reads everything and writes nothing. */
  isDryRun: boolean
  /** Goes on with an import that was broken off. */
  resumes: boolean
  /** Told after each batch. */
  onProgress?: (report: Report) => void
  /** Ends the run before the next record. */
  signal?: AbortSignal
  guard?: ImportGuard
  /** Whether the database runs in the event loop of a worker that serves people meanwhile. */
  isInEventLoop?: boolean
}

/** The outcome of an import. */
export interface Imported {
  report: Report
  /** The organization; undefined in a dry run into a new one. */
  realm: RealmRow | undefined
  madeRealm: boolean
}

/**
 * Imports an archive into an organization. Records of earlier runs are skipped, so a repeated run changes nothing, an
 * interrupted run continues, and a newer archive adds its new records. Changes that were made here stay.
 *
 * @throws BadRequestError for an unfinished import that is not to go on, an invalid subdomain, and an archive that
 * cannot be read as a whole
 */
export async function importArchive(
  ctx: ImportContext,
  reader: ArchiveReader,
  options: ImportOptions,
): Promise<Imported> {
  const report = new Report()
  if (!subdomainPattern.test(options.into)) {
    throw new BadRequestError(
      'The subdomain of an organization has at most 40 lower-case letters, digits and hyphens.',
    )
  }
  const records = reader.records(report.remark)[Symbol.asyncIterator]()
  const present = await findRealmByStringId(ctx.db.query, options.into)
  const unfinished =
    present &&
    (await findUnfinishedImport(ctx.db.query, { realmId: present.id, source: reader.source }))
  if (unfinished && !options.resumes && !options.isDryRun) {
    throw new BadRequestError('An import of this archive was broken off: --resume goes on with it.')
  }
  if (present?.deactivated_at && !unfinished) {
    throw new BadRequestError(`The organization '${options.into}' is deactivated.`)
  }
  const first = await records.next()
  const realmRecord = !first.done && first.value.kind === 'realm' ? first.value : undefined
  const wanted = { stringId: options.into, source: reader.source, record: realmRecord }
  const trial = options.isDryRun ? new Trial() : undefined
  const make = trial ? imagineRealm : makeRealm
  const realm = present ?? (await make(ctx, wanted))
  const scope = { realmId: realm.id, source: reader.source }
  const makesRealm = unfinished?.makes_realm ?? !present
  const job: ImportJob = {
    ctx: trial ? contextOfTrial(ctx) : ctx,
    realm,
    source: reader.source,
    makesRealm,
    madeRealm: makesRealm || (await hasMadeRealm(ctx.db.query, scope)),
    people: options.people,
    report,
    pace: new Pace({
      isInEventLoop: options.isInEventLoop ?? false,
      countEvents: () => readEventCount(ctx.db.query),
    }),
    guard: options.guard,
    seen: new Map(),
    trial,
  }
  const sink = new RecordSink(job, () => options.onProgress?.(report))
  try {
    for (let step = first; !step.done; step = await records.next()) {
      options.signal?.throwIfAborted()
      await sink.add(step.value)
    }
  } finally {
    await records.return?.(undefined)
  }
  await sink.end()
  if (trial) {
    await writeLateSettings(job, realmRecord)
    return { report, realm: present, madeRealm: false }
  }
  // A run that wrote nothing has begun no import.
  if (await findUnfinishedImport(ctx.db.query, scope)) {
    await writeLateSettings(job, realmRecord)
    await finishImport(job)
  }
  return { report, realm: job.realm, madeRealm: makesRealm }
}

interface RealmOfArchive {
  stringId: string
  source: string
  record: RealmRecord | undefined
}

/** Makes the organization, deactivated until the import ends. */
async function makeRealm(ctx: ImportContext, wanted: RealmOfArchive): Promise<RealmRow> {
  return ctx.db.transaction(async (tx) => {
    const realm = await insertRealm(tx, wanted)
    const scope = { realmId: realm.id, source: wanted.source }
    await beginImport(tx, scope, { makesRealm: true })
    await noteMadeRealm(tx, scope)
    return realm
  })
}

async function insertRealm(tx: Tx, { stringId, record }: RealmOfArchive): Promise<RealmRow> {
  const told = firstCharacters(record?.name.trim() ?? '', 100)
  return createBareRealm(tx, { stringId, name: checkRealmName(told || stringId || 'Imported') })
}

/** The organization that an import would make: made and taken back at once. */
async function imagineRealm(ctx: ImportContext, wanted: RealmOfArchive): Promise<RealmRow> {
  let imagined: RealmRow | undefined
  const takenBack = new Error('taken back')
  const making = ctx.db.transaction(async (tx) => {
    imagined = await insertRealm(tx, wanted)
    throw takenBack
  })
  await making.catch((error: unknown) => {
    if (error !== takenBack) throw error
  })
  return imagined as unknown as RealmRow
}

/** A context whose file store keeps nothing. */
function contextOfTrial(ctx: ImportContext): ImportContext {
  const store: FileStore = {
    put: () => Promise.resolve(),
    read: (...args) => ctx.files.store.read(...args),
    delete: () => Promise.resolve(),
    list: () => ctx.files.store.list(),
  }
  return { ...ctx, files: { ...ctx.files, store } }
}
