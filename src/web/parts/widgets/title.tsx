import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import * as t from '../../texts/catalog'
import { IconButton } from '../../ui/icon-button/icon-button'
import styles from './widgets.module.css'

interface TitleProps {
  text: string
  /** Shown for an empty title. */
  fallback: string
  label: string
  editLabel: string
  mayEdit: boolean
  /** @returns whether it succeeded */
  onSave: (text: string) => Promise<boolean>
}

/** Title of a widget, editable by its sender. */
export function Title({ text, fallback, label, editLabel, mayEdit, onSave }: TitleProps) {
  const draft = useSignal<string | undefined>(undefined)
  const field = useRef<HTMLInputElement>(null)
  const isEditing = draft.value !== undefined
  useLayoutEffect(() => field.current?.focus(), [isEditing])

  async function save(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const wanted = draft.value?.trim() ?? ''
    if (wanted === text || (await onSave(wanted))) draft.value = undefined
  }

  if (draft.value === undefined) {
    return (
      <div class={styles['title']}>
        <bdi>{text === '' ? fallback : text}</bdi>
        {mayEdit && (
          <IconButton icon="pencil" label={editLabel} onClick={() => (draft.value = text)} />
        )}
      </div>
    )
  }
  return (
    <form class={styles['form']} onSubmit={(event) => void save(event)}>
      <input
        class="field"
        aria-label={label}
        value={draft.value}
        ref={field}
        onInput={(event) => (draft.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          draft.value = undefined
        }}
      />
      <button class="button">{t.editing.save}</button>
    </form>
  )
}
