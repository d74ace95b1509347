import type { FeedLook } from '../page/look'
import type { Judge } from './judge'

/** Moves that nobody sees. */
const leastMove = 2
const lineHeight = 24
/** A reader this close to the end counts as being there, and is taken to it. */
const nearEnd = 32

/** The message that one reads stays in place; at the end one sees the newest one whole. */
export const judgeReading: Judge = ({ done, before, after }) => {
  const [was, is] = [before.feed, after.feed]
  if (!was || !is || was.element !== is.element || done.scrolls === true || done.loads === true)
    return []
  if (isAtEnd(was)) return judgeEnd(is)
  // A message that takes the focus of a deleted one is shown whole.
  const isHeir = before.focus.kind === 'row' && before.focus.messageId !== after.focus.messageId
  return isHeir || was.below <= nearEnd ? [] : judgePlace(withoutRow(was, done.deletes), is)
}

/** A deleted message cannot stay in place. */
function withoutRow(look: FeedLook, deletedId: number | undefined): FeedLook {
  return { ...look, inView: look.inView.filter(({ id }) => id !== deletedId) }
}

/** Pixels below the last row that belong to no message. */
function isAtEnd({ below, last, viewHeight }: FeedLook): boolean {
  return below <= 1 && last !== undefined && last.bottom <= viewHeight + 1
}

function judgeEnd({ last, viewHeight }: FeedLook): string[] {
  if (!last) return []
  const hidden = last.bottom - viewHeight
  // Of a message higher than the view, the end is seen.
  if (hidden <= leastMove) return []
  return [
    `the newest message is ${Math.round(hidden)} px below the view, and the reader was at the end`,
  ]
}

function judgePlace(was: FeedLook, is: FeedLook): string[] {
  const [read] = was.inView.filter(({ id }) => is.inView.some((row) => row.id === id))
  const first = was.inView[0]
  // A compose box that grows may leave less of the feed than was above the message.
  if (!first || first.top >= is.viewHeight - lineHeight) return []
  if (!read) return [`message ${first.id}, which was read, is out of view`]
  const now = is.inView.find(({ id }) => id === read.id)
  const moved = (now?.top ?? 0) - read.top
  // A view that grew, or a list that became shorter, has nothing else to show at its end, or leaves the reader close to it.
  if (moved >= -nearEnd && isAtEnd(is)) return []
  if (Math.abs(moved) <= leastMove) return []
  return [`message ${read.id}, which was read, moved by ${Math.round(moved)} px`]
}
