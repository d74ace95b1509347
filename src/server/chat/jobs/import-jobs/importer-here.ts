import type { AppContext } from '../../../context'
import { holdImport } from '../../../data/import/jobs'
import { getRealm } from '../../../data/realms/realms'
import type { ImportJobRow } from '../../../data/schema'
import { openAs, recognizeFormat } from '../import/formats'
import { PeopleMap } from '../import/job/people-map'
import { importArchive } from '../import/run'
import { withArchive } from './archive'
import { ImportLostError } from './importer'
import type { Importer, ImportOutcome, ImportWatch } from './importer'

type ImporterContext = Pick<AppContext, 'config' | 'db' | 'files' | 'log' | 'memory' | 'renderer'>

/** An importer that works in this process. */
export function createImporterHere(ctx: ImporterContext): Importer {
  return {
    run: (row, watch) =>
      withArchive(ctx, row, watch.signal, (file) => readArchive(ctx, row, file, watch)),
  }
}

/** Reads the archive: for a dry run, or for the import itself, which continues where the last attempt ended. */
async function readArchive(
  ctx: ImporterContext,
  row: ImportJobRow,
  file: string,
  { onProgress, signal }: ImportWatch,
): Promise<ImportOutcome> {
  const format = await recognizeFormat(file)
  onProgress({ format, recordsRead: 0 })
  const realm = await getRealm(ctx.db.query, row.realm_id)
  const archive = await openAs(format, file, signal)
  try {
    const actor = {
      source: 'server',
      userId: row.acting_user_id,
      address: null,
      client: null,
    } as const
    const { report } = await importArchive({ ...ctx, db: ctx.db.as(actor) }, archive, {
      into: realm.string_id,
      people: row.people === null ? PeopleMap.empty : PeopleMap.parse(row.people),
      isDryRun: row.state === 'checking',
      resumes: true,
      onProgress: ({ recordsRead }) => onProgress({ format, recordsRead }),
      signal,
      guard: async (tx) => {
        if (!(await holdImport(tx, row))) throw new ImportLostError()
      },
    })
    const { source } = archive
    return { report: { source, kinds: report.kinds(), remarks: report.remarks() }, format }
  } finally {
    await archive.close()
  }
}
