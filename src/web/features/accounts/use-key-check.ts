import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { RefusedError } from '../../data/api/errors'
import { reasonOf } from '../../lib/reason-of'

/** State of the check of a link's key. */
export type KeyCheck<T> =
  | { is: 'asking' }
  | { is: 'good'; answer: T }
  | { is: 'lost' }
  /** The check failed for another reason. */
  | { is: 'failed'; reason: string; retry: () => void }

/** Whether the error means an invalid key. Source: docs/protocol/authentication.md#account-page-refusals. */
export function isLost(error: unknown): boolean {
  return error instanceof RefusedError && error.code === 'INVALID_LINK'
}

/** Checks a link's key on the server without using it up. @param ask the call */
export function useKeyCheck<T>(ask: (key: string) => Promise<T>, key: string): KeyCheck<T> {
  const state = useSignal<KeyCheck<T>>({ is: 'asking' })

  async function check(): Promise<void> {
    state.value = { is: 'asking' }
    try {
      state.value = { is: 'good', answer: await ask(key) }
    } catch (error) {
      state.value = isLost(error)
        ? { is: 'lost' }
        : { is: 'failed', reason: reasonOf(error), retry: () => void check() }
    }
  }

  useEffect(() => void check(), [ask, key])
  return state.value
}
