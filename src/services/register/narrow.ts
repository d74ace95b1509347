import type { NarrowTerm } from '../../wire/narrow'
import { BadRequestError } from '../errors'

/** Every term is looked at for every message, so nobody needs many. */
const maxTerms = 100
/** Far above any name or address. */
const maxTextCharacters = 500

/** What the operators are called, now and by later clients. */
const operators: ReadonlyMap<string, NarrowTerm['operator']> = new Map([
  ['stream', 'stream'],
  ['channel', 'stream'],
  ['topic', 'topic'],
  ['subject', 'topic'],
  ['sender', 'sender'],
  ['from', 'sender'],
  ['is', 'is'],
])

/** A term as the client wrote it, with the places that messages name. */
interface WrittenTerm {
  operator: string
  operand: unknown
  operandPlace: string
  negated: boolean
}

/**
 * The terms of a narrow, in any of its forms: one pair `["stream","ops"]`, a list of pairs, or
 * a list of `{"operator","operand","negated"}`. Shapes are examined before operators.
 *
 * @throws BadRequestError worded after the API document's validators
 * Source: protocol notes 0 #14, 1.2, 4.7; client notes 6.1.
 */
export function parseNarrow(narrow: readonly unknown[]): NarrowTerm[] {
  if (narrow.length > maxTerms) {
    throw new BadRequestError(`narrow has too many items (limit: ${maxTerms})`)
  }
  const written = isFlatPair(narrow)
    ? [readPair(narrow, 'narrow')]
    : narrow.map((term, index) => readTerm(term, `narrow[${index}]`))
  return written.map(toTerm)
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
  const operandPlace = `${place}[1]`
  const operator = text(pair[0], `${place}[0]`)
  return { operator, operand: operandOf(pair[1], operandPlace), operandPlace, negated: false }
}

function readObject(term: Record<string, unknown>, place: string): WrittenTerm {
  for (const key of ['operator', 'operand']) {
    if (!Object.hasOwn(term, key)) throw new BadRequestError(`${key} key is missing from ${place}`)
  }
  const operandPlace = `${place}["operand"]`
  const operator = text(term.operator, `${place}["operator"]`)
  const negated = Object.hasOwn(term, 'negated') ? term.negated : false
  if (typeof negated !== 'boolean') {
    throw new BadRequestError(`${place}["negated"] is not a boolean`)
  }
  return { operator, operand: operandOf(term.operand, operandPlace), operandPlace, negated }
}

function text(value: unknown, place: string): string {
  if (typeof value !== 'string') throw new BadRequestError(`${place} is not a string`)
  if (value.length > maxTextCharacters) {
    throw new BadRequestError(`${place} is too long (limit: ${maxTextCharacters} characters)`)
  }
  return value
}

/** Only operators know whether a number makes sense; anything else never does. */
function operandOf(value: unknown, place: string): string | number {
  return Number.isSafeInteger(value) ? (value as number) : text(value, place)
}

function toTerm({ operator: name, operand, operandPlace, negated }: WrittenTerm): NarrowTerm {
  const operator = operators.get(name)
  if (!operator) throw new BadRequestError(`Operator ${name} not supported.`)
  const takesId = operator === 'stream' || operator === 'sender'
  return {
    operator,
    operand: takesId ? (operand as string | number) : text(operand, operandPlace),
    negated,
  }
}
