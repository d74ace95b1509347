import type { ComponentType } from 'preact'
import { useApp } from '../../app'
import type { Writing } from '../../send/writing'

/** What it takes to write, for what is drawn inside of a component that waits for it. */
export function useWriting(): Writing {
  const writing = useApp().writing.value
  if (!writing) throw new Error('Nothing around this component waits until one can write.')
  return writing
}

/** A component that is drawn as soon as there is what it takes to write. */
export function whenWriting<P extends object>(
  Component: ComponentType<P>,
): (props: P) => preact.JSX.Element | null {
  return function WhenWriting(props: P) {
    return useApp().writing.value ? <Component {...props} /> : null
  }
}
