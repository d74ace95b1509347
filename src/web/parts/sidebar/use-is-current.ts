import { useComputed } from '@preact/signals'
import { useApp } from '../../app'

/** Whether the reader is there; the component is run again only when that changes. */
export function useIsCurrent(key: string): boolean {
  const { current } = useApp()
  return useComputed(() => current.key.value === key).value
}
