import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'

/**
 * A component whose program is fetched when it is first drawn: for what the first message does not need. Nothing is
 * shown until it is there; what could not be fetched is tried again the next time.
 *
 *   const Help = lazy(() => import('./help').then(({ Help }) => Help))
 */
export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
): (props: P) => preact.JSX.Element | null {
  const loaded = signal<{ component: ComponentType<P> } | undefined>(undefined)
  let isLoading = false

  function begin(): void {
    if (isLoading) return
    isLoading = true
    load().then(
      (component) => (loaded.value = { component }),
      () => (isLoading = false),
    )
  }

  return function Lazy(props: P) {
    const Component = loaded.value?.component
    if (Component) return <Component {...props} />
    begin()
    return null
  }
}
