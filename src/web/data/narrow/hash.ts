import { operatorNamed } from '../../../shared/rules/narrow-operators'
import type { AddressBook } from './address-book'
import type { Narrow, Term } from './narrow'
import { readOperand } from './operands'

/*
 * Addresses of narrows, in the format of the reference, so that links in old messages and emails
 * still work: `#narrow/channel/5-ops/topic/web.20app/near/123`.
 */

/** A narrow, and the message at which to open it. */
export interface NarrowAddress {
  narrow: Narrow
  /** Id of the message at which the feed opens. */
  near?: number
  /** Id of a message; the address means the conversation in which that message is now. */
  with?: number
}

export function formatNarrow(address: NarrowAddress, book: AddressBook): string {
  const words = address.narrow.flatMap((term) => [
    `${term.negated ? '-' : ''}${term.operator}`,
    encodeWord(operandWord(term, book)),
  ])
  if (address.with !== undefined) words.push('with', String(address.with))
  if (address.near !== undefined) words.push('near', String(address.near))
  return `#narrow/${words.join('/')}`
}

/** @returns undefined if the hash is not the address of a narrow */
export function parseNarrow(hash: string, book: AddressBook): NarrowAddress | undefined {
  const [first, ...words] = hash.replace(/^#/, '').replace(/\/$/, '').split('/')
  // A topic without a name has an empty operand, which leaves the terms before it.
  if (words.length > 1 && words.length % 2 !== 0) words.pop()
  if (first !== 'narrow' || words.length % 2 !== 0) return undefined
  const narrow: Term[] = []
  const address: NarrowAddress = { narrow }
  for (let index = 0; index < words.length; index += 2) {
    const name = decodeWord(words[index] ?? '')
    const word = decodeWord(words[index + 1] ?? '')
    if (name === undefined || word === undefined) return undefined
    if (name === 'near' || name === 'with') {
      const id = Number.parseInt(word, 10)
      if (id > 0) address[name] = id
      continue
    }
    const negated = name.startsWith('-')
    const operator = operatorNamed(negated ? name.slice(1) : name)
    if (!operator) return undefined
    const operand = readOperand(operator, word, book)
    narrow.push({ operator, operand, ...(negated ? { negated } : {}) })
  }
  return address
}

function operandWord({ operator, operand }: Term, book: AddressBook): string {
  if (operator === 'channel' && typeof operand === 'number') {
    const name = book.streamName(operand)
    return name === undefined ? String(operand) : `${operand}-${name.replaceAll(' ', '-')}`
  }
  if (typeof operand !== 'object') return String(operand)
  const ids = operand.length === 0 ? [book.ownId] : operand
  return `${ids.join()}-${ids.length > 1 ? 'group' : 'dm'}`
}

/** Percent encoding with dots in place of the percent signs. */
export function encodeWord(word: string): string {
  // Most words need no encoding, and each row of the sidebar that is drawn has an address.
  if (/^[\w-]*$/.test(word)) return word
  // A lone surrogate cannot be encoded.
  return encodeURIComponent(word.replace(/\p{Surrogate}/gu, '\ufffd'))
    .replace(
      /[.!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .replaceAll('%', '.')
}

export function decodeWord(word: string): string | undefined {
  try {
    return decodeURIComponent(word.replace(/\.([0-9A-Fa-f]{2})/g, '%$1'))
  } catch {
    return undefined
  }
}
