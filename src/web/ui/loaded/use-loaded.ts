import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { reasonOf } from '../../lib/reason-of'

export type Loaded<T> = { value?: T; refusal?: string; retry: () => void }

/** Loads data from the server when a dialog opens; the result is empty while loading. */
export function useLoaded<T>(load: () => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const tries = useSignal(0)
  const loaded = useSignal<Omit<Loaded<T>, 'retry'>>({})
  useEffect(() => {
    let isWanted = true
    if (loaded.peek().refusal !== undefined) loaded.value = {}
    const take = (answer: typeof loaded.value) => {
      if (isWanted) loaded.value = answer
    }
    load().then(
      (value) => take({ value }),
      (error: unknown) => take({ refusal: reasonOf(error) }),
    )
    return () => {
      isWanted = false
    }
  }, [...inputs, tries.value])
  return { ...loaded.value, retry: () => (tries.value += 1) }
}
