import type { AddressBook } from '../../data/narrow/address-book'
import { describeTerm } from '../../data/narrow/describe'
import type { Names } from '../../data/narrow/describe'
import { parseNarrow } from '../../data/narrow/hash'
import type { Narrow } from '../../data/narrow/narrow'
import { formatSearch } from '../../data/narrow/format-search'
import { parseSearch } from '../../data/narrow/search-text'
import type { Suggestion } from '../../data/narrow/suggest'
import * as t from '../../texts/catalog'

/** A row under the search box. */
export interface Offer {
  /** The explanation of the row. */
  readonly words: string
  /** The search as typed. */
  readonly typed: string
  /** The search that the row writes into the box; a recent search opens at once instead. */
  readonly opens: { readonly text: string } | { readonly narrow: Narrow }
}

export function offerOf(suggestion: Suggestion, book: AddressBook, names: Names): Offer {
  const { word, text, isWhole } = suggestion
  const [term] = isWhole ? parseSearch(word, book) : []
  const words = term ? describeTerm(term, names) : begunWords(word)
  return { words, typed: word, opens: { text } }
}

/** Words for an operator whose operand is not typed yet. */
function begunWords(word: string): string {
  const words = t.filters.begun[word.replace(/^-/, '')] ?? ''
  return word.startsWith('-') && words !== '' ? t.filters.except(words) : words
}

/** Recent searches; addresses that no longer name a search are left out. */
export function recentOffers(
  addresses: readonly string[],
  book: AddressBook,
  names: Names,
): readonly Offer[] {
  return addresses.flatMap((address) => {
    const narrow = parseNarrow(address, book)?.narrow ?? []
    if (narrow.length === 0) return []
    const words = narrow.map((term) => describeTerm(term, names)).join(' · ')
    return { words, typed: formatSearch(narrow, book), opens: { narrow } }
  })
}
