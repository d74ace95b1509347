import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { call } from '../../api/call'
import { reasonOf } from '../../api/errors'
import { useApp } from '../../app'
import * as t from '../../i18n/en'
import { Dialog } from '../../parts/dialog/dialog'
import styles from './status-dialog.module.css'

interface Status {
  status_text?: string
  emoji_name?: string
}

interface Suggestion {
  text: string
  emojiName: string
  character: string
}

const suggestions: readonly Suggestion[] = [
  { text: t.status.suggested.busy, emojiName: 'working_on_it', character: '🛠️' },
  { text: t.status.suggested.meeting, emojiName: 'calendar', character: '📅' },
  { text: t.status.suggested.commuting, emojiName: 'bus', character: '🚌' },
  { text: t.status.suggested.sick, emojiName: 'hurt', character: '🤕' },
  { text: t.status.suggested.vacation, emojiName: 'palm_tree', character: '🌴' },
  { text: t.status.suggested.home, emojiName: 'house', character: '🏠' },
]

/** Source: docs/protocol/presence.md#update-status. */
const longestStatus = 60

/** What the reader says of themselves, for all to see. */
export function StatusDialog({ onClose }: { onClose: () => void }) {
  const { store } = useApp()
  const statuses = store.state['user_status'] as Readonly<Record<string, Status>> | undefined
  const now = statuses?.[String(store.state.user_id)] ?? {}
  const text = useSignal(now.status_text ?? '')
  const emojiName = useSignal(now.emoji_name ?? '')
  const refusal = useSignal<string | undefined>(undefined)
  const formId = useId()

  async function save(status: Status): Promise<void> {
    try {
      await call('POST', '/users/me/status', { ...status })
      onClose()
    } catch (error) {
      refusal.value = reasonOf(error)
    }
  }

  return (
    <Dialog
      title={t.status.title}
      size="small"
      onClose={onClose}
      actions={
        <>
          <button
            type="button"
            class="button"
            onClick={() => void save({ status_text: '', emoji_name: '' })}
          >
            {t.status.clear}
          </button>
          <button form={formId} class="button primary">
            {t.status.save}
          </button>
        </>
      }
    >
      <form
        id={formId}
        class={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void save({ status_text: text.value.trim(), emoji_name: emojiName.value })
        }}
      >
        <label>
          {t.status.text}
          <input
            class="field"
            autofocus
            maxLength={longestStatus}
            placeholder={t.status.placeholder}
            value={text.value}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
        </label>
      </form>
      <ul role="list" class={styles['suggestions']} aria-label={t.status.suggestions}>
        {suggestions.map((one) => (
          <li key={one.emojiName}>
            <button
              type="button"
              class={styles['suggestion']}
              aria-pressed={text.value === one.text && emojiName.value === one.emojiName}
              onClick={() => {
                text.value = one.text
                emojiName.value = one.emojiName
              }}
            >
              <span aria-hidden="true">{one.character}</span>
              {one.text}
            </button>
          </li>
        ))}
      </ul>
      {refusal.value !== undefined && (
        <p class="notice bad" role="alert">
          {refusal.value}
        </p>
      )}
    </Dialog>
  )
}
