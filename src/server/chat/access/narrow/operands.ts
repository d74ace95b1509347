import { instantOf } from '../../../../shared/rules/dates'
import type { SearchWords } from '../../../data/history/search'
import { BadNarrowError, checkText, maxTextCharacters } from './written-terms'
import type { WrittenTerm } from './written-terms'

/**
 * A stream or user as a client names it: an id, or a name or email.
 * Source: docs/protocol/decided-conflicts.md#ids-and-names.
 */
export type Reference = string | number

/** Limits of one operand: the number of users in it, and the length of a list of emails. */
const maxReferences = 500
const maxListCharacters = 50_000

/** @throws BadNarrowError for an operand that is neither a name nor an id */
export function referenceOf({ operator, operand, operandPlace }: WrittenTerm): Reference {
  if (isId(operand)) return operand
  if (typeof operand !== 'string') throw invalidOperand(operator)
  return checkText(operand, operandPlace).trim()
}

/**
 * Users: a list of ids and emails, a single id or email, or emails joined by commas.
 * @throws BadNarrowError
 */
export function referencesOf({ operator, operand, operandPlace }: WrittenTerm): Reference[] {
  const listed = Array.isArray(operand)
    ? (operand as unknown[])
    : typeof operand === 'string'
      ? checkText(operand, operandPlace, maxListCharacters).split(',')
      : [operand]
  const references = listed.map((item) => {
    if (typeof item === 'string') return checkText(item, operandPlace).trim()
    if (!isId(item)) throw invalidOperand(operator)
    return item
  })
  const named = references.filter((reference) => reference !== '')
  if (named.length === 0 || named.length > maxReferences) throw invalidOperand(operator)
  return [...new Set(named)]
}

/** An id, as a number or a string of digits. @throws BadNarrowError */
export function idOf({ operator, operand }: WrittenTerm): number {
  const id = typeof operand === 'string' && /^\s*\d+\s*$/.test(operand) ? Number(operand) : operand
  if (!isId(id)) throw invalidOperand(operator)
  return id
}

/** An instant or a day in ISO 8601. @throws BadNarrowError */
export function timeOf(written: WrittenTerm): Date {
  const time = instantOf(textOf(written).trim())
  if (!time) throw invalidOperand(written.operator)
  return time
}

/** @throws BadNarrowError; BadRequestError for text that is too long */
export function textOf({ operator, operand, operandPlace }: WrittenTerm): string {
  if (typeof operand === 'number') return String(operand)
  if (typeof operand !== 'string') throw invalidOperand(operator)
  return checkText(operand, operandPlace, maxTextCharacters)
}

/** Words, and phrases in double quotes. @throws BadNarrowError */
export function searchWordsOf(written: WrittenTerm): SearchWords {
  const phrases: string[] = []
  const words = textOf(written).replaceAll(/"([^"]*)"/g, (_, phrase: string) => {
    phrases.push(phrase.trim())
    return ' '
  })
  return {
    words: words.replaceAll(/\s+/g, ' ').trim(),
    phrases: phrases.filter((phrase) => phrase !== ''),
  }
}

function invalidOperand(operator: string): BadNarrowError {
  return new BadNarrowError(`invalid operand of ${operator}`)
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
