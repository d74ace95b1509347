import { indexOfId } from './stretch-state'
import type { StretchState } from './stretch-state'

/*
 * The rows that a feed really has: a window over what its stretch holds. Near an end of it some rows
 * come and as many go at the other end, so that the page stays small however long the history is.
 */

/** The ids of the first and the last row. Ids stay what they are when pages come before them. */
export interface FeedWindow {
  readonly firstId: number
  readonly lastId: number
}

/** A window as places in the ids of a stretch; the end is the place after the last row. */
export interface Span {
  readonly start: number
  readonly end: number
}

export const maxRows = 160
const rowsAtOnce = 40
/** Where a feed is opened, all of them are drawn before anything is seen; the others come when the reader gets near. */
export const firstRows = 100
/** Of the first rows those above the one that it is opened at: people read on more than back. */
const rowsBefore = 30
/** Nearer than that to an end of the rows, more are wanted: more than a screen. */
const edgePixels = 1500

/**
 * The first place that can be shown. What stands above a row tells whether it needs a sender, a day or a
 * conversation of its own; of the oldest message that is held nobody knows what is above it.
 */
function firstPlace({ ids, foundOldest }: StretchState): number {
  return foundOldest || ids.length < 2 ? 0 : 1
}

/** @returns undefined where there is nothing to show */
export function windowAround(stretch: StretchState, id: number): FeedWindow | undefined {
  const { ids } = stretch
  const first = firstPlace(stretch)
  const wanted = Math.max(first, indexOfId(ids, id) - rowsBefore)
  const end = Math.min(ids.length, wanted + firstRows)
  return windowOf(stretch, { start: Math.max(first, end - firstRows), end })
}

/** Where a window is now; it is empty when all of it is gone. */
export function spanOf(stretch: StretchState, window: FeedWindow): Span {
  const start = Math.max(firstPlace(stretch), indexOfId(stretch.ids, window.firstId))
  return { start, end: Math.max(start, indexOfId(stretch.ids, window.lastId + 1)) }
}

function windowOf({ ids }: StretchState, { start, end }: Span): FeedWindow | undefined {
  const [firstId, lastId] = [ids[start], ids[end - 1]]
  return firstId === undefined || lastId === undefined || start >= end
    ? undefined
    : { firstId, lastId }
}

export type Direction = 'up' | 'down'

/** What a feed measures: pixels of rows beyond the view, and of all rows together. */
export interface Extent {
  readonly above: number
  readonly below: number
  readonly height: number
}

/** Where rows are wanted. When there are as many as there may be, they come only from much farther away. */
export function wantedDirection(
  stretch: StretchState,
  window: FeedWindow,
  { above, below, height }: Extent,
): Direction | undefined {
  const { start, end } = spanOf(stretch, window)
  const rows = end - start
  const isFull = rows + rowsAtOnce > maxRows
  // As high as the rows that would come: less, and the other end would want them back.
  const margin = isFull ? (height / Math.max(1, rows)) * rowsAtOnce : -Infinity
  const hasAbove = start > firstPlace(stretch)
  const hasBelow = end < stretch.ids.length
  if (hasAbove && above < edgePixels && below - above > margin) return 'up'
  if (hasBelow && below < edgePixels && above - below > margin) return 'down'
  return undefined
}

export function movedWindow(
  stretch: StretchState,
  window: FeedWindow,
  direction: Direction,
): FeedWindow {
  const { start, end } = spanOf(stretch, window)
  if (direction === 'up') {
    const newStart = Math.max(firstPlace(stretch), start - rowsAtOnce)
    return windowOf(stretch, { start: newStart, end: Math.min(end, newStart + maxRows) }) ?? window
  }
  const newEnd = Math.min(stretch.ids.length, end + rowsAtOnce)
  return windowOf(stretch, { start: Math.max(start, newEnd - maxRows), end: newEnd }) ?? window
}

/** With the newest message as its last row. */
export function windowAtNewest(stretch: StretchState, window: FeedWindow): FeedWindow {
  const end = stretch.ids.length
  const { start } = spanOf(stretch, window)
  return windowOf(stretch, { start: Math.max(start, end - maxRows), end }) ?? window
}

/** Whether the newest message of all is among the rows. */
export function isAtNewest(stretch: StretchState, window: FeedWindow): boolean {
  return stretch.foundNewest && spanOf(stretch, window).end === stretch.ids.length
}

/** So many held messages beyond the rows are enough for a while; with fewer the next page is fetched. */
const enoughAhead = 150

export function wantsPage(
  stretch: StretchState,
  window: FeedWindow,
  direction: Direction,
): boolean {
  const { start, end } = spanOf(stretch, window)
  return direction === 'up'
    ? !stretch.foundOldest && start < enoughAhead
    : !stretch.foundNewest && stretch.ids.length - end < enoughAhead
}
