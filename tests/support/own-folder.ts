import { rmSync, statfsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const made = new Set<string>()
process.once('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

/** An empty folder that is deleted at the latest when this process ends. */
export function makeOwnFolder(name: string): Promise<string> {
  return makeIn(tmpdir(), name)
}

/** Linux's folder of files in memory. */
const memoryFolder = '/dev/shm'
/** Free bytes, in that folder and in the memory as a whole, without which a database is on the disk. */
const roomyBytes = 4 * 1024 ** 3

/**
 * The same for a database, in memory if there is room. On ext4 each new file makes the kernel look through the numbers of
 * all files deleted in the last minutes, and a copy of the empty database makes and deletes some 770.
 */
export function makeDatabaseFolder(name: string): Promise<string> {
  return makeIn(hasRoomInMemory() ? memoryFolder : tmpdir(), name)
}

async function makeIn(parent: string, name: string): Promise<string> {
  const folder = await mkdtemp(join(parent, `parley-${name}-`))
  made.add(folder)
  return folder
}

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    return bavail * bsize >= roomyBytes && freemem() >= roomyBytes
  } catch {
    return false
  }
}

export async function removeOwnFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  made.delete(folder)
}
