/*
 * Lists of records that are known by an id. A list is never changed: a change yields another one, in
 * which every other record is the same object, so that whoever holds either can tell what changed.
 */

/** An event was about something that is not in the state: either is wrong, and a new state is due. */
export class UnknownRecordError extends Error {
  constructor(kind: string, id: unknown) {
    super(`There is no record whose ${kind} is ${String(id)}.`)
  }
}

/** The records of a list by their ids. Whoever replaces a list takes its index along. */
const indexes = new WeakMap<readonly object[], Map<unknown, object>>()

export function findRecord<T extends object>(
  list: readonly T[],
  key: keyof T,
  id: unknown,
): T | undefined {
  return indexOf(list, key).get(id)
}

/** @throws UnknownRecordError */
export function getRecord<T extends object>(list: readonly T[], key: keyof T, id: unknown): T {
  const record = findRecord(list, key, id)
  if (!record) throw new UnknownRecordError(String(key), id)
  return record
}

/** With this record in the place of the one that has its id, or at the end. */
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
 * With some members of a record changed.
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

/** The same list where there is no such record. */
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
