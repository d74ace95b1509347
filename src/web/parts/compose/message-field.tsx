import { t } from '../../i18n/t'

interface MessageFieldProps {
  value: string
  streamId?: number | undefined
  onInput: (text: string) => void
  onSubmit: () => void
  onEscape?: () => void
  autofocus?: boolean
}

/** A field for a message. */
export function MessageField({ value, onInput, onSubmit, onEscape, autofocus }: MessageFieldProps) {
  return (
    <textarea
      class="field"
      aria-label={t.editing.text}
      rows={4}
      value={value}
      ref={(field) => {
        if (autofocus) field?.focus()
      }}
      onInput={(event) => onInput(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit()
        if (event.key === 'Escape') onEscape?.()
      }}
    />
  )
}
