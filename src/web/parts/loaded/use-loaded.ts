import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { reasonOf } from '../../api/errors'

export type Loaded<T> = { value?: T; refusal?: string }

/** What a dialog asks the server for when it opens; nothing while it is on its way. */
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
