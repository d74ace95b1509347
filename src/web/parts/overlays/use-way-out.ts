import { useEffect, useRef } from 'preact/hooks'
import { useApp } from '../../context/app'

/** The element that last had the focus outside of the settings areas. It may be gone with its screen. */
let lastOutside: Element | undefined
/** Hash of the page at that time. */
let lastHash: string | undefined

/** Remembers where the focus was before a settings area opens. Call it once, in a component that is always there. */
export function useNotedFocus(): void {
  const { route } = useApp().navigation
  useEffect(() => {
    const ended = new AbortController()
    const note = (element: Element | null) => {
      if ('path' in route.peek() || element === document.body) return
      lastOutside = element ?? undefined
      lastHash = location.hash
    }
    note(document.activeElement)
    addEventListener('focusin', ({ target }) => note(target as Element), ended)
    return () => ended.abort()
  }, [])
}

/**
 * The way out of a settings area: returns to the place before it, and gives the focus back to the element that had it
 * there, as a step back in the browser's history also does. If the element is gone, its twin on the screen of that place
 * gets the focus, or else the main part of the page.
 */
export function useWayOut(): () => void {
  const { navigation } = useApp()
  const isLeaving = useRef(false)
  useEffect(
    () => () => {
      // The next screen is rendered by then.
      if (isLeaving.current || location.hash === lastHash) queueMicrotask(focusOutside)
    },
    [],
  )
  return () => {
    isLeaving.current = true
    navigation.leaveSettings()
  }
}

function focusOutside(): void {
  const main = document.querySelector('#main')
  for (const place of [lastOutside, lastOutside && main && twinOf(lastOutside, main), main]) {
    if (document.activeElement !== document.body) return
    if (place instanceof HTMLElement) place.focus({ preventScroll: true })
  }
}

/** The element of the same purpose. */
function twinOf(element: Element, within: Element): Element | null {
  const name = ['href', 'aria-label'].find((each) => element.hasAttribute(each))
  if (name === undefined) return null
  return within.querySelector(`[${name}="${CSS.escape(element.getAttribute(name) ?? '')}"]`)
}
