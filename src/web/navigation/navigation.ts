import { signal } from '@preact/signals'
import type { ReadonlySignal } from '@preact/signals'
import type { AddressBook } from '../narrow/address-book'
import { formatPlace, parsePlace } from './place'
import type { Place } from './place'

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
  /** Remembers for this visit where the reader is. */
  rememberPosition(position: ReadingPosition): void
}

/** Positions outlive a reload of the page, and nothing else. */
const storageKey = 'parley.positions'

/** As many visits back a position is remembered. */
const maxPositions = 100

export function createNavigation(book: AddressBook): Navigation {
  const positions = readPositions()
  let entry = adoptEntry()

  let visits = 0

  const arrive = (): Visit => ({
    id: (visits += 1),
    place: parsePlace(location.hash, book),
    position: positions.get(entry),
  })
  const visit = signal(arrive())
  const place = signal(visit.peek().place)

  function show(): void {
    visit.value = arrive()
    place.value = visit.value.place
  }

  addEventListener('hashchange', () => {
    entry = adoptEntry()
    show()
  })
  addEventListener('pagehide', () => {
    const newest = [...positions].slice(-maxPositions)
    sessionStorage.setItem(storageKey, JSON.stringify(newest))
  })

  const hrefOf = (to: Place) => formatPlace(to, book)
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
    rememberPosition(position) {
      // The newest is last.
      positions.delete(entry)
      positions.set(entry, position)
    },
  }
}

/** The id of the history's entry that the browser shows; it gets one if it has none. */
function adoptEntry(): string {
  const { entry } = (history.state ?? {}) as { entry?: string }
  if (entry !== undefined) return entry
  const id = `${Date.now()}-${Math.random()}`
  history.replaceState({ entry: id }, '')
  return id
}

function readPositions(): Map<string, ReadingPosition> {
  try {
    const stored = sessionStorage.getItem(storageKey)
    return new Map(JSON.parse(stored ?? '[]') as [string, ReadingPosition][])
  } catch {
    return new Map()
  }
}
