import { open, stat } from 'node:fs/promises'
import { ArchiveError } from './archive'
import type { Archive } from './archive'
import { openFolderArchive } from './folder-archive'
import { unpackTar } from './unpack-tar'
import { openZipArchive } from './zip-archive'

/**
 * Opens a zip or a folder with safe access to its files; nothing is unpacked to disk. A `.tar.gz`, as exports become when
 * somebody packs them again, is unpacked into a temporary folder until it is closed.
 * @throws ArchiveError if the path does not exist; BadRequestError if the archive is refused
 * Source: docs/protocol/import.md#archive-safety.
 */
export async function openArchive(path: string, signal?: AbortSignal): Promise<Archive> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new ArchiveError(`There is no archive at ${path}.`)
  if (found.isDirectory()) return openFolderArchive(path)
  return (await isGzip(path)) ? openTarArchive(path, signal) : openZipArchive(path)
}

async function openTarArchive(path: string, signal?: AbortSignal): Promise<Archive> {
  const { folder, remove } = await unpackTar(path, signal)
  try {
    return { ...(await openFolderArchive(folder)), close: remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Whether a file begins like one that gzip packed. */
export async function isGzip(path: string): Promise<boolean> {
  return (await readStart(path)).equals(Buffer.from([0x1f, 0x8b]))
}

/** The first two bytes of a file. */
export async function readStart(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
