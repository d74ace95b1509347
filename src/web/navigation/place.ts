import { formatNarrow, parseNarrow } from '../narrow/hash'
import type { NarrowAddress, StreamNameOf } from '../narrow/hash'

/** A place in the app; its address is the hash, which is all the state that navigation has. */
export type Place = { view: SimpleView } | ({ view: 'narrow' } & NarrowAddress)

const simpleViews = ['inbox', 'recent', 'drafts'] as const
export type SimpleView = (typeof simpleViews)[number]

/** An unknown address opens the inbox. */
export function parsePlace(hash: string): Place {
  const word = hash.replace(/^#/, '')
  if (word === 'feed' || word === 'all_messages') return { view: 'narrow', narrow: [] }
  const narrow = parseNarrow(hash)
  if (narrow) return { view: 'narrow', ...narrow }
  return { view: simpleViews.find((view) => view === word) ?? 'inbox' }
}

export function formatPlace(place: Place, nameOf: StreamNameOf): string {
  if (place.view !== 'narrow') return `#${place.view}`
  if (place.narrow.length === 0 && place.near === undefined) return '#feed'
  return formatNarrow(place, nameOf)
}
