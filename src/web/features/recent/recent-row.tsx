import { useApp } from '../../context/app'
import { namePrivate } from '../../data/conversations/names'
import type { UnreadConversation } from '../../data/conversations/unread-conversations'
import { shortDay } from '../../texts/ago'
import * as t from '../../texts/catalog'
import { fullTime } from '../../texts/times'
import type { RecentConversation } from '../../data/messages/recents'
import { narrowTo } from '../../data/narrow/narrow'
import { Count } from '../../ui/count/count'
import { Icon } from '../../ui/icon/icon'
import { Senders } from '../../parts/senders/senders'
import { StreamSign } from '../../parts/stream-sign/stream-sign'
import styles from './recent-screen.module.css'

interface RecentRowProps {
  recent: RecentConversation
  unread: UnreadConversation | undefined
}

/** Row of a recent conversation: name, recent senders, unread count, time. */
export function RecentRow({ recent, unread }: RecentRowProps) {
  const { store, navigation } = useApp()
  const { conversation, senderIds, timestamp } = recent
  const is24Hour = store.read('user_settings')['twenty_four_hour_time']
  const stream = conversation.kind === 'topic' ? store.stream(conversation.streamId) : undefined
  const isPrivate = conversation.kind === 'private'
  const name = isPrivate ? namePrivate(store, conversation.userIds) : conversation.topic
  const count = unread?.count ?? 0
  return (
    <tr class={count > 0 ? styles['unread'] : undefined}>
      <td class={styles['conversation']}>
        <a data-row href={navigation.hrefOf({ view: 'narrow', narrow: narrowTo(conversation) })}>
          <ConversationSign recent={recent} />
          <span class={styles['names']}>
            <span class={styles['name']}>{name}</span>
            {stream && <span class={styles['stream']}>{stream.name}</span>}
          </span>
          {count > 0 && <span class="visually-hidden">{t.inbox.unread(count, false)}</span>}
        </a>
      </td>
      <td class={styles['people']}>
        <Senders ids={senderIds} />
      </td>
      <td class={styles['count']}>
        <Count
          count={count}
          isMentioned={unread?.isMentioned === true && !isPrivate}
          isPersonal={isPrivate}
        />
      </td>
      <td class={styles['time']}>
        <time
          dateTime={new Date(timestamp * 1000).toISOString()}
          title={fullTime(timestamp, is24Hour)}
        >
          {shortDay(timestamp, is24Hour)}
        </time>
      </td>
    </tr>
  )
}

function ConversationSign({ recent: { conversation } }: { recent: RecentConversation }) {
  const { store } = useApp()
  if (conversation.kind === 'private') {
    return (
      <span class={styles['sign']}>
        <Icon name={conversation.userIds.length > 1 ? 'users' : 'mail'} />
      </span>
    )
  }
  const { streamId } = conversation
  const isPrivate = store.stream(streamId)?.invite_only === true
  return <StreamSign isPrivate={isPrivate} color={store.subscription(streamId)?.color} />
}
