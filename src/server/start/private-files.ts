import { chmod, lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config/config'

/** All permissions of group and others. */
const rightsOfOthers = 0o077

/** New files of this process are private to its account: they hold keys and messages. */
export function keepNewFilesPrivate(): void {
  process.umask(rightsOfOthers)
}

/**
 * Removes the permissions of other accounts from the server's data, which earlier versions left open, and
 * logs that. An uploads folder outside of the data's folder is walked only if others may enter it, because
 * uploads can be many.
 */
export async function tightenFolders(
  { databaseUrl, dataDir, uploadsDir }: Pick<Config, 'databaseUrl' | 'dataDir' | 'uploadsDir'>,
  log: Logger,
): Promise<void> {
  if (!databaseUrl) await tighten(dataDir, log)
  if (await isOpen(uploadsDir)) await tighten(uploadsDir, log)
}

async function tighten(folder: string, log: Logger): Promise<void> {
  try {
    const files = await tightenTree(folder)
    if (files > 0) {
      log.warn({ folder, files }, 'other accounts of this machine had rights to files; taken away')
    }
  } catch (error) {
    log.warn({ folder, err: error }, 'could not take the rights of other accounts to files')
  }
}

/** Targets of links are left alone; they need not be ours. */
async function tightenTree(file: string): Promise<number> {
  const stats = await lstat(file).catch(undefinedIfMissing)
  if (!stats || stats.isSymbolicLink()) return 0
  const isLoose = (stats.mode & rightsOfOthers) !== 0
  // From the top down, so that other accounts cannot enter meanwhile.
  if (isLoose) await chmod(file, stats.mode & 0o7777 & ~rightsOfOthers)
  let changed = isLoose ? 1 : 0
  if (stats.isDirectory()) {
    for (const name of await readdir(file)) changed += await tightenTree(path.join(file, name))
  }
  return changed
}

async function isOpen(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(undefinedIfMissing)
  return stats !== undefined && (stats.mode & rightsOfOthers) !== 0
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  // ENOTDIR: the parent is a file.
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
