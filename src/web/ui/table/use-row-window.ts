import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

/** Max number of rows without windowing. */
const mostWhole = 150
/** Extra rows rendered above and below the view; also the step size of the range. */
const margin = 20

export interface RowWindow {
  isWindowed: boolean
  start: number
  end: number
  /** Heights of the omitted rows before and after, in pixels. */
  before: number
  after: number
}

/** The range of rows to render, from the scroll position. All rows have the same height. */
export function useRowWindow(body: RefObject<HTMLElement | null>, count: number): RowWindow {
  const isWindowed = count > mostWhole
  const height = useSignal(48)
  const range = useSignal({ start: 0, end: margin * 3 })

  useLayoutEffect(() => {
    const rows = body.current
    if (!isWindowed || !rows) return undefined
    const scroller = scrollerOf(rows)
    const look = () => {
      const row = rows.querySelector<HTMLElement>('[data-row]')?.offsetHeight
      if (row) height.value = row
      const view = scroller.getBoundingClientRect()
      const first = (view.top - rows.getBoundingClientRect().top) / height.peek()
      const step = (value: number) => Math.floor(value / margin) * margin
      const start = Math.max(0, step(first - margin / 2))
      const end = step(first + view.height / height.peek() + margin / 2) + margin
      const now = range.peek()
      if (now.start !== start || now.end !== end) range.value = { start, end }
    }
    look()
    const done = new AbortController()
    scroller.addEventListener('scroll', look, { passive: true, signal: done.signal })
    addEventListener('resize', look, { signal: done.signal })
    return () => done.abort()
  }, [isWindowed, count])

  if (!isWindowed) return { isWindowed, start: 0, end: count, before: 0, after: 0 }
  const end = Math.min(range.value.end, count)
  const start = Math.min(range.value.start, end)
  return {
    isWindowed,
    start,
    end,
    before: start * height.value,
    after: (count - end) * height.value,
  }
}

/** Nearest scrolling ancestor. */
function scrollerOf(element: HTMLElement): HTMLElement {
  for (let one = element.parentElement; one; one = one.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) return one
  }
  return document.documentElement
}
