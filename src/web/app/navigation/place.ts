import type { AddressBook } from '../../data/narrow/address-book'
import { decodeWord, encodeWord, formatNarrow, parseNarrow } from '../../data/narrow/hash'
import type { NarrowAddress } from '../../data/narrow/hash'

/** A place in the app; its address is the hash, which holds the whole navigation state. */
export type Place = { view: SimpleView } | ({ view: 'narrow' } & NarrowAddress) | RoomPlace

/** A page of a settings area: `#settings/profile`, `#streams/5/ops/personal`; `path` follows the name of the area. */
export interface RoomPlace {
  view: Room
  path: readonly string[]
}

const simpleViews = ['inbox', 'recent', 'drafts'] as const
type SimpleView = (typeof simpleViews)[number]

/** Settings areas; closing one returns to the place before it. */
const rooms = ['settings', 'organization', 'streams', 'groups'] as const
export type Room = (typeof rooms)[number]

/** Aliases of addresses, for links from older versions and from the reference. */
const otherNames: Readonly<Record<string, Place>> = {
  feed: { view: 'narrow', narrow: [] },
  all_messages: { view: 'narrow', narrow: [] },
  recent_topics: { view: 'recent' },
}

/** Parses an address; unknown ones open the inbox. @param home word for an empty hash: the setting `web_home_view` */
export function parsePlace(hash: string, book: AddressBook, home = 'inbox'): Place {
  const word = hash.replace(/^#/, '') || home
  const named = otherNames[word]
  if (named) return named
  const [first, ...path] = word.replace(/^channels/, 'streams').split('/')
  const room = rooms.find((one) => one === first)
  if (room) return { view: room, path: path.filter(Boolean).map((one) => decodeWord(one) ?? one) }
  const narrow = parseNarrow(hash, book)
  if (narrow) return { view: 'narrow', ...narrow }
  return { view: simpleViews.find((view) => view === word) ?? 'inbox' }
}

export function formatPlace(place: Place, book: AddressBook): string {
  if ('path' in place) return `#${[place.view, ...place.path.map(encodeWord)].join('/')}`
  if (place.view !== 'narrow') return `#${place.view}`
  if (place.narrow.length > 0) return formatNarrow(place, book)
  return place.near === undefined ? '#feed' : `#narrow/near/${place.near}`
}
