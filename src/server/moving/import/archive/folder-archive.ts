import { constants } from 'node:fs'
import { lstat, open, opendir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import type { ImportRemark } from '../records'
import { refuseCrowd } from './archive'
import type { Archive } from './archive'

/** Levels of folders that are looked into; no export has more than five. */
const maxDepth = 12

/** Bytes per read: larger than usual, since uploads of gigabytes are copied. */
const mostBytesAtOnce = 512 * 1024

/**
 * Opens an unpacked archive. Links are left out with a remark: they may point outside of the folder.
 * @throws ArchiveError if it has too many files
 * Source: docs/protocol/import.md#archive-safety.
 */
export async function openFolderArchive(root: string): Promise<Archive> {
  const files = new Map<string, number>()
  const remarks: ImportRemark[] = []
  await collect(root, root, 0, { files, remarks })
  return {
    files,
    remarks,
    open: (path) => openPlain(root, files, path),
    close: async () => undefined,
  }
}

async function collect(
  root: string,
  folder: string,
  depth: number,
  found: { files: Map<string, number>; remarks: ImportRemark[] },
): Promise<void> {
  for await (const entry of await opendir(folder)) {
    const full = join(folder, entry.name)
    const path = relative(root, full).split(sep).join('/')
    if (entry.isDirectory() && depth < maxDepth) await collect(root, full, depth + 1, found)
    else if (entry.isFile()) found.files.set(path, (await lstat(full)).size)
    else found.remarks.push({ reason: 'This entry is no plain file.', file: path })
    refuseCrowd(found.files.size)
  }
}

async function openPlain(
  root: string,
  files: ReadonlyMap<string, number>,
  path: string,
): Promise<Readable> {
  const size = files.get(path)
  if (size === undefined) throw new Error(`no such file: ${path}`)
  // A file that was replaced by a link since it was listed is not followed.
  const handle = await open(join(root, path), constants.O_RDONLY | constants.O_NOFOLLOW)
  const highWaterMark = Math.min(mostBytesAtOnce, Math.max(size, 1))
  return handle.createReadStream({ highWaterMark, ...(size > 0 && { end: size - 1 }) })
}
