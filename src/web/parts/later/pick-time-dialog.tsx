import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { countCharacters } from '../../../shared/rules/characters'
import { useApp } from '../../context/app'
import { reasonOf } from '../../lib/reason-of'
import { fieldValueOf, readFieldValue, reminderChoices } from '../../data/later/times'
import * as t from '../../texts/catalog'
import { timeForm } from '../../texts/time-form'
import { Dialog } from '../../ui/dialog/dialog'
import styles from './later.module.css'

interface PickTimeDialogProps {
  title: string
  /** Text of the confirming button. */
  action: string
  /** Unix time that the field begins with, if it is still to come; tomorrow by default. */
  initial?: number | undefined
  /** Whether the dialog also takes a note. */
  hasNote?: boolean
  /** Runs the action. The dialog closes on success and shows the error otherwise. */
  onChoose: (at: number, note: string) => Promise<void>
  onClose: () => void
}

/** Takes a date and a time in the reader's time zone, and refuses times that have passed. */
export function PickTimeDialog(props: PickTimeDialogProps) {
  const { title, action, hasNote = false, onChoose, onClose } = props
  const { store } = useApp()
  const { zone } = timeForm.value
  const value = useSignal(fieldValueOf(startOf(props.initial, zone), zone))
  const note = useSignal('')
  const refusal = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)
  const id = useId()

  function refusalOf(at: number | undefined): string | undefined {
    if (at === undefined) return t.later.noTime
    if (at <= Date.now() / 1000) return t.later.past
    const excess = countCharacters(note.value) - store.state.max_reminder_note_length
    return excess > 0 ? t.later.noteTooLong(excess) : undefined
  }

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const at = readFieldValue(value.value, zone)
    refusal.value = refusalOf(at)
    if (at === undefined || refusal.value !== undefined || isBusy.value) return
    isBusy.value = true
    try {
      await onChoose(at, note.value.trim())
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
      keepsOnClickBeside
      actions={
        <>
          <button type="button" class="button" onClick={onClose}>
            {t.dialog.cancel}
          </button>
          <button form={id} class="button primary" disabled={isBusy.value}>
            {action}
          </button>
        </>
      }
    >
      <form id={id} class={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
        <label>
          {t.later.time}
          <input
            class="field"
            type="datetime-local"
            autofocus
            min={fieldValueOf(Date.now() / 1000, zone)}
            max="9999-12-31T23:59"
            value={value.value}
            aria-describedby={`${id}-zone`}
            onInput={(event) => {
              value.value = event.currentTarget.value
              refusal.value = undefined
            }}
          />
        </label>
        <p id={`${id}-zone`} class={styles['zone']}>
          {t.later.inZone(zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone)}
        </p>
        {hasNote && (
          <label>
            {t.later.note}
            <textarea
              class="field"
              rows={2}
              dir="auto"
              value={note.value}
              onInput={(event) => (note.value = event.currentTarget.value)}
            />
          </label>
        )}
        {refusal.value !== undefined && (
          <p class="notice bad" role="alert">
            {refusal.value}
          </p>
        )}
      </form>
    </Dialog>
  )
}

function startOf(initial: number | undefined, zone: string | undefined): number {
  const now = Date.now() / 1000
  if (initial !== undefined && initial > now) return initial
  return reminderChoices(now, zone).find(({ kind }) => kind === 'tomorrow')?.at ?? now
}
