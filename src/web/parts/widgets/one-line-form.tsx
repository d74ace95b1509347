import { useSignal } from '@preact/signals'
import styles from './widgets.module.css'

interface OneLineFormProps {
  label: string
  action: string
  /** @returns whether it succeeded; on failure the text stays in the field */
  onSubmit: (text: string) => Promise<boolean>
}

/** A field and a button that add an item to a widget. */
export function OneLineForm({ label, action, onSubmit }: OneLineFormProps) {
  const text = useSignal('')

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const sent = text.value.trim()
    if (sent !== '' && (await onSubmit(sent)) && text.value.trim() === sent) text.value = ''
  }

  return (
    <form class={styles['form']} onSubmit={(event) => void submit(event)}>
      <input
        class="field"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={mostCharacters}
        onInput={(event) => (text.value = event.currentTarget.value)}
      />
      <button class="button" disabled={text.value.trim() === ''}>
        {action}
      </button>
    </form>
  )
}

/** Source: docs/protocol/messages.md#widget-change. */
const mostCharacters = 1000
