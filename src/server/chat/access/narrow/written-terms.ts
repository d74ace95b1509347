import { Type } from '@sinclair/typebox'
import { ApiError } from '../../../lib/api-error'
import type { ErrorDoc } from '../../../lib/api-error'
import { BadRequestError } from '../../rules/errors'

/** Refusal of an invalid term. Source: docs/protocol/history.md#bad-narrow. */
export class BadNarrowError extends ApiError {
  static readonly doc: ErrorDoc = {
    code: 'BAD_NARROW',
    description: 'The narrow has an unknown operator, or an operand that names nothing.',
    fields: { desc: Type.String() },
    example: 'Invalid narrow operator: unknown operator color',
  }

  constructor(desc: string) {
    super(`Invalid narrow operator: ${desc}`, { code: 'BAD_NARROW', fields: { desc } })
  }
}

/** Max terms of a narrow: each is checked for every message, and real narrows have few. */
const maxTerms = 100
/** Max length of an operand, far above any name or address. */
export const maxTextCharacters = 500

/** A term as the client wrote it. `operandPlace` names the operand in error messages. */
export interface WrittenTerm {
  operator: string
  operand: unknown
  operandPlace: string
  negated: boolean
}

/**
 * The terms of a narrow, in any of its forms: one pair `["stream","ops"]`, a list of pairs, or a list of
 * `{"operator","operand","negated"}`. Does not interpret operators and operands.
 *
 * @throws BadRequestError worded as docs/protocol/requests.md#wordings says
 * Sources: docs/protocol/decided-conflicts.md#narrow-forms, docs/protocol/history.md#narrow.
 */
export function readTerms(narrow: readonly unknown[]): WrittenTerm[] {
  if (narrow.length > maxTerms) {
    throw new BadRequestError(`narrow has too many items (limit: ${maxTerms})`)
  }
  return isFlatPair(narrow)
    ? [readPair(narrow, 'narrow')]
    : narrow.map((term, index) => readTerm(term, `narrow[${index}]`))
}

function isFlatPair(narrow: readonly unknown[]): boolean {
  const [operator, operand] = narrow
  return narrow.length === 2 && typeof operator === 'string' && typeof operand !== 'object'
}

function readTerm(term: unknown, place: string): WrittenTerm {
  if (Array.isArray(term)) return readPair(term, place)
  if (typeof term === 'object' && term !== null) {
    return readObject(term as Record<string, unknown>, place)
  }
  throw new BadRequestError(`${place} is not a list`)
}

function readPair(pair: readonly unknown[], place: string): WrittenTerm {
  if (pair.length !== 2) throw new BadRequestError(`${place} should have exactly 2 items`)
  const operator = checkText(pair[0], `${place}[0]`)
  return { operator, operand: pair[1], operandPlace: `${place}[1]`, negated: false }
}

function readObject(term: Record<string, unknown>, place: string): WrittenTerm {
  for (const key of ['operator', 'operand']) {
    if (!Object.hasOwn(term, key)) throw new BadRequestError(`${key} key is missing from ${place}`)
  }
  const operator = checkText(term.operator, `${place}["operator"]`)
  const negated = Object.hasOwn(term, 'negated') ? term.negated : false
  if (typeof negated !== 'boolean') {
    throw new BadRequestError(`${place}["negated"] is not a boolean`)
  }
  return { operator, operand: term.operand, operandPlace: `${place}["operand"]`, negated }
}

/** Checks that a part of a term is a string. @throws BadRequestError */
export function checkText(
  value: unknown,
  place: string,
  maxCharacters = maxTextCharacters,
): string {
  if (typeof value !== 'string') throw new BadRequestError(`${place} is not a string`)
  if (value.length > maxCharacters) {
    throw new BadRequestError(`${place} is too long (limit: ${maxCharacters} characters)`)
  }
  return value
}
