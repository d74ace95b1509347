import type { AppContext } from '../../context'
import { newestMessageId } from '../../data/exports/messages'
import { readScope } from '../../data/exports/scope'
import type { ExportScope } from '../../data/exports/scope'
import { largestGroupId, mapRecipients } from '../../data/exports/recipients'
import { listAppliedMigrations } from '../../data/engine/migrate'
import { getRealm } from '../../data/realms/realms'
import { createTarArchive } from '../../stores/files/tar-archive'
import { writeFiles } from './files'
import { writeMessages } from './messages'
import { Numbering } from './writing/numbering'
import { realmTables } from './tables'
import { writeTables } from './writing/write-tables'
import type { ExportJob } from './writing/write-tables'

/**
 * Writes an export of an organization in the archive format of the reference: everything, or public data, or
 * public data and the data of consenting users. Holds one page of rows in memory at a time.
 *
 * @param file path that does not exist yet; deleted if the export fails
 * @returns its size in bytes
 * Source: docs/protocol/import.md#archive.
 */
export async function writeArchive(
  ctx: ArchiveContext,
  realmId: number,
  { kind, file, signal }: { kind: ExportScope['kind']; file: string; signal?: AbortSignal },
): Promise<number> {
  const scope = await readScope(ctx.db.query, realmId, kind)
  return writeScope(ctx, realmId, { scope, file, signal })
}

type ArchiveContext = Pick<AppContext, 'db' | 'files' | 'presence'>

/** The same for a part of the organization. */
export async function writeScope(
  ctx: ArchiveContext,
  realmId: number,
  { scope, file, signal }: { scope: ExportScope; file: string; signal?: AbortSignal | undefined },
): Promise<number> {
  const { db, files } = ctx
  const realm = await getRealm(db.query, realmId)
  const archive = createTarArchive(file, () => files.incoming.newPath())
  const upToId = await newestMessageId(db.query, realmId)
  const recipients = await mapRecipients(db.query, realmId)
  const job: ExportJob = {
    ...{ ctx, realm, archive, ...recipients },
    scope,
    numbering: new Numbering((await largestGroupId(db.query, realmId)) + 1),
    root: `zulip-export-${realm.string_id || 'root'}/`,
    upToId,
    check: () => signal?.throwIfAborted(),
  }
  try {
    // Messages come first: the tables, read later, then contain everything that messages refer to.
    await writeMessages(job)
    await writeTables(job, 'realm.json', realmTables(job))
    await writeFiles(job)
    await writeFacts(job)
    return await archive.finish()
  } catch (error) {
    await archive.discard()
    throw error
  }
}

async function writeFacts({ ctx, archive, root, scope }: ExportJob): Promise<void> {
  const facts = {
    'export_settings.json': { export_type: scope.kind === 'public' ? 1 : 2, writer: 'parley' },
    'migration_status.json': { parley: await listAppliedMigrations(ctx.db.query) },
    'analytics.json': {},
  }
  for (const [name, value] of Object.entries(facts)) {
    await archive.addText(root + name, (sink) => sink.write(JSON.stringify(value)))
  }
}
