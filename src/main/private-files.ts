import { chmod, lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config/config'

/** Everybody's but the owner's rights. */
const rightsOfOthers = 0o077

/** What this process makes from now on is its account's alone: it holds keys and messages. */
export function keepNewFilesPrivate(): void {
  process.umask(rightsOfOthers)
}

/**
 * Takes the rights of other accounts from the data of a server, which earlier versions of it left
 * them, and says so in the log. Uploads outside of the data's folder are looked through only if
 * others may enter theirs, for they can be many.
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

/** Of what a link points to nothing is changed; that need not be ours. */
async function tightenTree(file: string): Promise<number> {
  const stats = await lstat(file).catch(undefinedIfMissing)
  if (!stats || stats.isSymbolicLink()) return 0
  const isLoose = (stats.mode & rightsOfOthers) !== 0
  // From the top down: nobody enters meanwhile.
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
  // Neither is anything below a file.
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
