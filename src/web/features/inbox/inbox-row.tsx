import { useApp } from '../../context/app'
import { namePrivate } from '../../data/conversations/names'
import type { UnreadConversation } from '../../data/conversations/unread-conversations'
import { shortDay } from '../../texts/ago'
import * as t from '../../texts/catalog'
import type { Message } from '../../data/records/message'
import { narrowTo } from '../../data/narrow/narrow'
import { Avatar } from '../../parts/avatar/avatar'
import { Count } from '../../ui/count/count'
import { Icon } from '../../ui/icon/icon'
import { IconButton } from '../../ui/icon-button/icon-button'
import { lazy } from '../../parts/lazy/lazy'
import styles from './inbox-screen.module.css'

const NewestLine = lazy((parts) => parts.NewestLine)

interface InboxRowProps {
  unread: UnreadConversation
  /** Newest unread message, if cached. */
  newest: Message | undefined
}

/** Row of a conversation with unread messages: count, time, the newest message in one line, and a button that marks it as read. */
export function InboxRow({ unread, newest }: InboxRowProps) {
  const { store, navigation, reads, toasts } = useApp()
  const { conversation, count, isMentioned } = unread
  const narrow = narrowTo(conversation)
  const is24Hour = store.read('user_settings')['twenty_four_hour_time']
  const isPrivate = conversation.kind === 'private'
  const name = isPrivate ? namePrivate(store, conversation.userIds) : conversation.topic

  function markRead(): void {
    reads.markNarrow(narrow).catch((error: unknown) => toasts.fail(t.inbox.notMarked(name), error))
  }

  return (
    <li class={`row ${styles['row']}`}>
      <a
        data-row
        class={`row-link ${styles['link']}`}
        href={navigation.hrefOf({ view: 'narrow', narrow })}
      >
        {isPrivate && <Faces userIds={conversation.userIds} />}
        <span class="row-name">{name}</span>
        <span class={styles['line']}>
          {newest && <NewestLine message={newest} conversation={conversation} />}
        </span>
        {newest && (
          <time class={styles['time']} dateTime={new Date(newest.timestamp * 1000).toISOString()}>
            {shortDay(newest.timestamp, is24Hour)}
          </time>
        )}
        <Count count={count} isMentioned={isMentioned && !isPrivate} isPersonal={isPrivate} />
        <span class="visually-hidden">{t.inbox.unread(count, isMentioned && !isPrivate)}</span>
      </a>
      <IconButton icon="check" class="row-tool" label={t.inbox.markRead(name)} onClick={markRead} />
    </li>
  )
}

function Faces({ userIds }: { userIds: readonly number[] }) {
  const { store } = useApp()
  const [only] = userIds.length === 1 ? userIds : []
  const user = only === undefined ? undefined : store.user(only)
  if (!user || only === undefined) {
    return (
      <span class={styles['sign']}>
        <Icon name="users" />
      </span>
    )
  }
  return <Avatar user={user} size="s" status={user.is_bot ? undefined : store.presenceOf(only)} />
}
