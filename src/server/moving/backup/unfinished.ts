import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, open, readFile, rm, truncate } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { Value } from '@sinclair/typebox/value'
import { BackupPart } from './format'

/*
 * An unfinished backup: the tar as far as it was written, and beside it a list of its parts, a line of JSON for each. The next
 * call goes on after the last part that is as its line says. So it does not matter what of both files reached the disk.
 */

const blockBytes = 512
/** Place of the size in a header of a tar, in octal digits. */
const sizeAt = { from: 124, to: 136 }
const typeAt = 156

/** Paths of the files of an unfinished backup. */
export function unfinishedPaths(file: string): { tar: string; list: string; dump: string } {
  return { tar: `${file}.part`, list: `${file}.part.list`, dump: `${file}.dump.part` }
}

/** Parts of an unfinished backup that are whole. */
export interface KeptParts {
  parts: BackupPart[]
  /** Bytes of the tar that hold them. */
  end: number
}

/** Notes a part whose bytes were given to the tar. */
export function notePart(list: string, part: BackupPart): Promise<void> {
  return appendFile(list, `${JSON.stringify(part)}\n`, { mode: 0o600 })
}

/**
 * Reads what a killed call has left, and cuts the tar and the list behind the last whole part. Reads each kept byte, to compare
 * digests.
 */
export async function keepWholeParts(file: string): Promise<KeptParts> {
  const { tar, list } = unfinishedPaths(file)
  const kept: KeptParts = { parts: [], end: 0 }
  const noted = await notedParts(list)
  const handle = noted.length > 0 ? await openIfThere(tar) : undefined
  try {
    for (const part of handle ? noted : []) {
      const end = await endOfWholePart(tar, handle as FileHandle, part, kept.end)
      if (end === undefined) break
      kept.parts.push(part)
      kept.end = end
    }
  } finally {
    await handle?.close()
  }
  if (kept.parts.length === 0) {
    await removeUnfinished(file)
    return kept
  }
  await truncate(tar, kept.end)
  await rm(list)
  await appendFile(list, kept.parts.map((part) => `${JSON.stringify(part)}\n`).join(''), {
    mode: 0o600,
  })
  return kept
}

export async function removeUnfinished(file: string): Promise<void> {
  await Promise.all(Object.values(unfinishedPaths(file)).map((rest) => rm(rest, { force: true })))
}

/** The noted parts up to the first line that is not whole. */
async function notedParts(list: string): Promise<BackupPart[]> {
  const parts: BackupPart[] = []
  for (const line of (await readIfThere(list)).split('\n')) {
    const part = parsePart(line)
    if (!part) break
    parts.push(part)
  }
  return parts
}

function parsePart(line: string): BackupPart | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return Value.Check(BackupPart, value) ? value : undefined
  } catch {
    return undefined
  }
}

/** @returns the place behind a part of the tar; undefined if its bytes differ from those that were noted */
async function endOfWholePart(
  tar: string,
  handle: FileHandle,
  { bytes, sha256 }: BackupPart,
  start: number,
): Promise<number | undefined> {
  const body = await startOfBody(handle, start)
  const end = body + Math.ceil(bytes / blockBytes) * blockBytes
  if ((await handle.stat()).size < end) return undefined
  const hash = createHash('sha256')
  if (bytes > 0) {
    const read = createReadStream(tar, { start: body, end: body + bytes - 1 })
    for await (const chunk of read as AsyncIterable<Buffer>) hash.update(chunk)
  }
  return hash.digest('hex') === sha256 ? end : undefined
}

/** The place of the body of an entry, behind its header, and behind the extended header that a long name has. */
async function startOfBody(handle: FileHandle, start: number): Promise<number> {
  const { buffer } = await handle.read(Buffer.alloc(blockBytes), 0, blockBytes, start)
  if (String.fromCharCode(buffer[typeAt] ?? 0) !== 'x') return start + blockBytes
  const bytes = parseInt(buffer.toString('latin1', sizeAt.from, sizeAt.to), 8)
  return start + blockBytes + Math.ceil(bytes / blockBytes) * blockBytes + blockBytes
}

function readIfThere(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(orNothing(''))
}

function openIfThere(file: string): Promise<FileHandle | undefined> {
  return open(file, 'r').catch(orNothing(undefined))
}

function orNothing<T>(nothing: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code !== 'ENOENT') throw error
    return nothing
  }
}
