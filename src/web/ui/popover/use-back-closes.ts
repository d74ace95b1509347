import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

/*
 * Makes the back button of a browser or phone close the uppermost overlay, instead of leaving the page beneath.
 *
 * An open overlay has an entry of its own in the browser's history, with the address of the page beneath. Going back from
 * that entry closes the overlay. If the overlay is closed in another way, the entry stays, since removing it takes time in
 * which the reader may navigate; such a spent entry is used by the next overlay, or skipped when the reader passes it.
 *
 * A new entry ends the reader's way forward, which a dialog may do and a menu must not. So a menu that opens while there
 * is a way forward has no entry: it stops the step back instead, where the browser allows that.
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
/** Index of the last entry, if this page has made it. */
let newest = 0
/** Whether the reader comes from another page and is being led over spent entries. */
let isSkipping = false

/** Closes the uppermost overlay when the reader goes back. @param close as on Escape @param isMenu see above */
export function useBackCloses(close: () => void, isMenu = false): void {
  const latest = useRef(close)
  latest.current = close
  useLayoutEffect(() => {
    const closer = () => latest.current()
    if (isMenu && canGoForward()) return closeOnSteps(closer)
    markHere()
    if (closers.length > 0 || here.isOver !== true) {
      newest = (here.index ?? 0) + 1
      here = { ...here, index: newest, isOver: true }
      history.pushState(here, '')
    }
    closers.push(closer)
    return () => void closers.splice(closers.indexOf(closer), 1)
  }, [])
}

/** Some browsers lack the interface of navigations. */
const navigations = 'navigation' in globalThis ? navigation : undefined

const canGoForward = () => navigations?.canGoForward ?? (here.index ?? 0) < newest

/** Closes a menu on each step through the history, and stops a step back. @returns a function that ends this */
function closeOnSteps(close: () => void): () => void {
  const ended = new AbortController()
  const step = (event: NavigateEvent) => {
    if (event.navigationType !== 'traverse') return
    const isBack = event.destination.index < (navigations?.currentEntry?.index ?? 0)
    if (isBack && event.cancelable) event.preventDefault()
    close()
  }
  navigations?.addEventListener('navigate', step, ended)
  addEventListener('hashchange', close, ended)
  return () => ended.abort()
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
  if (there.index !== undefined) {
    here = there
    return
  }
  newest = (here.index ?? 0) + 1
  here = { ...there, index: newest }
  history.replaceState(here, '')
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
    // Behind the last entry, there is no page to lead the reader to.
    history.go(steps > 0 || !canGoForward() ? -1 : 1)
  } else {
    // The page beneath was on the screen already, so the reader wants to leave it.
    if (before.isOver && steps === 1 && !isSkipping) history.back()
    isSkipping = false
  }
}
