import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { keyboard, KeyScopeContext } from '../keyboard/use-key'
import { useBackCloses } from '../popover/use-back-closes'
import styles from './drawer.module.css'

interface DrawerProps {
  label: string
  side: 'start' | 'end'
  onClose: () => void
  children: ComponentChildren
}

/** A sidebar as a modal drawer, for windows too narrow to show it beside the screen; open while it is rendered. */
export function Drawer({ label, side, onClose, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const scope = useRef({}).current
  useBackCloses(onClose)

  useLayoutEffect(() => {
    const shown = dialog.current
    const popScope = keyboard.pushScope(scope)
    shown?.showModal()
    // Focusing a field opens the keyboard of a phone, so fields are focused only if `autofocus` asks for it.
    if (!shown?.querySelector('[autofocus]')) shown?.focus()
    return () => {
      popScope()
      shown?.close()
    }
  }, [scope])

  useEffect(() => {
    // Navigation closes the drawer. A link to the current screen fires no `hashchange`; `onClick` handles it.
    const ended = new AbortController()
    addEventListener('hashchange', onClose, ended)
    return () => ended.abort()
  }, [onClose])

  return (
    <KeyScopeContext.Provider value={scope}>
      <dialog
        ref={dialog}
        class={`${styles['drawer']} ${styles[side]}`}
        aria-label={label}
        tabIndex={-1}
        onCancel={(event) => {
          if (event.target !== dialog.current) return
          event.preventDefault()
          onClose()
        }}
        onClick={(event) => {
          const isBeside = event.target === dialog.current
          const link = event.target instanceof Element ? event.target.closest('a') : null
          if (isBeside || link?.hash === location.hash) onClose()
        }}
      >
        {children}
      </dialog>
    </KeyScopeContext.Provider>
  )
}
