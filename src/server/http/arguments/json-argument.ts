import { parseComposed } from '../../lib/characters'
import { InvalidArgumentError, NotJsonArgumentError } from '../errors'
import { spellPath } from './text-checks'

/** Max nesting depth of a JSON argument; those of the protocol nest a handful of levels. */
const maxDepth = 32

/** Max items and members in all lists and dicts of an argument together. */
const maxItemsInAll = 100_000

/**
 * Parses the text of an argument that holds JSON.
 *
 * Depth and size are measured before parsing: parsing costs a hundred times as much as measuring, and code
 * that walks the value later cannot run out of stack.
 *
 * @param parse by default also composes texts
 * @throws NotJsonArgumentError when it does not parse, and for an empty text
 * @throws InvalidArgumentError when it nests too deeply or holds too much
 */
export function parseJsonArgument(
  raw: string,
  name: string,
  parse: (text: string) => unknown = parseComposed,
): unknown {
  const { depth, items } = measureJson(raw)
  if (depth > maxDepth) {
    throw new InvalidArgumentError(`${name} is nested too deeply (limit: ${maxDepth} levels)`)
  }
  if (items > maxItemsInAll) {
    throw new InvalidArgumentError(`${name} has too many items (limit: ${maxItemsInAll})`)
  }
  try {
    return parse(raw)
  } catch (error) {
    if (error instanceof SyntaxError) throw new NotJsonArgumentError(name)
    throw error
  }
}

/** Max nesting depth of lists and objects in a JSON text, and their total number of items. */
function measureJson(raw: string): { depth: number; items: number } {
  let depth = 0
  let deepest = 0
  let items = 0
  for (let i = 0; i < raw.length; i++) {
    switch (raw.charCodeAt(i)) {
      case 0x22: // "
        i = endOfText(raw, i)
        break
      case 0x5b: // [
      case 0x7b: // {
        items++
        deepest = Math.max(deepest, ++depth)
        break
      case 0x5d: // ]
      case 0x7d: // }
        depth--
        break
      case 0x2c: // ,
        items++
    }
  }
  return { depth: deepest, items }
}

/** Index at which the string ends whose opening quote is at `start`. */
function endOfText(raw: string, start: number): number {
  for (let i = start + 1; i < raw.length; i++) {
    const character = raw.charCodeAt(i)
    if (character === 0x5c) i++
    else if (character === 0x22) return i
  }
  return raw.length
}

/**
 * 10^16 is the largest number clients send (their anchor for "the newest message"). It is exact as a double
 * and, unlike larger ones, fits every integer column.
 * Source: docs/protocol/requests.md#large-numbers.
 */
const largestNumber = 10_000_000_000_000_000

export interface JsonLimits {
  /** Max items of any list, and members of any dict, in the value. */
  maxItems: number
}

/**
 * Refuses JSON that the code behind it cannot hold: numbers beyond any id, and oversized lists and dicts.
 *
 * @throws InvalidArgumentError naming the place, such as `subscriptions[0]["name"]`
 */
export function checkJsonLimits(value: unknown, name: string, limits: JsonLimits): void {
  // One path for the whole walk, spelled out only in an error.
  const path: (string | number)[] = []

  const visit = (node: unknown): void => {
    if (typeof node === 'number') checkNumber(node)
    else if (Array.isArray(node)) visitList(node)
    else if (typeof node === 'object' && node !== null) visitMembers(node)
  }
  const visitList = (list: unknown[]): void => {
    if (list.length > limits.maxItems) {
      refuse(`has too many items (limit: ${limits.maxItems})`)
    }
    list.forEach((item, index) => visitAt(index, item))
  }
  const visitMembers = (members: object): void => {
    const entries = Object.entries(members)
    if (entries.length > limits.maxItems) refuse(`has too many keys (limit: ${limits.maxItems})`)
    for (const [key, member] of entries) visitAt(key, member)
  }
  const visitAt = (key: string | number, node: unknown): void => {
    path.push(key)
    visit(node)
    path.pop()
  }
  const checkNumber = (number: number): void => {
    if (Math.abs(number) > largestNumber) refuse('is out of range')
  }
  const refuse = (what: string): never => {
    throw new InvalidArgumentError(`${spellPath(name, path)} ${what}`)
  }

  visit(value)
}

/** Splits a JSON pointer into keys; only the value it points into tells an index from a name of digits. */
export function keysOfPointer(pointer: string, value: unknown): (string | number)[] {
  let node = value
  return pointer
    .split('/')
    .slice(1)
    .map((escaped) => {
      const key = escaped.replaceAll('~1', '/').replaceAll('~0', '~')
      const isIndex = Array.isArray(node)
      node = (node as Record<string, unknown>)[key]
      return isIndex ? Number(key) : key
    })
}
