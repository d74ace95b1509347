import { signal } from '@preact/signals'
import type { ReadonlySignal } from '@preact/signals'
import { reasonOf } from './reason-of'

export interface Toast {
  readonly id: number
  readonly text: string
  readonly isBad: boolean
  /** A button, such as Undo. */
  readonly action?: ToastAction
}

interface ToastAction {
  label: string
  run: () => void
}

/** Toasts: short messages at the edge of the page about the last action. */
export interface Toasts {
  readonly shown: ReadonlySignal<readonly Toast[]>
  /** Shows a success message, which disappears by itself. */
  say(text: string, action?: ToastAction): void
  /**
   * Shows an error until the user dismisses it.
   *
   * @param what the failed action, such as “The topic could not be muted.”
   * @param error the thrown error
   */
  fail(what: string, error?: unknown, action?: ToastAction): void
  dismiss(id: number): void
}

/** Max number of toasts; the oldest are removed first. */
const mostShown = 3

export function createToasts(): Toasts {
  const shown = signal<readonly Toast[]>([])
  let lastId = 0

  function add(text: string, isBad: boolean, action?: ToastAction): void {
    const toast = { id: (lastId += 1), text, isBad, ...(action ? { action } : {}) }
    // A repeated message replaces its earlier toast.
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
