import { InvalidArgumentError, NotJsonArgumentError } from '../errors'
import { refuseNul } from './text-checks'

/** Depth of a JSON argument: those of the protocol nest a handful of levels. */
const maxDepth = 32

/**
 * Parses the text of an argument that holds JSON.
 *
 * @throws NotJsonArgumentError when it does not parse, and for an empty text
 * @throws InvalidArgumentError when it nests too deeply: found before parsing, so that nothing that
 * walks the value later can run out of stack
 */
export function parseJsonArgument(raw: string, name: string): unknown {
  if (jsonDepth(raw) > maxDepth) {
    throw new InvalidArgumentError(`${name} is nested too deeply (limit: ${maxDepth} levels)`)
  }
  try {
    return JSON.parse(raw)
  } catch (error) {
    if (error instanceof SyntaxError) throw new NotJsonArgumentError(name)
    throw error
  }
}

/** The depth to which the lists and objects of a JSON text nest. */
function jsonDepth(raw: string): number {
  let depth = 0
  let deepest = 0
  let inText = false
  for (let i = 0; i < raw.length; i++) {
    const character = raw[i]
    if (inText) {
      if (character === '\\') i++
      else if (character === '"') inText = false
    } else if (character === '"') {
      inText = true
    } else if (character === '[' || character === '{') {
      deepest = Math.max(deepest, ++depth)
    } else if (character === ']' || character === '}') {
      depth--
    }
  }
  return deepest
}

/**
 * 10^16 is the largest number clients send (their anchor for "the newest message"). It is exact as
 * a double and, unlike larger ones, fits every integer column.
 * Source: docs/protocol/requests.md#large-numbers.
 */
const largestNumber = 10_000_000_000_000_000

export interface JsonLimits {
  /** Most items of any list, and members of any dict, in the value. */
  maxItems: number
  /** Let U+0000 through inside texts. */
  allowNul: boolean
}

/**
 * Refuses what JSON can spell but nothing behind it can hold: half surrogate pairs, U+0000,
 * numbers beyond any id, lists and dicts without end.
 *
 * @throws InvalidArgumentError naming the place, such as `subscriptions[0]["name"]`
 */
export function checkJsonLimits(value: unknown, name: string, limits: JsonLimits): void {
  // One path for the whole walk, spelled out only when something is wrong at it.
  const path: (string | number)[] = []

  const visit = (node: unknown): void => {
    if (typeof node === 'string') checkText(node)
    else if (typeof node === 'number') checkNumber(node)
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
    for (const [key, member] of entries) {
      checkText(key)
      visitAt(key, member)
    }
  }
  const visitAt = (key: string | number, node: unknown): void => {
    path.push(key)
    visit(node)
    path.pop()
  }
  const checkText = (text: string): void => {
    if (!text.isWellFormed()) refuse('contains an invalid character')
    if (!limits.allowNul && text.includes('\0')) refuseNul(text, spellPath(name, path))
  }
  const checkNumber = (number: number): void => {
    if (Math.abs(number) > largestNumber) refuse('is out of range')
  }
  const refuse = (what: string): never => {
    throw new InvalidArgumentError(`${spellPath(name, path)} ${what}`)
  }

  visit(value)
}

/**
 * `subscriptions[0]["name"]`: how messages spell a place. Source: docs/protocol/requests.md#place.
 */
export function spellPath(name: string, path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (spelled, key) =>
      typeof key === 'number' ? `${spelled}[${key}]` : `${spelled}[${JSON.stringify(key)}]`,
    name,
  )
}

/** A JSON pointer as keys; only the value it points into tells an index from a name of digits. */
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
