import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { BadRequestError } from '../../../chat/rules/errors'
import { limitBytes, mostUnpackedBytes, unpackLimits } from './byte-limit'
import { makeTemporaryFolder } from './temporary-folder'
import type { TemporaryFolder } from './temporary-folder'

type Entry = ReturnType<typeof extract> extends AsyncIterable<infer Each> ? Each : never

/**
 * Unpacks a `.tar.gz` into a new temporary folder. Hostile archives are refused: paths that lead out of it, links and
 * devices, and archives that unpack to far more than they are.
 * @throws BadRequestError
 */
export async function unpackTar(file: string, signal?: AbortSignal): Promise<TemporaryFolder> {
  const { folder, remove } = await makeTemporaryFolder()
  try {
    const { size } = await stat(file)
    await unpackInto(folder, file, mostUnpackedBytes(size, unpackLimits), signal)
    return { folder, remove }
  } catch (error) {
    await remove()
    signal?.throwIfAborted()
    throw isBroken(error) ? new BadRequestError(notWhole) : error
  }
}

async function unpackInto(
  folder: string,
  file: string,
  mostBytes: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const budget = limitBytes(mostBytes)
  const entries = extract()
  const fed = pipeline(createReadStream(file), createGunzip(), budget, entries)
  const broken = new AbortController()
  fed.catch((error: unknown) => {
    broken.abort(error)
    entries.destroy(error as Error)
  })
  let count = 0
  for await (const entry of entries) {
    signal?.throwIfAborted()
    count += 1
    if (count > unpackLimits.entries) throw new BadRequestError('The archive has too many files.')
    await writeEntry(folder, entry, broken.signal)
  }
  await fed
}

async function writeEntry(folder: string, entry: Entry, broken: AbortSignal): Promise<void> {
  const { name, type } = entry.header
  const target = path.resolve(folder, name)
  const isInside = target === folder || target.startsWith(folder + path.sep)
  if (
    path.isAbsolute(name) ||
    name.includes('\0') ||
    !isInside ||
    name.split(/[/\\]/).includes('..')
  ) {
    throw new BadRequestError(
      `The archive has a path that leads out of it: ${JSON.stringify(name)}`,
    )
  }
  if (type === 'directory') {
    await mkdir(target, { recursive: true })
    entry.resume()
    return
  }
  if (type !== 'file' && type !== 'contiguous-file') {
    throw new BadRequestError(`The archive has a link or device: ${JSON.stringify(name)}`)
  }
  await mkdir(path.dirname(target), { recursive: true })
  // An entry that was closed with its archive before the first read emits no event, so a pipeline would hang.
  broken.throwIfAborted()
  try {
    await pipeline(entry, createWriteStream(target, { flags: 'wx' }), { signal: broken })
  } catch (error) {
    throw broken.aborted ? broken.reason : error
  }
}

/**
 * The paths of the entries of a `.tar.gz`, one after the other without unpacking, until the caller stops.
 * @throws BadRequestError if the file is damaged before that
 */
export async function* pathsOfTar(file: string): AsyncGenerator<string> {
  const { size } = await stat(file)
  const budget = limitBytes(mostUnpackedBytes(size, unpackLimits))
  const entries = extract()
  const stopping = new AbortController()
  const fed = pipeline(createReadStream(file), createGunzip(), budget, entries, {
    signal: stopping.signal,
  })
  fed.catch((error: unknown) => entries.destroy(error as Error))
  try {
    for await (const entry of entries) {
      yield entry.header.name.replace(/^(?:\.?\/)+/, '')
      entry.resume()
    }
  } catch (error) {
    throw isBroken(error) ? new BadRequestError(notWhole) : error
  } finally {
    stopping.abort()
  }
}

const notWhole = 'The file is not a whole .tar.gz.'

/** Whether an error is from zlib or the reader of the tar: the file is something else, or truncated. */
function isBroken(error: unknown): boolean {
  if (error instanceof BadRequestError) return false
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const isCut = String(code).startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE'
  return isCut || /tar|end of data|header/i.test(String(message))
}
