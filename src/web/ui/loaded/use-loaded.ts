import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { reasonOf } from '../../data/api/errors'

export type Loaded<T> = { value?: T; refusal?: string }

/** Loads data from the server when a dialog opens; the result is empty while loading. */
export function useLoaded<T>(load: () => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const loaded = useSignal<Loaded<T>>({})
  useEffect(() => {
    let isWanted = true
    const take = (answer: Loaded<T>) => {
      if (isWanted) loaded.value = answer
    }
    load().then(
      (value) => take({ value }),
      (error: unknown) => take({ refusal: reasonOf(error) }),
    )
    return () => {
      isWanted = false
    }
  }, [...inputs])
  return loaded.value
}
