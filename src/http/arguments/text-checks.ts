import { countCharacters } from '../../runtime/characters'
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
 * Refuses U+0000, which PostgreSQL cannot store in a text.
 *
 * @throws InvalidArgumentError
 */
export function refuseNul(text: string, name: string): void {
  if (text.includes('\0'))
    throw new InvalidArgumentError(`${name} contains NULL (0x00) characters.`)
}

/** @throws InvalidArgumentError for a text outside the limits */
export function checkTextLimits(text: string, name: string, limits: TextLimits): void {
  const { minLength = 0, maxLength = Infinity, pattern } = limits
  if (minLength > 0 && text.trim() === '')
    throw new InvalidArgumentError(`${name} cannot be blank.`)
  const length = countCharacters(text)
  if (length < minLength) {
    throw new InvalidArgumentError(`${name} is too short (minimum: ${minLength} characters)`)
  }
  if (length > maxLength) {
    throw new InvalidArgumentError(`${name} is too long (limit: ${maxLength} characters)`)
  }
  if (pattern && !pattern.test(text)) throw new InvalidArgumentError(`Invalid ${name}`)
}
