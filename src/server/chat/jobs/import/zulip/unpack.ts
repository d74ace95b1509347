import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { BadRequestError } from '../../../rules/errors'

/** Unpacked bytes that any archive may have, and how often its own size a larger one may have. */
const unpackLimits = { bytes: 1024 ** 3, times: 100, entries: 5_000_000 }

type Entry = ReturnType<typeof extract> extends AsyncIterable<infer Each> ? Each : never

/** An archive in a folder of its own. */
export interface Unpacked {
  folder: string
  /** Deletes the folder. */
  remove(): Promise<void>
}

/**
 * Unpacks a `.tar.gz` into a new temporary folder. Hostile archives are refused: paths that lead out of it, links and
 * devices, and archives that unpack to far more than they are.
 * @throws BadRequestError
 */
export async function unpackTar(file: string, limits = unpackLimits): Promise<Unpacked> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-import-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const { size } = await stat(file)
    await unpackInto(folder, file, {
      ...limits,
      bytes: Math.max(limits.bytes, size * limits.times),
    })
    return { folder, remove }
  } catch (error) {
    await remove()
    throw isBroken(error) ? new BadRequestError('The file is not a whole .tar.gz.') : error
  }
}

async function unpackInto(
  folder: string,
  file: string,
  { bytes: mostBytes, entries: mostEntries }: typeof unpackLimits,
): Promise<void> {
  const budget = countBytes(mostBytes)
  const entries = extract()
  const fed = pipeline(createReadStream(file), createGunzip(), budget, entries)
  fed.catch((error: unknown) => entries.destroy(error as Error))
  let count = 0
  for await (const entry of entries) {
    count += 1
    if (count > mostEntries) throw new BadRequestError('The archive has too many files.')
    await writeEntry(folder, entry)
  }
  await fed
}

function countBytes(most: number): Transform {
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > most)
        done(new BadRequestError('The archive unpacks to far more than it is: refused.'))
      else done(null, chunk)
    },
  })
}

async function writeEntry(folder: string, entry: Entry): Promise<void> {
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
  await pipeline(entry, createWriteStream(target, { flags: 'wx' }))
}

/** Whether an error is from zlib or the reader of the tar: the file is something else, or truncated. */
function isBroken(error: unknown): boolean {
  if (error instanceof BadRequestError) return false
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const isCut = String(code).startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE'
  return isCut || /tar|end of data|header/i.test(String(message))
}
