import type { Signal } from '@preact/signals'
import { indexOfId } from '../../messages/stretch-state'
import type { ScrollKeeper } from './scroll-keeper'

/** Which row is the current one, and has the browser's focus. */
export interface RowFocus {
  /** Rows have come or gone: who had the focus has it again. */
  keep(): void
  /** The reader scrolls: when they rest, the current message is one of those in view. */
  awaitRest(): void
  /** Gives a message the focus as soon as it has a row, if the focus is in the feed. */
  moveTo(id: number): void
  /** Makes the next message the current one, or the one before. @returns false where there is none */
  step(by: 1 | -1): boolean
  /** Scrolls by nearly what is in view. */
  page(by: 1 | -1): void
}

export interface RowFocusOptions {
  readonly scroller: HTMLElement
  readonly list: HTMLElement
  readonly keeper: ScrollKeeper
  readonly current: Signal<number | undefined>
  /** Of the rows, ascending. */
  shownIds(): readonly number[]
  /** Aborts when the feed goes. */
  readonly until: AbortSignal
}

/** The current message never stands nearer than that to an edge. */
export const marginPixels = 48
/** When nobody has scrolled for so long, they rest. */
const restMs = 120

export function createRowFocus(options: RowFocusOptions): RowFocus {
  const { scroller, list, keeper, current, shownIds, until } = options
  /** The row that had the browser's focus when it went out of the window. */
  let focusedId: number | undefined
  let wantedFocus: number | undefined
  let scrolledAt = 0
  let resting: ReturnType<typeof setTimeout> | undefined

  list.addEventListener(
    'focusin',
    ({ target }) => {
      const row = (target as Element).closest<HTMLElement>('[data-message-id]')
      focusedId = Number(row?.dataset['messageId']) || undefined
      if (focusedId !== undefined) current.value = focusedId
    },
    { signal: until },
  )
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (!scroller.contains(target as Node)) focusedId = undefined
    },
    { signal: until },
  )
  until.addEventListener('abort', () => clearTimeout(resting))

  /** One timer for all scrolling until it ends: a new one in each frame would cost more than what it is for. */
  function rest(): void {
    const left = scrolledAt + restMs - performance.now()
    resting = left > 0 ? setTimeout(rest, left) : undefined
    if (left <= 0) chooseInView()
  }

  function chooseInView(): void {
    const inView = keeper.look().rows
    if (inView.length === 0 || inView.some(({ id }) => id === current.peek())) return
    if (focusedId !== undefined) return
    const first = inView.find(({ top }) => top >= 0) ?? inView[0]
    current.value = first?.id
  }

  /** Gives a row the focus, and scrolls as little as will show it. */
  function showRow(row: HTMLElement): void {
    row.focus({ preventScroll: true })
    const box = row.getBoundingClientRect()
    const view = scroller.getBoundingClientRect()
    const over = box.bottom + marginPixels - view.bottom
    const under = view.top + marginPixels - box.top
    // The beginning of one that is higher than the view matters more than its end.
    if (under > 0) scroller.scrollTop -= under
    else if (over > 0) scroller.scrollTop += Math.min(over, -under)
  }

  function page(by: 1 | -1): void {
    scroller.scrollTop += by * Math.max(40, scroller.clientHeight - 2 * marginPixels)
  }

  return {
    keep() {
      const { activeElement } = document
      if (wantedFocus !== undefined) {
        const row = keeper.find(wantedFocus)
        if (row) showRow(row)
        if (row) wantedFocus = undefined
      } else if (focusedId !== undefined) {
        const row = keeper.find(focusedId)
        if (!row && activeElement === document.body) scroller.focus({ preventScroll: true })
        else if (row && activeElement === scroller) row.focus({ preventScroll: true })
      }
    },

    awaitRest() {
      scrolledAt = performance.now()
      resting ??= setTimeout(rest, restMs)
    },

    moveTo(id) {
      wantedFocus = scroller.contains(document.activeElement) ? id : undefined
    },

    step(by) {
      const inView = keeper.look().rows
      const known = inView.find(({ id }) => id === current.peek())
      const outer = by === 1 ? (inView.find(({ top }) => top >= 0) ?? inView[0]) : inView.at(-1)
      if (!known && !outer) return false
      let target = outer?.id
      if (known) {
        // One that goes on beyond the view is read to its end first.
        const beyond = by === 1 ? known.bottom - scroller.clientHeight : -known.top
        if (beyond > marginPixels) {
          page(by)
          return true
        }
        const ids = shownIds()
        target = ids[indexOfId(ids, known.id) + by]
      }
      if (target === undefined) return false
      current.value = target
      const row = keeper.find(target)
      if (row) showRow(row)
      return true
    },

    page,
  }
}
