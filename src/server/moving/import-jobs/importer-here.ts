import type { AppContext } from '../../context'
import { holdImport } from '../../data/import/jobs'
import { getRealm } from '../../data/realms/realms'
import type { ImportJobRow } from '../../data/schema'
import { openAs, recognizeFormat } from '../import/formats'
import { PeopleMap } from '../import/job/people-map'
import { importArchive } from '../import/run'
import { withArchive } from './archive'
import { ImportLostError } from './importer'
import type { Importer, ImportOutcome, ImportWatch, OpenArchive } from './importer'

type ImporterContext = Pick<AppContext, 'config' | 'db' | 'files' | 'log' | 'caches' | 'renderer'>

/** Opens an archive in this process. */
const openHere: OpenArchive = async (file, { signal, onFormat }) => {
  const format = await recognizeFormat(file)
  onFormat(format)
  return openAs(format, file, signal)
}

/** An importer that writes in this process. @param open where the archive is read; absent: in this process, too */
export function createImporterHere(ctx: ImporterContext, open = openHere): Importer {
  return {
    run: (row, watch) =>
      withArchive(ctx, row, watch.signal, (file) => importFrom(ctx, row, watch, { file, open })),
  }
}

/** Imports an archive: as a dry run, or the import itself, which continues where the last attempt ended. */
async function importFrom(
  ctx: ImporterContext,
  row: ImportJobRow,
  { onProgress, signal }: ImportWatch,
  { file, open }: { file: string; open: OpenArchive },
): Promise<ImportOutcome> {
  let format = ''
  const archive = await open(file, {
    signal,
    onFormat(found) {
      format = found
      onProgress({ format, recordsRead: 0 })
    },
  })
  const realm = await getRealm(ctx.db.query, row.realm_id)
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
      isInEventLoop: ctx.config.databaseUrl === undefined,
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
