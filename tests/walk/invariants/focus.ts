import type { Look } from '../page/look'
import type { Walk } from '../walk'
import type { Judge } from './judge'

/** Only the reader moves the focus, and a typed character is in the field that had the focus. */
export const judgeFocus: Judge = async ({ walk, step, done, before, after }) => {
  if (done.loads === true) return []
  const faults: string[] = []
  const isMoved = before.focus.element !== after.focus.element
  // A drawer becomes a part of a window that is made wider.
  const isDocked = step.kind === 'resize' && after.dialogs.length < before.dialogs.length
  // A part of a dialog that no longer scrolls passes the focus on (use-kept-focus.ts).
  const isInDialog = step.kind === 'resize' && after.dialogs.length > 0 && after.focus.element !== 0
  if (
    isMoved &&
    done.focuses !== true &&
    !isDocked &&
    !isInDialog &&
    !(await isPassedOn(walk, before, after)) &&
    !(done.scrolls === true && isOfFeed(before, after))
  ) {
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

/** Whether a row of the sidebar that had the focus is gone, and another part of the sidebar has it. */
async function isPassedOn({ page }: Walk, before: Look, after: Look): Promise<boolean> {
  if (!before.focus.isInSidebar || !after.focus.isInSidebar) return false
  return !(await page.evaluate<boolean>(`walkProbe.isThere(${before.focus.element})`))
}

/** Whether the focus went from one message to another, which scrolling leads to. */
function isOfFeed({ focus: was }: Look, { focus: is }: Look): boolean {
  return was.kind === 'row' && is.kind === 'row'
}
