import { operatorNamed } from '../../../shared/rules/narrow-operators'
import type { AddressBook } from './address-book'
import type { Narrow, Operator, Term } from './narrow'
import { readOperand } from './operands'

/*
 * Narrows in the syntax of the search box: `stream:ops topic:"web app" from:ada@acme.test is:starred some words`.
 * A minus before an operator negates the term. Words without an operator are searched for.
 */

/** One word of a search, with its operator if it has one. */
export interface Word {
  readonly operator: string | undefined
  readonly negated: boolean
  /** Operand without quotes; a word without an operator keeps its quotes. */
  readonly text: string
  /** Index of the first character in the typed text. */
  readonly start: number
}

/** Matches an operator, then a quoted text, closed or not, or a text without blanks. */
const wordPattern = /(-?)(?:([a-z-]{1,30}):)?("[^"]*"?|[^\s"]+)?/giu

export function splitSearch(text: string): Word[] {
  const words: Word[] = []
  for (const match of text.matchAll(wordPattern)) {
    const [whole, minus, name, operand = ''] = match
    if (whole === '') continue
    const operator = name?.toLowerCase()
    if (operator !== undefined && operatorNamed(operator)) {
      const unquoted = operand.replace(/^"([^"]*)"?$/, '$1')
      words.push({ operator, negated: minus === '-', text: unquoted, start: match.index })
    } else words.push({ operator: undefined, negated: false, text: whole, start: match.index })
  }
  return words
}

export function parseSearch(text: string, book: AddressBook): Narrow {
  const narrow: Term[] = []
  const searched: string[] = []
  for (const { operator: name, negated, text: word } of splitSearch(text)) {
    const operator = name === undefined ? undefined : operatorNamed(name)
    if (operator === undefined || operator === 'search') searched.push(word)
    else if (word !== '') {
      const read = readOperand(operator, word, book)
      // A unique beginning of a name is enough.
      const person = typeof read === 'string' && isOfPerson(operator) && book.userBeginning(read)
      const operand = person ? (operator === 'sender' ? person : [person]) : read
      narrow.push({ operator, operand, ...(negated ? { negated } : {}) })
    }
  }
  const words = searched.filter((word) => word !== '').join(' ')
  return words === '' ? narrow : [...narrow, { operator: 'search', operand: words }]
}

const isOfPerson = (operator: Operator) => operator === 'sender' || operator === 'dm'
