import { createWriteStream } from 'node:fs'
import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { AppContext } from '../../context'
import type { ImportJobRow } from '../../data/schema'
import { fixedError } from '../../lib/api-error'
import { largestPartBytes } from '../../../shared/realm-imports'
import { BadRequestError } from '../../chat/rules/errors'
import { makeTemporaryFolder } from '../import/archive/temporary-folder'

/** The same refusal for paths that lead out of the folder, so that the answer reveals no files of the server. */
export class NoSuchArchiveError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The folder of the operator has no file or folder of this path.',
  example: 'There is no such archive in the folder of this server.',
}) {}

const mib = 1024 * 1024

/** Size of the parts of uploads that begin now: no larger than files that the proxy lets through. */
export function newPartBytes({ maxFileUploadMib }: AppContext['config']): number {
  return Math.min(largestPartBytes, maxFileUploadMib * mib)
}

/** Size of each part of an uploaded archive but the last. */
export function partBytesOf(
  { part_bytes: partBytes }: Pick<ImportJobRow, 'part_bytes'>,
  config: AppContext['config'],
): number {
  return partBytes ?? newPartBytes(config)
}

/** Names of the parts of an uploaded archive in the file store. */
export function keysOfParts(
  row: Pick<ImportJobRow, 'realm_id' | 'path_key' | 'bytes' | 'part_bytes'>,
  config: AppContext['config'],
): string[] {
  const { realm_id, path_key, bytes } = row
  if (path_key === null || bytes === null) return []
  const parts = Math.ceil(bytes / partBytesOf(row, config))
  return Array.from({ length: parts }, (_, number) => `imports/${realm_id}/${path_key}/${number}`)
}

/**
 * The path of an archive in the folder of the operator, with links resolved.
 * @throws NoSuchArchiveError for a path that leads out of the folder, too
 */
export async function findInFolder(folder: string | undefined, wanted: string): Promise<string> {
  const isSafe =
    wanted !== '' &&
    !path.isAbsolute(wanted) &&
    !wanted.includes('\0') &&
    !wanted.split(/[/\\]/).includes('..')
  if (folder === undefined || !isSafe) throw new NoSuchArchiveError()
  try {
    const top = await realpath(folder)
    const found = await realpath(path.join(top, wanted))
    if (found.startsWith(top + path.sep)) return found
  } catch {
    // Missing, or not readable.
  }
  throw new NoSuchArchiveError()
}

/**
 * Calls `work` with the path of an archive on the local disk. The parts of an uploaded one become one file in a temporary
 * folder, which is deleted afterwards.
 * @throws NoSuchArchiveError if this worker's folder lacks it; BadRequestError if a part is lost
 */
export async function withArchive<T>(
  ctx: Pick<AppContext, 'config' | 'files'>,
  row: ImportJobRow,
  signal: AbortSignal,
  work: (file: string) => Promise<T>,
): Promise<T> {
  if (row.path_key === null) {
    return work(await findInFolder(ctx.config.importFolder, row.file_name))
  }
  const { folder, remove } = await makeTemporaryFolder()
  try {
    const file = path.join(folder, 'archive')
    for (const key of keysOfParts(row, ctx.config)) {
      const part = await ctx.files.store.read(key)
      if (!part) throw new BadRequestError('A part of the uploaded archive is lost.')
      await pipeline(part.body, createWriteStream(file, { flags: 'a' }), { signal })
    }
    return await work(file)
  } finally {
    await remove()
  }
}
