import type { Look } from '../page/look'
import type { Done } from '../steps/step'
import type { Judge } from './judge'

/** Back undoes what was opened last: a dialog, a picture, a drawer or a place. */
export class History {
  /** The page before the latest opening. */
  private before: Look | undefined
  /** The step that is judged, perhaps again, and the page before the opening that it might undo. */
  private judged: { done: Done; last: Look | undefined } | undefined

  readonly judge: Judge = ({ done, before, after }) => {
    if (this.judged?.done !== done) this.judged = { done, last: this.before }
    const { last } = this.judged
    this.note(before, after, done.loads === true || done.goesBack === true)
    if (done.goesBack !== true || !last) return []
    if (before.dialogs.length > last.dialogs.length) {
      const isClosed = after.dialogs.length === last.dialogs.length
      if (isClosed && after.hash === before.hash) return []
      const what = isClosed ? 'also left the page beneath' : 'did not close'
      return [`Back ${what}: the dialog "${before.dialogs.at(-1)}" was opened last`]
    }
    if (after.hash === last.hash) return []
    return [
      `Back led from ${before.hash} to ${after.hash}, not to ${last.hash}, which was there before`,
    ]
  }

  private note(before: Look, after: Look, isBack: boolean): void {
    const isOpened = after.dialogs.length > before.dialogs.length
    const isClosed = after.dialogs.length < before.dialogs.length
    const isElsewhere = after.hash !== before.hash
    if (isBack || isClosed || after.popovers > 0) this.before = undefined
    // A dialog that leads elsewhere, such as the switcher, was opened before.
    else if (isOpened && isElsewhere) this.before = undefined
    else if (
      isOpened ||
      (isElsewhere && after.dialogs.length === 0 && before.dialogs.length === 0)
    ) {
      this.before = before
    }
  }
}
