import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import * as t from '../../texts/catalog'
import { IconButton } from '../icon-button/icon-button'
import type { Toast, Toasts } from '../../lib/toasts'
import styles from './toast-list.module.css'

/** Display time in milliseconds; a toast with a button stays longer. */
const shownMs = 6000
const shownWithActionMs = 12000

/** Toasts above everything else; screen readers announce them politely. */
export function ToastList({ toasts }: { toasts: Toasts }) {
  const place = useRef<HTMLDivElement>(null)
  const list = toasts.shown.value

  useLayoutEffect(() => {
    const popover = place.current
    if (!popover) return
    // Reopened, so that the popover is above a dialog opened since then.
    popover.hidePopover()
    if (list.length > 0) popover.showPopover()
  }, [list])

  return (
    <>
      <div class="visually-hidden" aria-live="polite">
        {list.map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
      </div>
      <div
        ref={place}
        popover="manual"
        class={styles['list']}
        role="region"
        aria-label={t.toast.name}
      >
        {list.map((toast) => (
          <ToastRow key={toast.id} toast={toast} toasts={toasts} />
        ))}
      </div>
    </>
  )
}

function ToastRow({ toast, toasts }: { toast: Toast; toasts: Toasts }) {
  const { id, text, isBad, action } = toast
  const [isHeld, setHeld] = useState(false)

  useEffect(() => {
    if (isBad || isHeld) return undefined
    const timer = setTimeout(() => toasts.dismiss(id), action ? shownWithActionMs : shownMs)
    return () => clearTimeout(timer)
  }, [toasts, id, isBad, isHeld, action])

  return (
    <div
      class={`${styles['toast']} ${isBad ? styles['bad'] : ''}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocusIn={() => setHeld(true)}
      onFocusOut={() => setHeld(false)}
    >
      <p>{text}</p>
      {action && (
        <button
          type="button"
          class={styles['action']}
          onClick={() => {
            toasts.dismiss(id)
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton icon="x" label={t.toast.dismiss} onClick={() => toasts.dismiss(id)} />
    </div>
  )
}
