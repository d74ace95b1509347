import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

/*
 * Makes the back button of a phone close the uppermost overlay, instead of leaving the page beneath.
 *
 * An open overlay has an entry of its own in the browser's history, with the address of the page beneath. Going back from
 * that entry closes the overlay. If the overlay is closed in another way, the entry stays, since removing it takes time in
 * which the reader may navigate; such a spent entry is used by the next overlay, or skipped when the reader passes it.
 */

/** Keys that this module adds to the state of history entries; navigation.ts has others. */
interface Marks {
  /** Place of the entry among the others, to tell back from forward. */
  index?: number
  /** Whether the entry belongs to an overlay. */
  isOver?: boolean
}

const marksNow = () => (history.state ?? {}) as Marks

/** Functions that close the open overlays, the uppermost last. */
const closers: (() => void)[] = []
let here: Marks = {}
/** Whether the reader comes from another page and is being led over spent entries. */
let isSkipping = false

/** Closes the uppermost overlay when the reader goes back, on phones and tablets. @param close as on Escape */
export function useBackCloses(close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  useLayoutEffect(() => {
    if (!matchMedia('(pointer: coarse), (width <= 56.25rem)').matches) return undefined
    markHere()
    if (closers.length > 0 || here.isOver !== true) {
      here = { ...here, index: (here.index ?? 0) + 1, isOver: true }
      history.pushState(here, '')
    }
    const closer = () => latest.current()
    closers.push(closer)
    return () => void closers.splice(closers.indexOf(closer), 1)
  }, [])
}

/** Follows the reader through the history; call it once, in a component that is always there. */
export function useHistoryOfOverlays(): void {
  useEffect(() => {
    const ended = new AbortController()
    here = marksNow()
    const arrive = ({ state }: PopStateEvent) => {
      // Browsers tell of new pages too, before these have a state.
      if (state) arriveAt(state as Marks)
    }
    // navigation.ts, which listens before, has given a new page a state.
    addEventListener('hashchange', markHere, ended)
    addEventListener('popstate', arrive, ended)
    return () => ended.abort()
  }, [])
}

/** Adopts the current entry; gives it an index if it is new. */
function markHere(): void {
  const there = marksNow()
  here = there.index === undefined ? { ...there, index: (here.index ?? 0) + 1 } : there
  if (here !== there) history.replaceState(here, '')
}

function arriveAt(there: Marks): void {
  const before = here
  here = there
  const steps = (before.index ?? 0) - (there.index ?? 0)
  const close = closers.at(-1)
  if (close) {
    if (steps > 0) close()
  } else if (there.isOver) {
    isSkipping ||= !before.isOver
    history.go(steps > 0 ? -1 : 1)
  } else {
    // The page beneath was on the screen already, so the reader wants to leave it.
    if (before.isOver && steps === 1 && !isSkipping) history.back()
    isSkipping = false
  }
}
