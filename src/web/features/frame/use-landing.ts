import { useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { useApp } from '../../context/app'
import type { Visit } from '../../data/navigation/navigation'

/** Share of the window above a message whose link was followed again. */
const contextShare = 0.25

/**
 * Shows which message a followed link means: its row flashes and takes the focus as soon as the row exists. The focus
 * stays in a text field, and with another element that the reader focuses meanwhile. A return to an earlier visit moves
 * nothing; the row has its mark then, too (parts/message/message-row.tsx).
 */
export function useLanding(): void {
  const { navigation } = useApp()
  const isFollowedAgain = useRef(false)

  useSignalEffect(() => {
    const { route, position } = navigation.visit.value
    const id = linkedIn(route)
    if (id === undefined) return undefined
    const ended = new AbortController()
    if (!position || isFollowedAgain.current) land(id, ended.signal)
    isFollowedAgain.current = false
    // A link to the present address changes nothing in the browser, so the app opens the address anew.
    const follow = (event: MouseEvent) => {
      const { target, button, ctrlKey, metaKey, shiftKey } = event
      const link = target instanceof Element ? target.closest('a') : null
      if (link?.hash !== location.hash || button || ctrlKey || metaKey || shiftKey) return
      event.preventDefault()
      navigation.rememberPosition({ id, offset: Math.round(innerHeight * contextShare) })
      isFollowedAgain.current = true
      navigation.replace(route)
    }
    document.addEventListener('click', follow, { signal: ended.signal })
    return () => ended.abort()
  })
}

const linkedIn = (route: Visit['route']) => (route.view === 'narrow' ? route.near : undefined)

/** @param until aborts when the reader leaves the address */
function land(id: number, until: AbortSignal): void {
  const landed = new AbortController()
  const signal = AbortSignal.any([landed.signal, until])
  let isWanted = !isTextField(document.activeElement)
  const look = () => {
    const row = document.querySelector<HTMLElement>(`[role="feed"] > [data-message-id="${id}"]`)
    if (!row) return
    landed.abort()
    row.dataset['landed'] = ''
    if (isWanted) row.focus({ preventScroll: true })
  }
  document.addEventListener('focusin', () => (isWanted = false), { signal })
  const rows = new MutationObserver(look)
  rows.observe(document.body, { childList: true, subtree: true })
  signal.addEventListener('abort', () => rows.disconnect())
  look()
}

const isTextField = (element: Element | null) =>
  element?.matches('input, textarea, [contenteditable]') === true
