import type { App } from '../../context/app'
import { formStorageKey } from './form-storage'
import type { Values } from './values'
import { sessionStore } from '../../data/storage/browser-storage'

/* Unsaved form input in sessionStorage, which survives a reload. It is removed with the tab and on logout. */

/** The stored data of a tab: the account, and changed values by form key. */
interface Kept {
  userId: number
  forms: Record<string, Values>
}

/** Stored changes of a form. */
export function keptChanges(app: App, key: string): Values {
  return read(app).forms[key] ?? {}
}

/** Stores the current changes of a form. */
export function keepChanges(app: App, key: string, changes: Values): void {
  const { userId, forms } = read(app)
  const { [key]: before, ...others } = forms
  const isEmpty = Object.keys(changes).length === 0
  if (isEmpty && before === undefined) return
  const kept: Kept = { userId, forms: isEmpty ? others : { ...others, [key]: changes } }
  // Without storage, the input still lives in memory.
  sessionStore.setItem(formStorageKey, JSON.stringify(kept))
}

/** Stored input of this account; unreadable data, or data of another account, counts as empty. */
function read(app: App): Kept {
  const userId = app.store.state.user_id
  try {
    const kept = JSON.parse(sessionStore.getItem(formStorageKey) ?? '') as Kept
    if (kept.userId === userId) return kept
  } catch {
    // Nothing stored, or not readable.
  }
  return { userId, forms: {} }
}
