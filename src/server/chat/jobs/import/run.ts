import { findUnfinishedImport, beginImport } from '../../../data/import/runs'
import { findRealmByStringId } from '../../../data/realms/realms'
import type { RealmRow } from '../../../data/schema'
import { checkRealmName, createBareRealm } from '../../actions/realms/create-realm'
import { subdomainPattern } from '../../actions/realms/find-realm'
import { BadRequestError } from '../../rules/errors'
import { firstCharacters } from '../../../../shared/rules/characters'
import { finishImport } from './finish'
import { recordKeyOf } from './job/job'
import type { ImportContext, ImportGuard, ImportJob } from './job/job'
import { findImported } from '../../../data/import/keys'
import { readEventCount } from '../../../data/import/live-traffic'
import { Pace } from './job/pace'
import type { PeopleMap } from './job/people-map'
import type { ArchiveReader, ImportRecord, RealmRecord } from './records'
import { Report } from './job/report'
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
  if (options.isDryRun) {
    await countRecords({ ctx, realm: present, source: reader.source, report, options }, records)
    return { report, realm: present, madeRealm: false }
  }
  const first = await records.next()
  const realmRecord = !first.done && first.value.kind === 'realm' ? first.value : undefined
  const realm = present ?? (await makeRealm(ctx, options.into, reader.source, realmRecord))
  const makesRealm = unfinished?.makes_realm ?? !present
  const job: ImportJob = {
    ctx,
    realm,
    source: reader.source,
    makesRealm,
    people: options.people,
    report,
    pace: new Pace({ countEvents: () => readEventCount(ctx.db.query) }),
    guard: options.guard,
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
  // A run that wrote nothing has begun no import.
  if (await findUnfinishedImport(ctx.db.query, { realmId: realm.id, source: reader.source })) {
    await writeLateSettings(job, realmRecord)
    await finishImport(job)
  }
  return { report, realm: job.realm, madeRealm: makesRealm }
}

/** Makes the organization, deactivated until the import ends. */
async function makeRealm(
  ctx: ImportContext,
  stringId: string,
  source: string,
  record: RealmRecord | undefined,
): Promise<RealmRow> {
  const told = firstCharacters(record?.name.trim() ?? '', 100)
  const name = checkRealmName(told || stringId || 'Imported')
  return ctx.db.transaction(async (tx) => {
    const realm = await createBareRealm(tx, { stringId, name })
    await beginImport(tx, { realmId: realm.id, source }, { makesRealm: true })
    return realm
  })
}

/** Max records whose keys one query of a dry run looks up. */
const recordsPerLook = 1_000

interface DryRun {
  ctx: ImportContext
  realm: RealmRow | undefined
  source: string
  report: Report
  options: ImportOptions
}

async function countRecords(
  { ctx, realm, source, report, options }: DryRun,
  records: AsyncIterator<ImportRecord>,
): Promise<void> {
  let waiting: ImportRecord[] = []
  const look = async (): Promise<void> => {
    const [first] = waiting
    if (!first) return
    const keys = waiting.map(recordKeyOf)
    const known = realm
      ? await findImported(ctx.db.query, { realmId: realm.id, source }, first.kind, keys)
      : new Map<string, number>()
    report.count(first.kind, {
      read: waiting.length,
      known: keys.filter((key) => known.has(key)).length,
    })
    waiting = []
    options.signal?.throwIfAborted()
    options.onProgress?.(report)
  }
  for (let step = await records.next(); !step.done; step = await records.next()) {
    const record = step.value
    if (waiting[0]?.kind !== record.kind || waiting.length >= recordsPerLook) await look()
    if (record.kind === 'user' && record.email === null && !record.isBot) {
      report.remark({ reason: 'Person without an address', file: record.key })
    }
    waiting.push(record)
  }
  await look()
}
