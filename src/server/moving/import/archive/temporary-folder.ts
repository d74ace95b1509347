import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { regularly } from '../../../lib/pauses'

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
/** Pause between the times that a process marks its folders as in use. */
const markPauseMs = 600_000
/** Age of the last mark at which a folder of another host counts as abandoned: a container has a new host name each time. */
const longestSilenceMs = 86_400_000

/**
 * Makes a folder in TMPDIR, which may be missing. Its name contains the process id, so that the next import on the same
 * host deletes the folders of imports that were killed; those of other hosts are deleted a day later.
 */
export async function makeTemporaryFolder(): Promise<TemporaryFolder> {
  await removeAbandonedFolders()
  const folder = await mkdtemp(path.join(tmpdir(), `${prefix}${host}.${process.pid}.`))
  own.add(path.basename(folder))
  const stopMarking = regularly(markPauseMs, () => {
    const now = Date.now() / 1_000
    utimes(folder, now, now).catch(() => undefined)
  })
  return {
    folder,
    remove: async () => {
      stopMarking()
      await rm(folder, { recursive: true, force: true })
      own.delete(path.basename(folder))
    },
  }
}

/** Deletes the folders of imports whose process has ended. */
export async function removeAbandonedFolders(): Promise<void> {
  await mkdir(tmpdir(), { recursive: true })
  for (const name of await readdir(tmpdir())) {
    const [, hostOfFolder, pid] = pattern.exec(name) ?? []
    if (hostOfFolder === undefined || own.has(name)) continue
    const folder = path.join(tmpdir(), name)
    const isInUse = hostOfFolder === host ? isRunning(Number(pid)) : !(await isSilent(folder))
    // Another user's folder stays.
    if (!isInUse) await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

async function isSilent(folder: string): Promise<boolean> {
  const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Infinity }))
  return mtimeMs < Date.now() - longestSilenceMs
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
