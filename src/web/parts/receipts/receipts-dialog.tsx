import { useApp } from '../../context/app'
import { call } from '../../data/api/call'
import * as t from '../../texts/catalog'
import type { Message } from '../../data/records/message'
import { Avatar } from '../avatar/avatar'
import { Dialog } from '../../ui/dialog/dialog'
import { Loading } from '../../ui/loaded/loading'
import { useLoaded } from '../../ui/loaded/use-loaded'
import styles from './receipts-dialog.module.css'

/** The readers of a message, by name. Source: docs/protocol/messages.md#read-receipts. */
export function ReceiptsDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { store, navigation } = useApp()
  const { value, refusal, retry } = useLoaded(
    () => call('GET /messages/{message_id}/read_receipts', { message_id: message.id }),
    [message.id],
  )
  const readers = (value?.user_ids ?? [])
    .flatMap((id) => store.user(id) ?? [])
    .sort((a, b) => a.full_name.localeCompare(b.full_name))
  return (
    <Dialog title={t.receipts.title} size="small" onClose={onClose}>
      {!value && <Loading refusal={refusal} onRetry={retry} />}
      {value && readers.length === 0 && <p>{t.receipts.nobody}</p>}
      <ul role="list" class={styles['readers']}>
        {readers.map((user) => (
          <li key={user.user_id}>
            <a
              class={styles['reader']}
              href={navigation.hrefOf({
                view: 'narrow',
                narrow: [{ operator: 'dm', operand: [user.user_id] }],
              })}
              onClick={onClose}
            >
              <Avatar user={user} size="s" />
              <bdi>{user.full_name}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
