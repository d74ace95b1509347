import { countCharacters } from '../../../shared/rules/characters'
import { composed, looksEmpty } from '../../lib/characters'
import { InvalidArgumentError } from '../errors'

export interface TextLimits {
  /**
   * Shortest length, in code points like all lengths of the protocol.
   * Source: docs/protocol/limits.md#counting.
   */
  minLength?: number
  maxLength?: number
  pattern?: RegExp
}

/**
 * The message that refuses U+0000, for arguments with their own wording in the protocol.
 * @param text with the character in it
 * @param place the argument, or the place in it
 */
export type NulRefusal = (text: string, place: string) => string

interface DecodedTexts {
  /** Max UTF-16 units of a raw text. */
  longest: number
  refusal: NulRefusal | undefined
  /** Whether the sender knows places in the text, as in JSON; the decoded form of other texts is internal. */
  hasPlaces: boolean
  /** Whether the text stays as it was sent; all others are composed. */
  isExact: boolean
}

/** A decoder that also composes texts, and refuses those that are too long or cannot be stored. */
export function withTextChecks<T>(
  decode: (raw: string, name: string) => T,
  { longest, refusal, hasPlaces, isExact }: DecodedTexts,
): (raw: string, name: string) => T {
  const spell = hasPlaces ? spellPath : (name: string) => name
  return (sent, name) => {
    refuseLength(sent, name, longest)
    const raw = isExact ? sent : composed(sent)
    refuseNul(raw, name, refusal)
    const value = decode(raw, name)
    // Escapes can spell characters that the raw text cannot hold.
    if (raw.includes('\\')) refuseUnstorableTexts(value, name, { spell, refusal })
    return value
  }
}

/**
 * Refuses U+0000, which PostgreSQL cannot store in a text.
 *
 * @param place the argument, or a place in it
 * @throws InvalidArgumentError
 */
function refuseNul(text: string, place: string, refusal?: NulRefusal): void {
  if (!text.includes('\0')) return
  const message = refusal ? refusal(text, place) : `${place} contains NULL (0x00) characters.`
  throw new InvalidArgumentError(message)
}

/** Formats the position of a text inside an argument for messages. */
type SpellPlace = (name: string, path: readonly (string | number)[]) => string

/**
 * Refuses characters that JSON escapes can spell and no text can hold: U+0000 and half surrogate pairs, in a
 * text or anywhere in lists and dicts.
 *
 * @throws InvalidArgumentError naming the place
 */
function refuseUnstorableTexts(
  value: unknown,
  name: string,
  { spell, refusal }: { spell: SpellPlace; refusal?: NulRefusal | undefined },
): void {
  // One path for the whole walk, spelled out only in an error.
  const path: (string | number)[] = []

  const checkText = (text: string): void => {
    if (text.includes('\0')) refuseNul(text, spell(name, path), refusal)
    if (!text.isWellFormed()) {
      throw new InvalidArgumentError(`${spell(name, path)} contains an invalid character`)
    }
  }
  const visitAt = (key: string | number, node: unknown): void => {
    path.push(key)
    visit(node)
    path.pop()
  }
  const visit = (node: unknown): void => {
    if (typeof node === 'string') checkText(node)
    else if (Array.isArray(node)) node.forEach((item, index) => visitAt(index, item))
    else if (typeof node === 'object' && node !== null) {
      for (const [key, member] of Object.entries(node)) {
        checkText(key)
        visitAt(key, member)
      }
    }
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

/**
 * Refuses a raw text longer than any valid one of its kind, before work is put into it.
 *
 * @throws InvalidArgumentError
 */
function refuseLength(raw: string, name: string, longest: number): void {
  if (raw.length > longest) {
    throw new InvalidArgumentError(`${name} is too long (limit: ${longest} characters)`)
  }
}

/** @throws InvalidArgumentError for a text outside the limits */
export function checkTextLimits(text: string, name: string, limits: TextLimits): void {
  const { minLength = 0, maxLength = Infinity, pattern } = limits
  if (minLength > 0 && looksEmpty(text)) throw new InvalidArgumentError(`${name} cannot be blank.`)
  // A character has at most two units, so a text beyond twice the limit need not be counted.
  const length = text.length > 2 * maxLength ? Infinity : countCharacters(text)
  if (length < minLength) {
    throw new InvalidArgumentError(`${name} is too short (minimum: ${minLength} characters)`)
  }
  if (length > maxLength) {
    throw new InvalidArgumentError(`${name} is too long (limit: ${maxLength} characters)`)
  }
  if (pattern && !pattern.test(text)) throw new InvalidArgumentError(`Invalid ${name}`)
}
