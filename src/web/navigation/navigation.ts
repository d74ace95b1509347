import { signal } from '@preact/signals'
import type { ReadonlySignal } from '@preact/signals'
import type { AddressBook } from '../narrow/address-book'
import { formatPlace, parsePlace } from './place'
import type { Place } from './place'

/** An entry of the browser's history, as it remembers it; in a room, with the entry from which one went in. */
interface Entry {
  entry: string
  outside?: { hash: string; entry: string } | undefined
}

/** Where on the screen a message was: its content was so many pixels below the top of the feed. */
export interface ReadingPosition {
  id: number
  offset: number
}

/** A visit to a place: an entry of the browser's history. */
export interface Visit {
  /** Rises. */
  readonly id: number
  readonly place: Place
  /** Where the reader was when they left it, if they have come back to it. */
  readonly position: ReadingPosition | undefined
}

export interface Navigation {
  readonly place: ReadonlySignal<Place>
  /** The same, told anew at each step through the history, also from a place to itself. */
  readonly visit: ReadonlySignal<Visit>
  /** The address of a place, for links. */
  hrefOf(place: Place): string
  /** Goes there, as a click on a link would. */
  go(place: Place): void
  /** Corrects the address of where the reader is already: going back does not lead to the former one. */
  replace(place: Place): void
  /** Out of a room, to where the reader was before they went in; also after a reload. */
  leaveRoom(): void
  /** Remembers for this visit where the reader is. */
  rememberPosition(position: ReadingPosition): void
}

/** Positions outlive a reload of the page, and nothing else. */
const storageKey = 'parley.positions'

/** As many visits back a position is remembered. */
const maxPositions = 100

/** @param home see parsePlace @param ended the end of the session */
export function createNavigation(
  book: AddressBook,
  home: () => string,
  ended: AbortSignal,
): Navigation {
  const positions = readPositions()
  let here = adoptEntry(undefined)

  let visits = 0

  const arrive = (): Visit => ({
    id: (visits += 1),
    place: parsePlace(location.hash, book, home()),
    position: positions.get(here.entry),
  })
  const visit = signal(arrive())
  const place = signal(visit.peek().place)

  function show(): void {
    visit.value = arrive()
    place.value = visit.value.place
  }

  const hrefOf = (to: Place) => formatPlace(to, book)

  const arriveAnew = () => {
    const before = place.peek()
    const outside = 'path' in before ? here.outside : { hash: hrefOf(before), entry: here.entry }
    here = adoptEntry('path' in parsePlace(location.hash, book, home()) ? outside : undefined)
    show()
  }
  const keepPositions = () => {
    const newest = [...positions].slice(-maxPositions)
    sessionStorage.setItem(storageKey, JSON.stringify(newest))
  }
  addEventListener('hashchange', arriveAnew, { signal: ended })
  addEventListener('pagehide', keepPositions, { signal: ended })

  return {
    place,
    visit,
    hrefOf,
    go(to) {
      location.hash = hrefOf(to)
    },
    replace(to) {
      history.replaceState(history.state, '', hrefOf(to))
      show()
    },
    leaveRoom() {
      const { hash, entry } = here.outside ?? { hash: '#inbox', entry: '' }
      const position = positions.get(entry)
      const left: Entry = { entry: newEntry() }
      if (position) positions.set(left.entry, position)
      history.pushState(left, '', hash)
      here = left
      show()
    },
    rememberPosition(position) {
      // The newest is last.
      positions.delete(here.entry)
      positions.set(here.entry, position)
    },
  }
}

/** The history's entry that the browser shows; it is made one of ours if it is none. @param outside of a new one */
function adoptEntry(outside: Entry['outside']): Entry {
  const known = history.state as Entry | null
  if (known?.entry !== undefined) return known
  const made: Entry = { entry: newEntry(), outside }
  history.replaceState(made, '')
  return made
}

const newEntry = () => `${Date.now()}-${Math.random()}`

function readPositions(): Map<string, ReadingPosition> {
  try {
    const stored = sessionStorage.getItem(storageKey)
    return new Map(JSON.parse(stored ?? '[]') as [string, ReadingPosition][])
  } catch {
    return new Map()
  }
}
