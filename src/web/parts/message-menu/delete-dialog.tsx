import { call } from '../../data/api/call'
import * as t from '../../texts/catalog'
import type { Message } from '../../data/records/message'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog'
import { Markdown } from '../markdown/markdown'
import styles from './delete-dialog.module.css'

/** Asks for confirmation before a message is deleted. */
export function DeleteDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={t.deletion.title}
      action={t.deletion.action}
      isDangerous
      onConfirm={async () => {
        await call('DELETE /messages/{message_id}', { message_id: message.id })
      }}
      onClose={onClose}
    >
      <p>{t.deletion.explanation}</p>
      <div class={styles['message']}>
        <Markdown html={message.content} />
      </div>
    </ConfirmDialog>
  )
}
