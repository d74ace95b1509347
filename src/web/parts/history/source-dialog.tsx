import { useApp } from '../../context/app'
import { copyText } from '../../data/clipboard/copy-text'
import * as t from '../../texts/catalog'
import type { Message } from '../../data/records/message'
import { fetchSource } from '../../data/messages/source'
import { Dialog } from '../../ui/dialog/dialog'
import { Loading } from '../../ui/loaded/loading'
import { useLoaded } from '../../ui/loaded/use-loaded'
import styles from './source-dialog.module.css'

/** The Markdown source of a message. */
export function SourceDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { toasts } = useApp()
  const { value, refusal, retry } = useLoaded(() => fetchSource(message.id), [message.id])

  async function copy(text: string): Promise<void> {
    try {
      await copyText(text)
      toasts.say(t.source.copied)
    } catch (error) {
      toasts.fail(t.source.copyFailed, error)
    }
  }

  return (
    <Dialog
      title={t.source.title}
      onClose={onClose}
      actions={
        value !== undefined && (
          <button type="button" class="button" onClick={() => void copy(value)}>
            {t.source.copy}
          </button>
        )
      }
    >
      {value === undefined ? (
        <Loading refusal={refusal} onRetry={retry} />
      ) : (
        <textarea
          class={`field ${styles['text']}`}
          aria-label={t.source.title}
          readOnly
          rows={12}
          value={value}
        />
      )}
    </Dialog>
  )
}
