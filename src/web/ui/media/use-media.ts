import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** Whether a media query matches. Re-renders the component on a change. */
export function useMedia(query: string): boolean {
  const holds = useSignal(matchMedia(query).matches)
  useEffect(() => {
    const list = matchMedia(query)
    const ended = new AbortController()
    list.addEventListener('change', () => (holds.value = list.matches), ended)
    holds.value = list.matches
    return () => ended.abort()
  }, [query])
  return holds.value
}
