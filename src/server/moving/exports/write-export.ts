import { inSnapshot } from '../../data/exports/snapshot'
import type { ExportScope, MessageScope } from '../../data/exports/scope'
import { readScope } from '../../data/exports/scope'
import type { ExportFormat } from '../../data/schema'
import { createFolderOutput } from '../../stores/files/export-output'
import { createTarArchive } from '../../stores/files/tar-archive'
import { BadRequestError } from '../../chat/rules/errors'
import { writeScope } from './archive'
import { writeSite } from './html/site'
import { writeJsonLines } from './jsonl/write-jsonl'
import { beginReading } from './tables/reading'
import type { ExportContext } from './tables/reading'

export const exportFormats = ['zulip', 'jsonl', 'html'] as const satisfies readonly ExportFormat[]

/** The part of a realm that is exported, by its kind or by itself. */
export type ExportPart = ExportScope['kind'] | MessageScope

export interface ExportOptions {
  format: ExportFormat
  part: ExportPart
  /** Path that does not exist yet; deleted if the export fails. `html` makes a folder, unless the path ends in `.tar.gz`. */
  output: string
  signal?: AbortSignal | undefined
  /** Whether lines are compressed; unless given, the name of the output decides. */
  isCompressed?: boolean
  /** Whether pages go into one archive; unless given, the name of the output decides. */
  isPacked?: boolean
}

/**
 * Writes an export of an organization while the server runs: on PostgreSQL one snapshot of it, in the memory of a page.
 *
 * @returns its size in bytes
 * @throws BadRequestError for the words of a person in an archive of Zulip
 * Source: docs/exporting.md.
 */
export async function writeExport(
  ctx: ExportContext,
  realmId: number,
  options: ExportOptions,
): Promise<number> {
  const isEmbedded = ctx.config.databaseUrl === undefined
  return inSnapshot(ctx.db, isEmbedded, async (db) => {
    const { part } = options
    const scope = typeof part === 'string' ? await readScope(db.query, realmId, part) : part
    return writeFormat({ ...ctx, db }, realmId, scope, options)
  })
}

async function writeFormat(
  ctx: ExportContext,
  realmId: number,
  scope: MessageScope,
  { format, output: file, signal, isCompressed, isPacked }: ExportOptions,
): Promise<number> {
  if (format === 'zulip') {
    if (scope.kind === 'person') {
      throw new BadRequestError('An archive of Zulip is of an organization, not of one person.')
    }
    return writeScope(ctx, realmId, { scope, file, signal })
  }
  const reading = await beginReading(ctx, realmId, scope, signal)
  if (format === 'jsonl') return writeJsonLines(reading, file, isCompressed)
  const isArchive = isPacked ?? file.endsWith('.tar.gz')
  const output = isArchive
    ? createTarArchive(file, () => ctx.files.incoming.newPath())
    : await createFolderOutput(file)
  try {
    await writeSite(reading, output, isArchive ? `${siteFolder(reading.realm.string_id)}/` : '')
    return await output.finish()
  } catch (error) {
    await output.discard()
    throw error
  }
}

function siteFolder(subdomain: string): string {
  return `parley-export-${subdomain || 'root'}`
}
