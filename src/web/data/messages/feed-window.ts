import { indexOfId } from './stretch-state'
import type { StretchState } from './stretch-state'

/*
 * The rendered rows of a feed: a sliding window over the messages of its stretch. Near an end of the window, rows are
 * added there and removed at the other end, so that the page stays small.
 */

/** Ids of the first and last row; unlike indexes, ids stay valid when older pages are inserted. */
export interface FeedWindow {
  readonly firstId: number
  readonly lastId: number
}

/** The window as indexes into the ids of a stretch; `end` is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

export const maxRows = 160
/** Number of rows that come and go together. */
export const rowsAtOnce = 40
/** Number of rows in the first render of a feed; more follow when the reader scrolls near an end. */
export const firstRows = 100
/** Number of first rows above the opened message; readers mostly scroll down from it. */
const rowsBefore = 30
/** Add rows when an end is nearer than this; more than a screen. */
const edgePixels = 1500

/**
 * Index of the first message that can be shown. The separators of a row depend on the message above it, so the oldest
 * message of the stretch is hidden until the beginning of the history is known.
 */
function firstPlace({ ids, foundOldest }: StretchState): number {
  return foundOldest || ids.length < 2 ? 0 : 1
}

/** @returns undefined if there are no messages to show */
export function windowAround(stretch: StretchState, id: number): FeedWindow | undefined {
  const { ids } = stretch
  const first = firstPlace(stretch)
  const wanted = Math.max(first, indexOfId(ids, id) - rowsBefore)
  const end = Math.min(ids.length, wanted + firstRows)
  return windowOf(stretch, { start: Math.max(first, end - firstRows), end })
}

/** Current indexes of a window; empty if all its messages are gone. */
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

/** Measures of a feed in pixels: rows above the view, rows below it, all rows. */
export interface Extent {
  readonly above: number
  readonly below: number
  readonly height: number
}

/** Direction in which to add rows, if any. With `maxRows` reached, only if the other end is much farther away. */
export function wantedDirection(
  stretch: StretchState,
  window: FeedWindow,
  { above, below, height }: Extent,
): Direction | undefined {
  const { start, end } = spanOf(stretch, window)
  const rows = end - start
  const isFull = rows + rowsAtOnce > maxRows
  // Height of the rows to be added; with a smaller margin, the other end would ask for them back at once.
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

/** Moves the window so that its last row is the newest message of the stretch. */
export function windowAtNewest(stretch: StretchState, window: FeedWindow): FeedWindow {
  const end = stretch.ids.length
  const { start } = spanOf(stretch, window)
  return windowOf(stretch, { start: Math.max(start, end - maxRows), end }) ?? window
}

/** Whether the last row is the newest message of the narrow. */
export function isAtNewest(stretch: StretchState, window: FeedWindow): boolean {
  return stretch.foundNewest && spanOf(stretch, window).end === stretch.ids.length
}

/** Fetch the next page when fewer messages than this are cached beyond the rows. */
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
