import type { Readable } from 'node:stream'

/** The bytes to store: a file on the local disk, or a small buffer. */
export type FileSource = { path: string; bytes: number } | Buffer

/** A range of a file, from its first byte to its last, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** Bytes of a file. The caller reads or destroys the stream. */
export interface StoredBytes {
  body: Readable
  /** Number of bytes in the stream. */
  bytes: number
}

/**
 * The store of uploaded bytes. All workers of an organization see the same files. A key is a path of letters,
 * digits and `_ . -`; a file never changes under its key.
 */
export interface FileStore {
  /**
   * Stores a file atomically. A source on the disk may be moved away.
   * @throws when the store is away
   */
  put(key: string, source: FileSource, contentType: string): Promise<void>
  /** A file, or a range of it; undefined when it does not exist. */
  read(key: string, range?: ByteRange): Promise<StoredBytes | undefined>
  /** Deletes the existing ones of these files. */
  delete(keys: readonly string[]): Promise<void>
  /** The keys of all files, in any order; of files that are stored or deleted meanwhile, it may have any. */
  list(): AsyncIterable<string>
}

const keyPattern = /^(?:[A-Za-z0-9_-][A-Za-z0-9_.-]*\/)*[A-Za-z0-9_-][A-Za-z0-9_.-]*$/

/** Whether a name can be the key of a file; others in a folder or bucket are not ours. */
export function isKey(name: string): boolean {
  return keyPattern.test(name)
}

/** @throws for a key that could lead out of the store */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new Error(`Not the key of a file: ${key}`)
  return key
}
