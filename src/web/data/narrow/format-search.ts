import type { AddressBook } from './address-book'
import type { Narrow, Term } from './narrow'

/** Writes a narrow as `parseSearch` reads it. */
export function formatSearch(narrow: Narrow, book: AddressBook): string {
  return narrow.map((term) => formatTerm(term, book)).join(' ')
}

/** Operators as the app offers them; the protocol has other names. */
const shownNames: Readonly<Record<string, string>> = { channel: 'stream', sender: 'from' }

function formatTerm({ operator, operand, negated }: Term, book: AddressBook): string {
  if (operator === 'search' && !negated) return String(operand)
  return `${negated ? '-' : ''}${formatWord(shownNames[operator] ?? operator, operandText({ operator, operand }, book))}`
}

/** Formats an operator and its operand, quoted if it contains blanks. */
export function formatWord(operator: string, operand: string): string {
  return /[\s"]/.test(operand)
    ? `${operator}:"${operand.replaceAll('"', '')}"`
    : `${operator}:${operand}`
}

function operandText({ operator, operand }: Term, book: AddressBook): string {
  const personOf = (id: number) => book.userEmail(id) ?? String(id)
  if (typeof operand === 'object') {
    return operand.length === 0 ? 'me' : operand.map(personOf).join()
  }
  if (typeof operand === 'string') return operand
  if (operator === 'channel') return book.streamName(operand) ?? String(operand)
  return operator === 'sender' || operator === 'mentions' ? personOf(operand) : String(operand)
}
