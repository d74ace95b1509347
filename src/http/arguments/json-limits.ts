import { InvalidArgumentError } from '../errors'
import { spellPath } from './member-path'
import { refuseNul } from './text-checks'

/**
 * 10^16 is the largest number clients send (their anchor for "the newest message"). It is exact as
 * a double and, unlike larger ones, fits every integer column. Source: client notes 11.
 */
const LARGEST_NUMBER = 10_000_000_000_000_000

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
    if (Math.abs(number) > LARGEST_NUMBER) refuse('is out of range')
  }
  const refuse = (what: string): never => {
    throw new InvalidArgumentError(`${spellPath(name, path)} ${what}`)
  }

  visit(value)
}
