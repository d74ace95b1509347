import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { startJudging } from './judging'
import type { Judging } from './judging'

/**
 * In how many guesses a password is found. While another is typed it is that of the one before; undefined before
 * there was any, and where it cannot be said.
 */
export function useGuesses(password: string, owner: () => readonly string[]): number | undefined {
  const guesses = useSignal<number | undefined>(undefined)
  const judging = useRef<Judging | undefined>(undefined)

  useEffect(() => {
    if (password === '') {
      guesses.value = undefined
      return
    }
    // Who types no password needs no judge.
    judging.current ??= startJudging((said) => (guesses.value = said))
    judging.current.ask(password, owner())
  }, [password])
  useEffect(() => () => judging.current?.close(), [])

  return password === '' ? undefined : guesses.value
}
