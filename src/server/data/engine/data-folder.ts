import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { join, resolve } from 'node:path'

/** Another process has the embedded database of a folder open. */
export class DataFolderInUseError extends Error {
  override name = 'DataFolderInUseError'

  constructor(folder: string, pid: number, lockFile: string) {
    super(
      `The embedded database in ${folder} is in use by process ${pid}, probably a running ` +
        `server. Stop it first, or use DATABASE_URL to share a database. ` +
        `(If that process is something else, delete ${lockFile}.)`,
    )
  }
}

/** Whether a folder already contains the data of an embedded database. */
export function hasEmbeddedDatabase(folder: string): boolean {
  return existsSync(join(folder, 'PG_VERSION'))
}

/** Lock files held by this process. */
const held = new Set<string>()

/**
 * Locks the folder of an embedded database for this process, whose id is written to a file there. A
 * lock file left by a killed process, or from before the last boot, is ignored.
 * @returns releases the folder, as does the end of the process
 * @throws DataFolderInUseError
 */
export function lockDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lockFile = resolve(folder, 'parley.pid')
  while (!tryToWrite(lockFile)) {
    const pid = readHolder(lockFile)
    if (pid !== undefined) throw new DataFolderInUseError(folder, pid, lockFile)
    rmSync(lockFile, { force: true })
  }
  held.add(lockFile)
  const release = () => {
    process.off('exit', release)
    if (held.delete(lockFile)) rmSync(lockFile, { force: true })
  }
  process.once('exit', release)
  return release
}

function tryToWrite(lockFile: string): boolean {
  try {
    writeFileSync(lockFile, `${process.pid}\n`, { flag: 'wx' })
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Id of the process that holds a lock; undefined if it is gone. */
function readHolder(lockFile: string): number | undefined {
  try {
    const pid = Number(readFileSync(lockFile, 'utf8'))
    const startOfMachineMs = Date.now() - uptime() * 1000
    const isSinceBoot = statSync(lockFile).mtimeMs >= startOfMachineMs
    return isSinceBoot && isHolder(pid, lockFile) ? pid : undefined
  } catch (error) {
    // Released in the meantime.
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/**
 * Whether a process holds the folder. In a container every start may have the same process id: then
 * a file with this process's own id is a leftover of an earlier start.
 */
function isHolder(pid: number, lockFile: string): boolean {
  if (pid === process.pid) return held.has(lockFile)
  return Number.isSafeInteger(pid) && pid > 0 && isAlive(pid)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process exists but belongs to another user.
    return hasCode(error, 'EPERM')
  }
}

function hasCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code
}
