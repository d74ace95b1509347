import { statfs } from 'node:fs/promises'

/** Free bytes of the disk of a folder, for an account without special rights; undefined if the folder does not exist yet. */
export async function freeBytes(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The log of the embedded database grows in files of this size. */
export const leastFreeBytes = 16 * 1024 * 1024
