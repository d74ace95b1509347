import type { AppContext } from '../../../context'
import type { ExportScope } from '../../../data/exports/scope'
import type { RealmRow } from '../../../data/schema'
import type { TarArchive, TextSink } from '../../../stores/files/tar-archive'
import type { Numbering } from './numbering'
import type { ArchiveRow } from './rows'

/** Context of a running export. */
export interface ExportJob {
  ctx: Pick<AppContext, 'db' | 'files' | 'presence'>
  realm: RealmRow
  scope: ExportScope
  numbering: Numbering
  archive: TarArchive
  /** Name of the archive's top folder, with a trailing slash. */
  root: string
  /** Newest exported message id; later messages are left out. */
  upToId: number
  streamRecipients: ReadonlyMap<number, number>
  userRecipients: ReadonlyMap<number, number>
  /** @throws when this worker must stop: the worker stops, or another worker took the export over */
  check(): void
}

/** Rows by table name. */
export type Tables = Readonly<Record<string, AsyncIterable<ArchiveRow> | Iterable<ArchiveRow>>>

/** Writes tables into a file, one row at a time. */
export async function writeTables(
  { archive, root, check }: Pick<ExportJob, 'archive' | 'root' | 'check'>,
  name: string,
  tables: Tables,
): Promise<void> {
  await archive.addText(root + name, async (sink) => {
    let before = '{'
    for (const [table, rows] of Object.entries(tables)) {
      await sink.write(`${before}"${table}":`)
      await writeList(sink, rows, check)
      before = ','
    }
    await sink.write('}')
  })
}

export async function writeList(
  sink: TextSink,
  rows: AsyncIterable<unknown> | Iterable<unknown>,
  check: () => void,
): Promise<void> {
  let before = '['
  for await (const row of rows) {
    check()
    await sink.write(before + JSON.stringify(row))
    before = ','
  }
  await sink.write(before === '[' ? '[]' : ']')
}
