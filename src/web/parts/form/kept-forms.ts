import type { FormStore } from '../../ui/form/form-state'
import { formStorageKey } from './form-storage'
import type { Values } from '../../ui/form/values'
import { sessionStore } from '../../data/storage/browser-storage'

/* Unsaved form input in sessionStorage, which survives a reload. It is removed with the tab and on logout. */

/** The stored data of a tab: the account, and changed values by form key. */
interface Kept {
  userId: number
  forms: Record<string, Values>
}

/** Input of the forms of an account. */
export function keptForms(userId: number): FormStore {
  return {
    read: (key) => read(userId)[key] ?? {},
    write(key, changes) {
      const { [key]: before, ...others } = read(userId)
      const isEmpty = Object.keys(changes).length === 0
      if (isEmpty && before === undefined) return
      const kept: Kept = { userId, forms: isEmpty ? others : { ...others, [key]: changes } }
      // Without storage, the input still lives in memory.
      sessionStore.setItem(formStorageKey, JSON.stringify(kept))
    },
  }
}

/** Stored input of this account; unreadable data, or data of another account, counts as empty. */
function read(userId: number): Kept['forms'] {
  try {
    const kept = JSON.parse(sessionStore.getItem(formStorageKey) ?? '') as Kept
    if (kept.userId === userId) return kept.forms
  } catch {
    // Nothing stored, or not readable.
  }
  return {}
}
