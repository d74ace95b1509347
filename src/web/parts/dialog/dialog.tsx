import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../../app'
import * as t from '../../i18n/en'
import { KeyScopeContext } from '../../keyboard/use-key'
import { IconButton } from '../icon-button/icon-button'
import styles from './dialog.module.css'

interface DialogProps {
  title: string
  /** Escape, a click beside it, or its own button; the owner then stops drawing it. */
  onClose: () => void
  children: ComponentChildren
  /** Buttons at the end, the one that does it last. */
  actions?: ComponentChildren
  size?: 'small' | 'medium' | 'large'
  /** Where what is in it would be lost by a click beside it. */
  keepsOnClickBeside?: boolean
}

/**
 * A dialog over the page, open as long as it is drawn. Focus goes to what has `autofocus`, else to its first control,
 * and returns to where it was; the keys of the page do nothing meanwhile.
 */
export function Dialog(props: DialogProps) {
  const { title, onClose, children, actions, size = 'medium', keepsOnClickBeside } = props
  const { keyboard } = useApp()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const scope = useRef({}).current

  useLayoutEffect(() => {
    const shown = dialog.current
    const unshield = keyboard.shield(scope)
    shown?.showModal()
    return () => {
      unshield()
      // Closing it gives the focus back; taking it out of the page alone would not.
      shown?.close()
    }
  }, [keyboard, scope])

  return (
    <KeyScopeContext.Provider value={scope}>
      <dialog
        ref={dialog}
        class={`${styles['dialog']} ${styles[size]}`}
        aria-labelledby={titleId}
        onCancel={(event) => {
          if (event.target !== dialog.current) return
          event.preventDefault()
          onClose()
        }}
        onPointerDown={(event) => {
          // What is beside it belongs to it as its backdrop; all that is in it is in its parts.
          if (event.target === dialog.current && !keepsOnClickBeside) onClose()
        }}
      >
        <div class={styles['header']}>
          <h2 id={titleId}>{title}</h2>
          <IconButton icon="x" label={t.dialog.close} onClick={onClose} />
        </div>
        <div class={styles['body']}>{children}</div>
        {actions && <div class={styles['actions']}>{actions}</div>}
      </dialog>
    </KeyScopeContext.Provider>
  )
}
