import { createReadStream } from 'node:fs'
import { lstat, readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { BadRequestError } from '../../../chat/rules/errors'
import type { ArchiveFile } from '../records'

/** A folder of an unpacked archive, from which nothing outside can be read. */
export class ArchiveFolder {
  private constructor(private readonly root: string) {}

  /** @param folder holds the archive's files, or one folder with them */
  static async at(folder: string, mark: string): Promise<ArchiveFolder> {
    const names = await readdir(folder)
    if (names.includes(mark)) return new ArchiveFolder(await realpath(folder))
    for (const name of names) {
      const inner = path.join(folder, name)
      const isFolder = (await lstat(inner)).isDirectory()
      if (isFolder && (await readdir(inner)).includes(mark))
        return new ArchiveFolder(await realpath(inner))
    }
    throw new BadRequestError(`There is no ${mark} in the archive.`)
  }

  /** Names of the files and folders right in it. */
  async names(): Promise<string[]> {
    return readdir(this.root)
  }

  /**
   * A plain file; undefined if there is none, or if its path leads elsewhere.
   * @param name path within the archive, which may be hostile
   */
  async find(name: string): Promise<ArchiveFile | undefined> {
    if (name.includes('\0') || path.isAbsolute(name)) return undefined
    const full = path.resolve(this.root, name)
    if (!full.startsWith(this.root + path.sep)) return undefined
    try {
      const real = await realpath(full)
      const info = await lstat(full)
      // A link, also one on the way, leads to another path.
      if (real !== full || !info.isFile()) return undefined
      return { path: name, size: info.size, open: async () => createReadStream(full) }
    } catch {
      return undefined
    }
  }
}
