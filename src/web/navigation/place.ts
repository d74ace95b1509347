import type { AddressBook } from '../narrow/address-book'
import { formatNarrow, parseNarrow } from '../narrow/hash'
import type { NarrowAddress } from '../narrow/hash'

/** A place in the app; its address is the hash, which is all the state that navigation has. */
export type Place = { view: SimpleView } | ({ view: 'narrow' } & NarrowAddress)

const simpleViews = ['inbox', 'recent', 'drafts'] as const
export type SimpleView = (typeof simpleViews)[number]

/** Addresses that views had or have in the reference. */
const otherNames: Readonly<Record<string, Place>> = {
  feed: { view: 'narrow', narrow: [] },
  all_messages: { view: 'narrow', narrow: [] },
  recent_topics: { view: 'recent' },
}

/** An unknown address opens the inbox. */
export function parsePlace(hash: string, book: AddressBook): Place {
  const word = hash.replace(/^#/, '')
  const named = otherNames[word]
  if (named) return named
  const narrow = parseNarrow(hash, book)
  if (narrow) return { view: 'narrow', ...narrow }
  return { view: simpleViews.find((view) => view === word) ?? 'inbox' }
}

export function formatPlace(place: Place, book: AddressBook): string {
  if (place.view !== 'narrow') return `#${place.view}`
  if (place.narrow.length > 0) return formatNarrow(place, book)
  return place.near === undefined ? '#feed' : `#narrow/near/${place.near}`
}
