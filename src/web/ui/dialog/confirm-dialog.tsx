import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { reasonOf } from '../../lib/reason-of'
import * as t from '../../texts/catalog'
import { Dialog } from './dialog'

interface ConfirmDialogProps {
  title: string
  children: ComponentChildren
  /** Text of the confirming button, such as “Delete”. */
  action: string
  isDangerous?: boolean
  /** Runs the action. The dialog closes on success and shows the error otherwise. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks for confirmation of an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, isDangerous = false, onConfirm, onClose } = props
  const isBusy = useSignal(false)
  const refusal = useSignal<string | undefined>(undefined)

  async function confirm(): Promise<void> {
    isBusy.value = true
    refusal.value = undefined
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      refusal.value = reasonOf(error)
      isBusy.value = false
    }
  }

  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      actions={
        <>
          <button type="button" class="button" onClick={onClose}>
            {t.dialog.cancel}
          </button>
          <button
            type="button"
            class={`button ${isDangerous ? 'danger' : 'primary'}`}
            disabled={isBusy.value}
            autofocus
            onClick={() => void confirm()}
          >
            {action}
          </button>
        </>
      }
    >
      {children}
      {refusal.value !== undefined && (
        <p class="notice bad" role="alert">
          {refusal.value}
        </p>
      )}
    </Dialog>
  )
}
