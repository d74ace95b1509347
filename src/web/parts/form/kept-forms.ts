import type { App } from '../../app'
import { formStorageKey } from './form-storage'
import type { Values } from './values'

/*
 * What was begun in forms, in the storage of this tab: a page that is loaded anew finds it. It is gone with the tab,
 * and when the reader logs out.
 */

/** All that a tab keeps: whose it is, and the changed fields of forms by their keys. */
interface Kept {
  userId: number
  forms: Record<string, Values>
}

/** What was changed in a form before the page was loaded. */
export function keptChanges(app: App, key: string): Values {
  return read(app).forms[key] ?? {}
}

/** Keeps what is changed in a form now. */
export function keepChanges(app: App, key: string, changes: Values): void {
  const { userId, forms } = read(app)
  const { [key]: before, ...others } = forms
  const isEmpty = Object.keys(changes).length === 0
  if (isEmpty && before === undefined) return
  const kept: Kept = { userId, forms: isEmpty ? others : { ...others, [key]: changes } }
  try {
    sessionStorage.setItem(formStorageKey, JSON.stringify(kept))
  } catch {
    // The browser has no room left, or keeps nothing: the page still has it.
  }
}

/** What cannot be read, or is of another account, was never there. */
function read(app: App): Kept {
  const userId = app.store.state.user_id
  try {
    const kept = JSON.parse(sessionStorage.getItem(formStorageKey) ?? '') as Kept
    if (kept.userId === userId) return kept
  } catch {
    // Nothing was kept.
  }
  return { userId, forms: {} }
}
