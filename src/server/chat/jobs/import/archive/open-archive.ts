import { stat } from 'node:fs/promises'
import { ArchiveError } from './archive'
import type { Archive } from './archive'
import { openFolderArchive } from './folder-archive'
import { openZipArchive } from './zip-archive'

/**
 * Opens a zip or a folder with safe access to its files; nothing is unpacked to disk.
 * @throws ArchiveError if the path does not exist, or the archive is refused
 * Source: docs/protocol/import.md#archive-safety.
 */
export async function openArchive(path: string): Promise<Archive> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new ArchiveError(`There is no archive at ${path}.`)
  return found.isDirectory() ? openFolderArchive(path) : openZipArchive(path)
}
