import type { ListedTopic } from '../../data/streams/topic-list'
import { topicPolicies } from '../../../shared/rules/topic-policies'
import { useApp } from '../../context/app'
import type { UnreadConversation } from '../../data/conversations/unread-conversations'
import { narrowTo } from '../../data/narrow/narrow'
import { shortDay } from '../../texts/ago'
import * as t from '../../texts/catalog'
import { fullTime } from '../../texts/times'
import { Count } from '../../ui/count/count'
import { Icon } from '../../ui/icon/icon'
import { Senders } from '../../parts/senders/senders'
import { TopicMenu } from '../../parts/topic-menu/topic-menu'
import styles from './topics-screen.module.css'

interface TopicListRowProps {
  streamId: number
  topic: ListedTopic
  unread: UnreadConversation | undefined
  /** Known senders, the latest first. */
  senderIds: readonly number[]
}

/** Row of a topic: name, signs, known senders, unread count, time of the newest message if it is cached, menu. */
export function TopicListRow({ streamId, topic, unread, senderIds }: TopicListRowProps) {
  const { store, navigation, messages } = useApp()
  const { name, max_id: newestId } = topic
  const isMuted = store.isTopicMuted(streamId, name)
  const isFollowed = store.topicPolicy(streamId, name) === topicPolicies.followed
  const isArchived = store.stream(streamId)?.is_archived === true
  const count = unread?.count ?? 0
  const timestamp = messages.read(newestId)?.timestamp
  return (
    <li class={`${styles['row']} ${isMuted ? styles['muted'] : ''}`}>
      <a
        data-row
        class={`${styles['topic']} ${count > 0 ? styles['unread'] : ''}`}
        href={navigation.hrefOf({
          view: 'narrow',
          narrow: narrowTo({ kind: 'topic', streamId, topic: name }),
        })}
      >
        <bdi>{name}</bdi>
        {count > 0 && <span class="visually-hidden">{t.topicList.unread(count)}</span>}
      </a>
      {isFollowed && <Sign icon="eye" label={t.topicList.followed} />}
      {isMuted && <Sign icon="bell-off" label={t.topicList.muted} />}
      {senderIds.length > 0 && (
        <span class={styles['people']}>
          <Senders ids={senderIds} />
        </span>
      )}
      <Count count={count} isMentioned={unread?.isMentioned ?? false} />
      {timestamp !== undefined && <Time timestamp={timestamp} />}
      {!isArchived && <TopicMenu streamId={streamId} topic={name} />}
    </li>
  )
}

function Sign({ icon, label }: { icon: 'eye' | 'bell-off'; label: string }) {
  return (
    <span class={styles['sign']} title={label}>
      <Icon name={icon} />
      <span class="visually-hidden">{label}</span>
    </span>
  )
}

function Time({ timestamp }: { timestamp: number }) {
  const is24Hour = useApp().store.read('user_settings')['twenty_four_hour_time']
  return (
    <time
      class={styles['time']}
      dateTime={new Date(timestamp * 1000).toISOString()}
      title={fullTime(timestamp, is24Hour)}
    >
      {shortDay(timestamp, is24Hour)}
    </time>
  )
}
