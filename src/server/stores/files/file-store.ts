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
}

const keyPattern = /^(?:[A-Za-z0-9_-][A-Za-z0-9_.-]*\/)*[A-Za-z0-9_-][A-Za-z0-9_.-]*$/

/** @throws for a key that could lead out of the store */
export function checkKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error(`Not the key of a file: ${key}`)
  return key
}
