/*
 * Immutable lists of records with an id. A change makes a new list and keeps all other records as the same objects,
 * so that callers detect changes by comparing references.
 */

import type { State, Stream } from './state'

/** An event refers to a record that the state lacks, so the state must be fetched again. */
class UnknownRecordError extends Error {
  constructor(kind: string, id: unknown) {
    super(`There is no record whose ${kind} is ${String(id)}.`)
  }
}

/** Cache of the index by id of each list; a new version of a list takes over the index. */
const indexes = new WeakMap<readonly object[], Map<unknown, object>>()

export function findRecord<T extends object>(
  list: readonly T[],
  key: keyof T,
  id: unknown,
): T | undefined {
  return indexOf(list, key).get(id)
}

/** A stream that the reader may see, archived or not. */
export function findStream(
  { streams, archived }: Pick<State, 'streams'> & { archived?: State['archived'] | undefined },
  id: unknown,
): Stream | undefined {
  return (
    findRecord(streams, 'stream_id', id) ??
    (archived && findRecord(archived.streams, 'stream_id', id))
  )
}

/** @throws UnknownRecordError */
export function getRecord<T extends object>(list: readonly T[], key: keyof T, id: unknown): T {
  const record = findRecord(list, key, id)
  if (!record) throw new UnknownRecordError(String(key), id)
  return record
}

/** A list in which the record replaces the one with the same id, or is added at the end. */
export function withRecord<T extends object>(
  list: readonly T[],
  key: keyof T,
  record: T,
): readonly T[] {
  const index = indexOf(list, key)
  const known = index.get(record[key])
  const changed = known ? list.with(list.indexOf(known), record) : [...list, record]
  index.set(record[key], record)
  return moveIndex(index, list, changed)
}

/**
 * A list in which one record has new values in some fields.
 * @throws UnknownRecordError
 */
export function withChanges<T extends object>(
  list: readonly T[],
  key: keyof T,
  id: unknown,
  changes: object,
): readonly T[] {
  return withRecord(list, key, { ...getRecord(list, key, id), ...changes })
}

/** A record with another value in one property. */
export function withProperty<R extends object>(
  record: R,
  { property, value }: { property: keyof R; value: R[keyof R] },
): R {
  return { ...record, [property]: value }
}

/** A list without the record; the same list if there is none. */
export function withoutRecord<T extends object>(
  list: readonly T[],
  key: keyof T,
  id: unknown,
): readonly T[] {
  const index = indexOf(list, key)
  const known = index.get(id)
  if (!known) return list
  const changed = list.toSpliced(list.indexOf(known), 1)
  index.delete(id)
  return moveIndex(index, list, changed)
}

function indexOf<T extends object>(list: readonly T[], key: keyof T): Map<unknown, T> {
  let index = indexes.get(list) as Map<unknown, T> | undefined
  if (!index) {
    index = new Map(list.map((record) => [record[key], record]))
    indexes.set(list, index)
  }
  return index
}

function moveIndex<T extends object>(
  index: Map<unknown, T>,
  from: readonly T[],
  to: readonly T[],
): readonly T[] {
  indexes.delete(from)
  indexes.set(to, index)
  return to
}
