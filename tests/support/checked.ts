/*
 * Values of a type that the compiler does not know: each function answers its value with that type, or fails and
 * shows what it found instead.
 */

/** A value that is there. @throws Error for `undefined` and `null` */
export function present<T>(value: T, what = 'value'): NonNullable<T> {
  if (value === undefined || value === null) {
    throw new Error(`There is no ${what}: ${String(value)}`)
  }
  return value
}

/** The element at an index; a negative index counts from the end. @throws Error if the list has no such element */
export function elementAt<T>(list: readonly T[], index: number): NonNullable<T> {
  return present(list.at(index), `element ${index} in a list of ${list.length}`)
}

/** The first element of a list. @throws Error if the list is empty */
export function firstOf<T>(list: readonly T[]): NonNullable<T> {
  return elementAt(list, 0)
}

/** The last element of a list. @throws Error if the list is empty */
export function lastOf<T>(list: readonly T[]): NonNullable<T> {
  return elementAt(list, -1)
}

/** The element of a list of one. @throws Error if the list is empty or longer */
export function onlyOf<T>(list: readonly T[]): NonNullable<T> {
  if (list.length !== 1) throw new Error(`The list has ${list.length} elements: ${shown(list)}`)
  return firstOf(list)
}

/** A list of so many elements, as the compiler then knows. @throws Error for another number of them */
export function exactly<T, N extends number>(list: readonly T[], count: N): TupleOf<T, N>
export function exactly(list: readonly unknown[], count: number): readonly unknown[] {
  if (list.length === count) return list
  throw new Error(`The list has ${list.length} elements, not ${count}: ${shown(list)}`)
}

type TupleOf<T, N extends number, Known extends T[] = []> = Known['length'] extends N
  ? Known
  : TupleOf<T, N, [...Known, T]>

/** The names of the members that a record is declared with. */
export function namesIn<T extends object>(record: T): (keyof T & string)[]
export function namesIn(record: object): string[] {
  return Object.keys(record)
}

/** The value that JSON stands for, still unknown. */
export function parsed(json: string): unknown {
  return JSON.parse(json)
}

/** A value that is a number. @throws Error for any other */
export function asNumber(value: unknown): number {
  if (typeof value !== 'number') throw mismatch('number', value)
  return value
}

/** A value that is a string. @throws Error for any other */
export function asText(value: unknown): string {
  if (typeof value !== 'string') throw mismatch('text', value)
  return value
}

/** A value that is true or false. @throws Error for any other */
export function asBoolean(value: unknown): boolean {
  if (typeof value !== 'boolean') throw mismatch('boolean', value)
  return value
}

/** A value that is a buffer. @throws Error for any other */
export function asBytes(value: unknown): Buffer {
  if (!Buffer.isBuffer(value)) throw mismatch('buffer', value)
  return value
}

/** A record whose members are still unknown. */
export function asRecord(value: unknown): Record<string, unknown> {
  if (!isRecord(value)) throw mismatch('record', value)
  return value
}

/** A list of records whose members are still unknown. */
export function asRecords(value: unknown): Record<string, unknown>[] {
  return asList(value).map(asRecord)
}

/** A list whose elements are still unknown. */
export function asList(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw mismatch('list', value)
  return value
}

/** A list of numbers. */
export function asNumbers(value: unknown): number[] {
  return asList(value).map(asNumber)
}

/** A list of strings. */
export function asTexts(value: unknown): string[] {
  return asList(value).map(asText)
}

/** A caught error, also from another realm of JavaScript, where `instanceof` does not see it. */
export function asError(value: unknown): Error & { code?: unknown } {
  if (!isError(value)) throw mismatch('error', value)
  return value
}

/** Marks a member of an example that may be absent. */
class Maybe<T> {
  constructor(readonly ifPresent: T) {}
}

/** Marks a record of an example whose members have any names and one shape. */
class MapOf<T> {
  constructor(readonly eachMember: T) {}
}

/** The type of the values that an example stands for. */
type Shape<E> =
  E extends Maybe<infer T>
    ? Shape<T> | undefined
    : E extends MapOf<infer T>
      ? Record<string, Shape<T>>
      : E extends readonly (infer T)[]
        ? Shape<T>[]
        : E extends object
          ? RecordShape<E>
          : E

type RecordShape<E> = {
  [K in keyof E as E[K] extends Maybe<unknown> ? never : K]: Shape<E[K]>
} & {
  [K in keyof E as E[K] extends Maybe<unknown> ? K : never]?: E[K] extends Maybe<infer T>
    ? Shape<T>
    : never
}

/** The member of an example that may be absent. */
export function maybe<T>(example: T): Maybe<T> {
  return new Maybe(example)
}

/** The record of an example whose members have any names and the shape of this one. */
export function mapOf<T>(example: T): MapOf<T> {
  return new MapOf(example)
}

/** The member of an example that may have any value. */
export const anyValue: unknown = Symbol('any value')

/**
 * A value that has the shape of an example: members of the same types, and maybe more of them; a list of one
 * stands for a list of any length.
 *
 * @throws Error naming the place that differs
 */
export function shapedLike<E>(value: unknown, example: E): Shape<E> {
  if (hasShape(value, example)) return value
  throw new Error(`${difference(value, example, 'It')}: ${shown(value)}`)
}

function hasShape<E>(value: unknown, example: E): value is Shape<E> {
  return difference(value, example, '') === undefined
}

/** How a value differs from an example, or undefined. */
function difference(value: unknown, example: unknown, place: string): string | undefined {
  if (example === anyValue) return undefined
  if (example instanceof Maybe) {
    return value === undefined ? undefined : difference(value, example.ifPresent, place)
  }
  if (Array.isArray(example)) {
    if (!Array.isArray(value)) return `${place} is no list`
    return firstDifference(value.map((each, i) => difference(each, example[0], `${place}[${i}]`)))
  }
  if (typeof example === 'object' && example !== null) {
    if (!isRecord(value)) return `${place} is no record`
    const members =
      example instanceof MapOf
        ? Object.keys(value).map((name) => [name, example.eachMember] as const)
        : Object.entries(example)
    return firstDifference(
      members.map(([name, member]) => difference(value[name], member, `${place}.${name}`)),
    )
  }
  return typeof value === typeof example ? undefined : `${place} is no ${typeof example}`
}

function firstDifference(found: (string | undefined)[]): string | undefined {
  return found.find((each) => each !== undefined)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isError(value: unknown): value is Error & { code?: unknown } {
  return isRecord(value) && typeof value['message'] === 'string'
}

function mismatch(wanted: string, value: unknown): Error {
  return new Error(`A ${wanted} is expected, not ${shown(value)}`)
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 1_000)
}
