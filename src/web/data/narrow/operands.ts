import { isWordNamed } from '../../../shared/rules/narrow-operators'
import type { AddressBook } from './address-book'
import type { Operator, Term } from './narrow'

/**
 * Reads the operand of an address or a search. Unknown streams and users stay as the typed word, so that the server
 * can name the unknown one in its error.
 */
export function readOperand(operator: Operator, word: string, book: AddressBook): Term['operand'] {
  switch (operator) {
    case 'channel':
      return readStream(word, book)
    case 'dm':
    case 'dm-including':
      return readPeople(word, book)
    case 'sender':
    case 'mentions':
      return readPerson(word, book)
    case 'id':
      return Number(word) || word
    case 'is':
      return isWordNamed(word) ?? word
    case 'channels':
    case 'topic':
    case 'in':
    case 'has':
    case 'before':
    case 'after':
    case 'search':
      return word
  }
}

/**
 * Reads `5-ops`, of which only the number counts, or the name in older links, with dashes for blanks. A word such as
 * `5ops` is a name first.
 */
function readStream(word: string, book: AddressBook): number | string {
  const id = Number.parseInt(word, 10)
  const isKnown = book.streamName(id) !== undefined
  const isSlug = leadingId(word) === id
  if (isKnown && isSlug) return id
  const named = book.streamId(word) ?? book.streamId(word.replaceAll('-', ' '))
  return named ?? (isKnown || isSlug ? id : word)
}

/** Reads `10,11-group` or comma-separated emails; the reader may be listed or not. */
function readPeople(word: string, book: AddressBook): readonly number[] | string {
  const [numbers] = /^\d+(,\d+)*(?=-|$)/.exec(word) ?? []
  const ids = numbers
    ? numbers.split(',').map(Number)
    : word.split(',').map((name) => book.userId(name.trim()))
  if (ids.includes(undefined)) return word
  const others = new Set(ids.filter((id): id is number => id !== book.ownId))
  return [...others].sort((a, b) => a - b)
}

function readPerson(word: string, book: AddressBook): number | string {
  return leadingId(word) ?? book.userId(word) ?? word
}

function leadingId(word: string): number | undefined {
  const [digits] = /^\d+(?=-|$)/.exec(word) ?? []
  return digits === undefined ? undefined : Number(digits)
}
