import { signal } from '@preact/signals'
import type { ReadonlySignal } from '@preact/signals'
import { reasonOf } from '../../api/errors'

export interface Toast {
  readonly id: number
  readonly text: string
  readonly isBad: boolean
  /** Something to do about it, such as taking it back. */
  readonly action?: ToastAction
}

export interface ToastAction {
  label: string
  run: () => void
}

/** Short news at the edge of the page, about what was just done. */
export interface Toasts {
  readonly shown: ReadonlySignal<readonly Toast[]>
  /** Says that something is done; goes by itself. */
  say(text: string, action?: ToastAction): void
  /**
   * Says that something could not be done, and why; stays until somebody has seen it.
   *
   * @param what the thing that failed, such as “The topic could not be muted.”
   * @param error what was thrown
   */
  fail(what: string, error?: unknown, action?: ToastAction): void
  dismiss(id: number): void
}

/** The oldest make room. */
const mostShown = 3

export function createToasts(): Toasts {
  const shown = signal<readonly Toast[]>([])
  let lastId = 0

  function add(text: string, isBad: boolean, action?: ToastAction): void {
    const toast = { id: (lastId += 1), text, isBad, ...(action ? { action } : {}) }
    // The same news twice is one piece of news.
    const others = shown.value.filter((other) => other.text !== text)
    shown.value = [...others, toast].slice(-mostShown)
  }

  return {
    shown,
    say: (text, action) => add(text, false, action),
    fail: (what, error, action) =>
      add(error === undefined ? what : `${what} ${reasonOf(error)}`, true, action),
    dismiss(id) {
      shown.value = shown.value.filter((toast) => toast.id !== id)
    },
  }
}
