import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import * as t from '../../texts/catalog'
import { keyboard, KeyScopeContext } from '../keyboard/use-key'
import { IconButton } from '../icon-button/icon-button'
import { useBackCloses } from '../popover/use-back-closes'
import styles from './dialog.module.css'

interface DialogProps {
  title: string
  /** Called on Escape, on a click outside and by the close button; the owner then stops rendering the dialog. */
  onClose: () => void
  children: ComponentChildren
  /** Buttons at the end, the confirming button last. */
  actions?: ComponentChildren
  size?: 'small' | 'medium' | 'large'
  /** Ignores clicks outside, for dialogs whose input would be lost. */
  keepsOnClickBeside?: boolean
}

/**
 * A modal dialog, open while it is rendered. Focus goes to the element with `autofocus`, else to the first control,
 * and returns to its previous element on close. Page shortcuts are suspended meanwhile.
 */
export function Dialog(props: DialogProps) {
  const { title, onClose, children, actions, size = 'medium', keepsOnClickBeside } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const scope = useRef({}).current
  useBackCloses(onClose)

  useLayoutEffect(() => {
    const shown = dialog.current
    const popScope = keyboard.pushScope(scope)
    shown?.showModal()
    return () => {
      popScope()
      // `close()` restores the focus; removing the element does not.
      shown?.close()
    }
  }, [scope])

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
          // A click on the backdrop has the dialog itself as its target; its content is in child elements.
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
