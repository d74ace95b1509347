import type { Readable } from 'node:stream'

/** The bytes that are to be stored: a file on the local disk, or bytes that are few. */
export type FileSource = { path: string; bytes: number } | Buffer

/** A part of a file, from its first byte to its last, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** Bytes of a file. Whoever asked for them reads or destroys the stream. */
export interface StoredBytes {
  body: Readable
  /** Number of bytes to come. */
  bytes: number
}

/**
 * The store of the bytes of uploads. All workers of an organisation see the same files. A key is a
 * path of letters, digits and `_ . -`; a file never changes under its key.
 */
export interface FileStore {
  /**
   * Stores a file whole or not at all. A source on the disk may be moved away.
   * @throws when the store is away
   */
  put(key: string, source: FileSource, contentType: string): Promise<void>
  /** A file, or a part of it; undefined when there is no such file. */
  read(key: string, range?: ByteRange): Promise<StoredBytes | undefined>
  /** Deletes those of the files that exist. */
  delete(keys: readonly string[]): Promise<void>
}

const keyPattern = /^(?:[A-Za-z0-9_-][A-Za-z0-9_.-]*\/)*[A-Za-z0-9_-][A-Za-z0-9_.-]*$/

/** @throws for a key that could lead out of the store */
export function checkKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error(`Not the key of a file: ${key}`)
  return key
}
