import type { NarrowTerm } from '../../wire/narrow'
import { BadRequestError } from '../errors'
import { checkText, readTerms } from '../narrow/written-terms'
import type { WrittenTerm } from '../narrow/written-terms'

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

/**
 * The terms of the narrow of a queue, which looks at each event by itself and knows few operators.
 * Shapes are examined before operators.
 *
 * @throws BadRequestError worded after the API document's validators
 * Source: protocol notes 0 #14, 1.2, 4.7; client notes 6.1.
 */
export function parseNarrow(narrow: readonly unknown[]): NarrowTerm[] {
  const written = readTerms(narrow).map((term) => ({
    ...term,
    operand: operandOf(term.operand, term.operandPlace),
  }))
  return written.map(toTerm)
}

/** Only operators know whether a number makes sense; anything else never does. */
function operandOf(value: unknown, place: string): string | number {
  return Number.isSafeInteger(value) ? (value as number) : checkText(value, place)
}

function toTerm({ operator: name, operand, operandPlace, negated }: WrittenTerm): NarrowTerm {
  const operator = operators.get(name)
  if (!operator) throw new BadRequestError(`Operator ${name} not supported.`)
  const takesId = operator === 'stream' || operator === 'sender'
  return {
    operator,
    operand: takesId ? (operand as string | number) : checkText(operand, operandPlace),
    negated,
  }
}
