import { open, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { BadRequestError } from '../../rules/errors'
import type { OpenedArchive } from './opened'
import { openZulipArchive } from './zulip/open'

/** The kinds of archives. */
export const formats = {
  zulip: {
    mark: 'realm.json',
    firstBytes: [0x1f, 0x8b],
    open: openZulipArchive,
  },
  slack: {
    mark: 'channels.json',
    firstBytes: [0x50, 0x4b],
    // TODO: the reader of Slack archives.
    open: (): Promise<OpenedArchive> =>
      Promise.reject(new BadRequestError('Archives of Slack cannot be read yet.')),
  },
} as const satisfies Record<string, ArchiveFormat>

export type FormatName = keyof typeof formats

interface ArchiveFormat {
  /** A file that every unpacked archive of the kind has. */
  mark: string
  /** The first bytes of a packed one. */
  firstBytes: readonly number[]
  open: (path: string) => Promise<OpenedArchive>
}

/**
 * The kind of an archive, by the files of a folder or the first bytes of a file.
 * @throws BadRequestError for an unknown one
 */
export async function recognizeFormat(archive: string): Promise<FormatName> {
  const names = Object.keys(formats) as FormatName[]
  const isFolder = (await stat(archive)).isDirectory()
  const found = isFolder
    ? await recognizeFolder(archive, names)
    : recognizeBytes(await firstBytesOf(archive), names)
  if (found) return found
  throw new BadRequestError('The kind of the archive is unknown: --from names it.')
}

async function recognizeFolder(
  folder: string,
  names: readonly FormatName[],
): Promise<FormatName | undefined> {
  const here = await readdir(folder, { withFileTypes: true })
  const [only, ...others] = here.filter((entry) => entry.isDirectory())
  const inner = only && others.length === 0 ? await readdir(path.join(folder, only.name)) : []
  const all = new Set([...here.map(({ name }) => name), ...inner])
  return names.find((name) => all.has(formats[name].mark))
}

function recognizeBytes(bytes: Buffer, names: readonly FormatName[]): FormatName | undefined {
  return names.find((name) =>
    formats[name].firstBytes.every((byte, index) => bytes[index] === byte),
  )
}

async function firstBytesOf(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
