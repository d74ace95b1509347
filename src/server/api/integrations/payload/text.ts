import { InvalidPayloadError } from './errors'
import { startOf } from '../message/length'
import { payloadPath } from './schema'

/** Max depth of a payload; no sender nests deeper, and code may recurse over a checked payload. */
const maxDepth = 64

/** An object or list of the payload, linked to its parent for the path in error messages. */
interface Place {
  value: object
  key?: string | number
  parent?: Place
  depth: number
}

/**
 * Refuses NUL characters and unpaired surrogates in strings and keys, and excessive nesting. Cuts texts
 * longer than a message, in place. Iterates with its own stack, because a payload could be nested a
 * million levels deep.
 *
 * @throws InvalidPayloadError
 */
export function checkTexts(payload: unknown): void {
  refuseBadString(payload, () => payloadPath([]))
  if (!isContainer(payload)) return

  const pending: Place[] = [{ value: payload, depth: 1 }]
  for (let place = pending.pop(); place; place = pending.pop()) {
    if (place.depth > maxDepth) {
      throw new InvalidPayloadError(`payload is nested more than ${maxDepth} levels deep`)
    }
    const here = place
    const isList = Array.isArray(here.value)
    for (const name in here.value) {
      const key = isList ? Number(name) : name
      refuseBadString(key, () => `A key of ${pathTo(here)}`)
      const members = here.value as Record<string, unknown>
      const value = members[name]
      refuseBadString(value, () => pathTo(here, key))
      if (typeof value === 'string') members[name] = startOf(value)
      if (isContainer(value)) pending.push({ value, key, parent: here, depth: here.depth + 1 })
    }
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function refuseBadString(value: unknown, describe: () => string): void {
  if (typeof value !== 'string') return
  if (value.includes('\0')) {
    throw new InvalidPayloadError(`${describe()} contains a NUL character`)
  }
  if (!value.isWellFormed()) {
    throw new InvalidPayloadError(`${describe()} contains an unpaired surrogate`)
  }
}

function pathTo(place: Place, lastKey?: string | number): string {
  const keys: (string | number)[] = lastKey === undefined ? [] : [lastKey]
  for (let at: Place | undefined = place; at; at = at.parent) {
    if (at.key !== undefined) keys.unshift(at.key)
  }
  return payloadPath(keys)
}
