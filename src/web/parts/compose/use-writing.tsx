import type { ComponentType } from 'preact'
import { useApp } from '../../context/app'
import type { Writing } from '../../data/send/writing'

/** The writing part of the app, for components inside `whenWriting`. @throws Error outside of such a component */
export function useWriting(): Writing {
  const writing = useApp().writing.value
  if (!writing) throw new Error('Nothing around this component waits until one can write.')
  return writing
}

/** Wraps a component so that it renders once the writing part of the app is loaded. */
export function whenWriting<P extends object>(
  Component: ComponentType<P>,
): (props: P) => preact.JSX.Element | null {
  return function WhenWriting(props: P) {
    return useApp().writing.value ? <Component {...props} /> : null
  }
}
