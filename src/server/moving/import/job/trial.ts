import type { ProfileFieldRow } from '../../../data/schema'
import { KeySet } from './key-set'

/** Kinds whose ids other records need; the others may have millions of keys. */
const kindsWithIds = new Set([
  'email',
  'user',
  'group',
  'folder',
  'stream',
  'emoji',
  'file',
  'profile-field',
])

/** Id of records whose ids nothing needs. */
const anyId = -1

/**
 * The rows and keys that a trial run would have written by now. They stand for the rows and keys of an import, which
 * the next batches read: ids below zero for new rows, and only the digests of keys that may be many.
 */
export class Trial {
  private lastId = anyId
  private readonly ids = new Map<string, Map<string, number>>()
  private readonly sets = new Map<string, KeySet>()
  private readonly counts = new Map<string, Map<number, number>>()
  /** Profile fields that are new. */
  readonly fields: ProfileFieldRow[] = []

  /** An id that no row has. */
  newId(): number {
    this.lastId -= 1
    return this.lastId
  }

  /** Remembers keys as written, with the ids of rows that exist or new ones. @returns the keys that are new */
  claim(kind: string, keys: readonly { key: string; id?: number }[]): Set<string> {
    const fresh = new Set<string>()
    for (const { key, id } of keys) if (this.add(kind, key, id)) fresh.add(key)
    return fresh
  }

  private add(kind: string, key: string, id: number | undefined): boolean {
    if (!kindsWithIds.has(kind)) return this.setOf(kind).add(key)
    const known = this.ids.get(kind) ?? new Map<string, number>()
    this.ids.set(kind, known)
    if (known.has(key)) return false
    known.set(key, id ?? this.newId())
    return true
  }

  /** Ids of the keys that are remembered. */
  find(kind: string, keys: readonly string[]): Map<string, number> {
    const known = this.ids.get(kind)
    const set = this.sets.get(kind)
    return new Map(
      keys.flatMap((key): [string, number][] => {
        const id = known?.get(key) ?? (set?.has(key) ? anyId : undefined)
        return id === undefined ? [] : [[key, id]]
      }),
    )
  }

  /** Names, addresses and the like that new rows have. */
  setOf(what: string): KeySet {
    const known = this.sets.get(what) ?? new KeySet()
    this.sets.set(what, known)
    return known
  }

  /** Numbers of new rows by user, which count towards a limit. */
  countsOf(what: string): Map<number, number> {
    const known = this.counts.get(what) ?? new Map<number, number>()
    this.counts.set(what, known)
    return known
  }
}
