import type { Signal } from '@preact/signals'
import { indexOfId } from '../../data/messages/stretch-state'
import type { ScrollKeeper } from './scroll-keeper'

/** The current message of a feed, and the browser's focus on its row. */
export interface RowFocus {
  /** Restores the focus after rows were added or removed. */
  keep(): void
  /** Call on scrolling: when it stops, a message in view becomes the current one. */
  awaitRest(): void
  /** Focuses a message as soon as it has a row, if the focus is in the feed and does not move until then. */
  moveTo(id: number): void
  /** Moves the current message by one. @returns false at the end of the rows */
  step(by: 1 | -1): boolean
  /** Scrolls by nearly one view height. */
  page(by: 1 | -1): void
}

export interface RowFocusOptions {
  readonly scroller: HTMLElement
  readonly list: HTMLElement
  readonly keeper: ScrollKeeper
  readonly current: Signal<number | undefined>
  /** Ids of the rendered rows, ascending. */
  shownIds(): readonly number[]
  /** Whether the feed still has a message, rendered or not. */
  hasMessage(id: number): boolean
  /** Aborts on unmount of the feed. */
  readonly until: AbortSignal
}

/** Min distance of the current message to the edges of the view. */
export const marginPixels = 48
/** Scrolling counts as finished after this pause. */
const restMs = 120

export function createRowFocus(options: RowFocusOptions): RowFocus {
  const { scroller, list, keeper, current, shownIds, hasMessage, until } = options
  /** Id of the last focused row, also after the row was removed from the window. */
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
      wantedFocus = undefined
      if (!scroller.contains(target as Node)) focusedId = undefined
    },
    { signal: until },
  )
  until.addEventListener('abort', () => clearTimeout(resting))

  /** Waits with one timer until scrolling ends; restarting a timer in each frame would cost more. */
  function rest(): void {
    const left = scrolledAt + restMs - performance.now()
    resting = left > 0 ? setTimeout(rest, left) : undefined
    if (left <= 0) chooseInView()
  }

  function chooseInView(): void {
    const inView = keeper.look().rows
    if (inView.length === 0 || inView.some(({ id }) => id === current.peek())) return
    const { activeElement } = document
    const focused = focusedId === undefined ? undefined : (keeper.find(focusedId) ?? scroller)
    // The focus stays in a control or an editor inside of a row.
    if (focused && activeElement !== scroller && activeElement !== focused) return
    const first = inView.find(({ top }) => top >= 0) ?? inView[0]
    current.value = first?.id
    if (focused) first?.element.focus({ preventScroll: true })
  }

  /** Focuses a row, and scrolls as little as possible to show it. */
  function showRow(row: HTMLElement): void {
    wantedFocus = undefined
    row.focus({ preventScroll: true })
    const box = row.getBoundingClientRect()
    const view = scroller.getBoundingClientRect()
    const over = box.bottom + marginPixels - view.bottom
    const under = view.top + marginPixels - box.top
    // For a row higher than the view, its beginning has priority.
    if (under > 0) keeper.scrollBy(-under)
    else if (over > 0) keeper.scrollBy(Math.min(over, -under))
  }

  function page(by: 1 | -1): void {
    scroller.scrollTop += by * Math.max(40, scroller.clientHeight - 2 * marginPixels)
  }

  return {
    keep() {
      const id = wantedFocus ?? focusedId
      if (id === undefined) return
      const { activeElement, body } = document
      const row = keeper.find(id)
      if (!row) {
        // The focus of a deleted message goes to its neighbor: src/web/parts/overlays/use-kept-focus.ts.
        if (activeElement === body && hasMessage(id)) scroller.focus({ preventScroll: true })
      } else if (id === wantedFocus) showRow(row)
      else if (activeElement === scroller) row.focus({ preventScroll: true })
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
        // Scroll a row that continues beyond the view before moving to the next.
        const beyond = by === 1 ? known.bottom - scroller.clientHeight : -known.top
        if (beyond > marginPixels) {
          page(by)
          return true
        }
        const ids = shownIds()
        const last = focusedId === known.id ? undefined : known.id
        target = ids[indexOfId(ids, known.id) + by] ?? last
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
