import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { startJudging } from './judging'
import type { Judging } from './judging'

/**
 * Estimated guesses for a password. Keeps the previous estimate during a new one; undefined before the first
 * estimate, and if it failed.
 */
export function useGuesses(password: string, owner: () => readonly string[]): number | undefined {
  const guesses = useSignal<number | undefined>(undefined)
  const judging = useRef<Judging | undefined>(undefined)

  useEffect(() => {
    if (password === '') {
      guesses.value = undefined
      return
    }
    // The worker starts with the first non-empty password.
    judging.current ??= startJudging((said) => (guesses.value = said))
    judging.current.ask(password, owner())
  }, [password])
  useEffect(() => () => judging.current?.close(), [])

  return password === '' ? undefined : guesses.value
}
