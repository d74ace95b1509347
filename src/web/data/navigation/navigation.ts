import { signal } from '@preact/signals'
import type { ReadonlySignal } from '@preact/signals'
import type { AddressBook } from '../narrow/address-book'
import { formatRoute, parseRoute } from './route'
import type { Route } from './route'
import { sessionStore } from '../storage/browser-storage'

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

/** A visit to a route: an entry of the browser's history. */
export interface Visit {
  /** Unique; rises with each visit. */
  readonly id: number
  readonly route: Route
  /** Scroll position from an earlier visit, if the reader returns to this history entry. */
  readonly position: ReadingPosition | undefined
}

export interface Navigation {
  readonly route: ReadonlySignal<Route>
  /** Changes with each step through the history, even from a route to itself. */
  readonly visit: ReadonlySignal<Visit>
  /** Address of a route, for links. */
  hrefOf(route: Route): string
  /** Navigates to a route, as a click on its link would. */
  go(route: Route): void
  /** Replaces the address in the current history entry, so that going back skips the former one. */
  replace(route: Route): void
  /** Leaves a settings area and returns to the route before it; works after a reload too. */
  leaveSettings(): void
  /** Stores the scroll position of the current visit. */
  rememberPosition(position: ReadingPosition): void
}

/** Key in sessionStorage: positions survive a reload of the page, but not the tab. */
const storageKey = 'parley.positions'

/** Max number of history entries with a stored position. */
const maxPositions = 100

/** @param home see parseRoute @param ended aborts at the end of the session */
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
    route: parseRoute(location.hash, book, home()),
    position: positions.get(here.entry),
  })
  const visit = signal(arrive())
  const route = signal(visit.peek().route)

  function show(): void {
    visit.value = arrive()
    route.value = visit.value.route
  }

  const hrefOf = (to: Route) => formatRoute(to, book)

  const arriveAnew = () => {
    const before = route.peek()
    const outside = 'path' in before ? here.outside : { hash: hrefOf(before), entry: here.entry }
    here = adoptEntry('path' in parseRoute(location.hash, book, home()) ? outside : undefined)
    show()
  }
  const keepPositions = () => {
    const newest = [...positions].slice(-maxPositions)
    sessionStore.setItem(storageKey, JSON.stringify(newest))
  }
  addEventListener('hashchange', arriveAnew, { signal: ended })
  addEventListener('pagehide', keepPositions, { signal: ended })

  return {
    route,
    visit,
    hrefOf,
    go(to) {
      location.hash = hrefOf(to)
    },
    replace(to) {
      history.replaceState(history.state, '', hrefOf(to))
      show()
    },
    leaveSettings() {
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
