import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import type * as later from '../../later'
import { firstScreen, tellFirstScreenIsShown } from './first-screen'

type Later = typeof later

interface LazyOptions {
  /** Fetch it at once, and not when the first screen is shown: it is that screen. */
  isUrgent?: boolean
}

/**
 * A component of later.ts, which is fetched when one is drawn first. Nothing is shown until it is there; what could not be
 * fetched is tried again the next time that it is drawn.
 *
 *   const Help = lazy(({ KeyboardHelp }) => KeyboardHelp)
 */
export function lazy<P extends object>(
  pick: (parts: Later) => ComponentType<P>,
  { isUrgent = false }: LazyOptions = {},
): (props: P) => preact.JSX.Element | null {
  const loaded = signal<{ component: ComponentType<P> } | undefined>(undefined)
  let isLoading = false

  async function load(): Promise<void> {
    isLoading = true
    try {
      if (!isUrgent) await firstScreen()
      loaded.value = { component: pick(await import('../../later')) }
      if (isUrgent) tellFirstScreenIsShown()
    } catch {
      isLoading = false
    }
  }

  return function Lazy(props: P) {
    const Component = loaded.value?.component
    if (Component) return <Component {...props} />
    if (!isLoading) void load()
    return null
  }
}
