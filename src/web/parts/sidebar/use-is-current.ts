import { useComputed } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useApp } from '../../context/app'

/** Whether the reader is in this conversation or view. Re-renders the component only when that changes. */
export function useIsCurrent(key: string): boolean {
  const { current } = useApp()
  return useComputed(() => current.key.value === key).value
}

/**
 * Scrolls a row of the sidebar into view when it becomes the current one, and again when other rows or the size of the
 * window push it out. The hook leaves a reader alone who has scrolled it out of view, or who folds or filters the rows.
 */
export function useScrolledIntoView(isCurrent: boolean): RefObject<HTMLAnchorElement | null> {
  const row = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isCurrent && row.current) return keepInView(row.current)
    return undefined
  }, [isCurrent])
  return row
}

/** Share of a row that must be seen, since positions are rounded. */
const seenShare = 0.9

/** Acts by which a reader scrolls; any other scrolling is the browser's, which keeps rows in place as they change. */
const acts = ['wheel', 'pointerdown', 'keydown', 'focusin']
/** A scroll follows an act, or the scroll before it, within this time. */
const actMs = 1_000

/** @returns a function that ends it */
function keepInView(row: HTMLElement): () => void {
  const sidebar = row.closest('nav')
  const ended = new AbortController()
  /** Whether the reader has scrolled the row out of view, where it still is. */
  let isLeft = false
  let actedAt = -Infinity

  const show = () => row.scrollIntoView({ block: 'nearest' })

  function isSeen(): boolean {
    const { top, bottom, height } = row.getBoundingClientRect()
    const slack = height * (1 - seenShare)
    for (let box = row.parentElement; box; box = box === sidebar ? null : box.parentElement) {
      const view = box.getBoundingClientRect()
      if (top < view.top - slack || bottom > view.bottom + slack) return false
    }
    return true
  }

  function keep(): void {
    if (isSeen()) isLeft = false
    else if (!isLeft && !sidebar?.querySelector(':focus:not(a)')) show()
  }

  function noticeAct({ timeStamp }: Event): void {
    actedAt = timeStamp
  }

  function noticeScroll(event: Event): void {
    if (event.timeStamp < actedAt + actMs) {
      noticeAct(event)
      isLeft = !isSeen()
    }
    keep()
  }

  const sizes = new ResizeObserver(keep)
  // For rows that change places.
  const sight = new IntersectionObserver(keep, { threshold: seenShare })
  show()
  sight.observe(row)
  for (const box of sidebar?.querySelectorAll('section') ?? []) sizes.observe(box)
  if (sidebar) sizes.observe(sidebar)
  const listening = { capture: true, passive: true, signal: ended.signal }
  sidebar?.addEventListener('scroll', noticeScroll, listening)
  for (const act of acts) sidebar?.addEventListener(act, noticeAct, listening)
  return () => {
    ended.abort()
    sizes.disconnect()
    sight.disconnect()
  }
}
