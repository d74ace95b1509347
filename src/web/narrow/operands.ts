import type { AddressBook } from './address-book'
import type { Operator, Term } from './narrow'

/** Every name that an operator has or had, to the one that it has here. */
export const operatorNames: Readonly<Record<string, Operator>> = {
  channel: 'channel',
  stream: 'channel',
  channels: 'channels',
  streams: 'channels',
  topic: 'topic',
  subject: 'topic',
  dm: 'dm',
  'pm-with': 'dm',
  'dm-including': 'dm-including',
  'dm-with': 'dm-including',
  'group-pm-with': 'dm-including',
  sender: 'sender',
  from: 'sender',
  mentions: 'mentions',
  is: 'is',
  in: 'in',
  has: 'has',
  id: 'id',
  search: 'search',
}

/**
 * The operand that a word of an address or a search means. People and streams that nobody knows stay
 * the word that they are, so that the server can say what it does not know.
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
      return word === 'private' ? 'dm' : word
    case 'channels':
    case 'topic':
    case 'in':
    case 'has':
    case 'search':
      return word
  }
}

/** `5-ops`, of which only the number counts; or the name of older links, blanks written as dashes. */
function readStream(word: string, book: AddressBook): number | string {
  const id = leadingId(word)
  if (id !== undefined && book.streamName(id) !== undefined) return id
  return book.streamId(word) ?? book.streamId(word.replaceAll('-', ' ')) ?? id ?? word
}

/** `10,11-group` or e-mails between commas; the reader takes part, named or not. */
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
