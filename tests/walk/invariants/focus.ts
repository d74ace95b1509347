import type { Look } from '../page/look'
import type { Done } from '../steps/step'
import type { Judge } from './judge'

/** Only the reader moves the focus, and a typed character is in the field that had the focus. */
export const judgeFocus: Judge = ({ done, before, after }) => {
  if (done.loads === true) return []
  const faults: string[] = []
  const isMoved = before.focus.element !== after.focus.element
  if (isMoved && done.focuses !== true && !isOfFeed(done, before, after)) {
    faults.push(`the focus moved from ${before.focus.name} to ${after.focus.name}`)
  } else if (!isMoved && done.typed?.isPlain === true) {
    const { value, start, end } = before.focus
    const expected = value.slice(0, start) + done.typed.text + value.slice(end)
    // Fields of places turn words into places, and trim them.
    const isThere =
      before.focus.kind === 'field'
        ? after.focus.value.includes(done.typed.text.trim())
        : after.focus.value === expected
    if (!isThere) {
      faults.push(
        `${JSON.stringify(expected)} was typed, and the field has ${JSON.stringify(after.focus.value)}`,
      )
    }
  }
  return faults
}

/** Whether the focus went on to a message in view, because the one with the focus has left the view. */
function isOfFeed(done: Done, { focus: was }: Look, { focus: is, feed }: Look): boolean {
  if (was.kind !== 'row' || is.kind !== 'row') return false
  return done.scrolls === true || feed?.inView.some(({ id }) => id === was.messageId) === false
}
