import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'

/** A folder for the files of one import. */
export interface TemporaryFolder {
  folder: string
  /** Deletes the folder. */
  remove: () => Promise<void>
}

const prefix = 'parley-import-'
const pattern = /^parley-import-(.+)\.(\d+)\.[^.]+$/

const host = hostname().replace(/[^A-Za-z0-9-]/g, '-') || 'host'
/** The folders of this process. */
const own = new Set<string>()

/**
 * Makes a folder in TMPDIR. Its name contains the process id, so that the next import on the same host deletes the
 * folders of imports that were killed.
 */
export async function makeTemporaryFolder(): Promise<TemporaryFolder> {
  await removeAbandonedFolders()
  const folder = await mkdtemp(path.join(tmpdir(), `${prefix}${host}.${process.pid}.`))
  own.add(path.basename(folder))
  return {
    folder,
    remove: async () => {
      await rm(folder, { recursive: true, force: true })
      own.delete(path.basename(folder))
    },
  }
}

/** Deletes the folders of imports on this host whose process has ended. */
export async function removeAbandonedFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const [, hostOfFolder, pid] = pattern.exec(name) ?? []
    if (hostOfFolder !== host || own.has(name) || isRunning(Number(pid))) continue
    // Another user's folder stays.
    await rm(path.join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)
  }
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
