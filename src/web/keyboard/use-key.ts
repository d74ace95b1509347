import { createContext } from 'preact'
import { useContext, useEffect, useRef } from 'preact/hooks'
import { useApp } from '../app'
import type { KeyHandler, KeyScope } from './keyboard'
import type { KeyName } from './keys'

/** The dialog that a component is in; undefined on the page itself. */
export const KeyScopeContext = createContext<KeyScope | undefined>(undefined)

/**
 * As long as the component is there, a key of the table reaches its handler: the innermost one first, and the one
 * that came last. A handler that answers `false` lets the next one have it.
 */
export function useKey(name: KeyName, handler: KeyHandler): void {
  const { keyboard } = useApp()
  const scope = useContext(KeyScopeContext)
  const latest = useRef(handler)
  latest.current = handler
  useEffect(
    () => keyboard.on(name, (event) => latest.current(event), scope),
    [keyboard, name, scope],
  )
}
