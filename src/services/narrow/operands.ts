import type { SearchWords } from '../../db/history/search'
import { BadNarrowError, checkText, maxTextCharacters } from './written-terms'
import type { WrittenTerm } from './written-terms'

/**
 * How a stream or a user is named: by an id, or by a name or email.
 * Source: docs/protocol/decided-conflicts.md#ids-and-names.
 */
export type Reference = string | number

/** Limits of one operand: of the users in it, and of the list of their emails. */
const maxReferences = 500
const maxListCharacters = 50_000

/** @throws BadNarrowError for what can be neither a name nor an id */
export function referenceOf({ operator, operand, operandPlace }: WrittenTerm): Reference {
  if (isId(operand)) return operand
  if (typeof operand !== 'string') throw invalidOperand(operator)
  return checkText(operand, operandPlace).trim()
}

/**
 * People: a list of ids and emails, one of either, or emails joined by commas.
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

/** An id, as a number or its text. @throws BadNarrowError */
export function idOf({ operator, operand }: WrittenTerm): number {
  const id = typeof operand === 'string' && /^\s*\d+\s*$/.test(operand) ? Number(operand) : operand
  if (!isId(id)) throw invalidOperand(operator)
  return id
}

/** @throws BadNarrowError, BadRequestError when it is too long */
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
