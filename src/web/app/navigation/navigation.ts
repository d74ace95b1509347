import { signal } from '@preact/signals'
import type { ReadonlySignal } from '@preact/signals'
import type { AddressBook } from '../../data/narrow/address-book'
import { formatPlace, parsePlace } from './place'
import type { Place } from './place'
import { sessionStore } from '../../data/storage/browser-storage'

/** State of a browser history entry; inside a settings area also the entry to return to. */
interface Entry {
  entry: string
  outside?: { hash: string; entry: string } | undefined
}

/** Scroll position: the message with this id was `offset` pixels below the top of the feed. */
export interface ReadingPosition {
  id: number
  offset: number
}

/** A visit to a place: an entry of the browser's history. */
export interface Visit {
  /** Unique; rises with each visit. */
  readonly id: number
  readonly place: Place
  /** Scroll position from an earlier visit, if the reader returns to this history entry. */
  readonly position: ReadingPosition | undefined
}

export interface Navigation {
  readonly place: ReadonlySignal<Place>
  /** Changes with each step through the history, even from a place to itself. */
  readonly visit: ReadonlySignal<Visit>
  /** Address of a place, for links. */
  hrefOf(place: Place): string
  /** Navigates to a place, as a click on its link would. */
  go(place: Place): void
  /** Replaces the address in the current history entry, so that going back skips the former one. */
  replace(place: Place): void
  /** Leaves a settings area and returns to the place before it; works after a reload too. */
  leaveRoom(): void
  /** Stores the scroll position of the current visit. */
  rememberPosition(position: ReadingPosition): void
}

/** Key in sessionStorage: positions survive a reload of the page, but not the tab. */
const storageKey = 'parley.positions'

/** Max number of history entries with a stored position. */
const maxPositions = 100

/** @param home see parsePlace @param ended aborts at the end of the session */
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
    sessionStore.setItem(storageKey, JSON.stringify(newest))
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
      // Re-insert, so that the map stays sorted by age, newest last.
      positions.delete(here.entry)
      positions.set(here.entry, position)
    },
  }
}

/** Reads the browser's current history entry, or tags it if it is new. @param outside for a new entry */
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
    const stored = sessionStore.getItem(storageKey)
    return new Map(JSON.parse(stored ?? '[]') as [string, ReadingPosition][])
  } catch {
    return new Map()
  }
}
