import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { editMarkOf } from '../../data/messages/edit-mark'
import type { Message } from '../../data/records/message'
import styles from './message-row.module.css'

/** Mark of an edited message; a button that opens the history, if the organization allows that. */
export function EditMark({ message, isTabbable }: { message: Message; isTabbable: boolean }) {
  const { store, overlays } = useApp()
  const mark = editMarkOf(message)
  if (!mark) return null
  if (!store.read('realm_allow_edit_history')) {
    return <span class={styles['mark']}>{t.message[mark]}</span>
  }
  return (
    <button
      type="button"
      class={styles['mark']}
      tabIndex={isTabbable ? 0 : -1}
      title={t.messageActions.history}
      onClick={() => overlays.show({ kind: 'history', messageId: message.id })}
    >
      {t.message[mark]}
    </button>
  )
}
