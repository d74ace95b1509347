import { createContext } from 'preact'
import { useContext, useLayoutEffect, useRef } from 'preact/hooks'
import { createKeyboard } from '../../lib/keyboard/keyboard'
import type { KeyHandler, KeyScope } from '../../lib/keyboard/keyboard'
import type { KeyName } from '../../lib/keyboard/keys'

/** The shortcuts of the page. */
export const keyboard = createKeyboard(/mac|iphone|ipad/i.test(navigator.userAgent))

/** Scope of the dialog around a component; undefined on the page itself. */
export const KeyScopeContext = createContext<KeyScope | undefined>(undefined)

/**
 * Handles a shortcut while the component is mounted. Within the innermost scope, the newest handler is called first;
 * a handler that returns `false` passes the key on to the next one.
 */
export function useKey(name: KeyName, handler: KeyHandler): void {
  const scope = useContext(KeyScopeContext)
  const latest = useRef(handler)
  latest.current = handler
  // A key that follows the first drawing at once has its effect, too: later effects wait for the browser's timers.
  useLayoutEffect(() => keyboard.on(name, (event) => latest.current(event), scope), [name, scope])
}
