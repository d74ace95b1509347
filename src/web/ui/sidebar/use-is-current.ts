import { useComputed } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useApp } from '../../app/app'

/** Whether the reader is in this conversation or view. Re-renders the component only when that changes. */
export function useIsCurrent(key: string): boolean {
  const { current } = useApp()
  return useComputed(() => current.key.value === key).value
}

/** Scrolls a row into view when it becomes the current one. */
export function useScrolledIntoView(isCurrent: boolean): RefObject<HTMLAnchorElement | null> {
  const row = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return row
}
