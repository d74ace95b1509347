import { contains } from '../../lib/fold'
import { foldCase, isSameName } from '../../../shared/rules/letter-case'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { conversationOf, keyOfConversation, narrowTo } from '../../data/narrow/narrow'
import { Count } from '../../ui/count/count'
import { useScrolledIntoView, useIsCurrent } from './use-is-current'
import styles from './sidebar.module.css'

interface StreamTopicsProps {
  streamId: number
  /** Shows all topics instead of only unread ones, for a stream that is open or unfolded. */
  isWhole: boolean
  words: string
}

/** Max number of topics, beside the open one; the page of all topics has the others. */
const usuallyShown = 4

/**
 * Topics of a stream, newest first: unread topics and the open one; if `isWhole`, also the others, which are fetched
 * from the server.
 */
export function StreamTopics({ streamId, isWhole, words }: StreamTopicsProps) {
  const { store, topics, navigation, unreadConversations } = useApp()
  const place = navigation.route.value
  const open = place.view === 'narrow' ? conversationOf(place.narrow) : undefined
  const unread = unreadConversations
    .ofStream(streamId)
    .value.map(({ conversation, newestId }) => ({ name: conversation.topic, max_id: newestId }))
  const known = isWhole ? (topics.of(streamId).value ?? []) : []

  const isOpen = (name: string) =>
    open?.kind === 'topic' && open.streamId === streamId && isSameName(open.topic, name)
  const isLoud = (name: string) => !store.isTopicMuted(streamId, name)

  const byKey = new Map([...unread, ...known].map((topic) => [foldCase(topic.name), topic]))
  const all = [...byKey.values()].sort((a, b) => b.max_id - a.max_id)
  const found = all.filter(({ name }) => contains(name, words))
  const few = all.filter(({ name }) => isLoud(name)).slice(0, usuallyShown)
  const opened = all.filter(({ name }) => isOpen(name) && !few.some((topic) => topic.name === name))
  const shown = words === '' ? [...few, ...opened] : found
  // A topic without messages exists only in the address.
  const isNew =
    open?.kind === 'topic' && open.streamId === streamId && !byKey.has(foldCase(open.topic))
  const hasMore = words === '' && shown.length < all.length

  return (
    <ul role="list" class={styles['topics']}>
      {isNew && words === '' && <TopicRow streamId={streamId} topic={open.topic} />}
      {shown.map(({ name }) => (
        <TopicRow key={foldCase(name)} streamId={streamId} topic={name} />
      ))}
      {hasMore && (
        <li>
          <a
            class={styles['more']}
            href={navigation.hrefOf({
              view: 'topics',
              path: [String(streamId), store.stream(streamId)?.name ?? ''],
            })}
          >
            {t.sidebar.moreTopics}
          </a>
        </li>
      )}
    </ul>
  )
}

function TopicRow({ streamId, topic }: { streamId: number; topic: string }) {
  const { store, navigation, unreadConversations } = useApp()
  const conversation = { kind: 'topic', streamId, topic } as const
  const isCurrent = useIsCurrent(keyOfConversation(conversation))
  const unread = unreadConversations
    .ofStream(streamId)
    .value.find((one) => isSameName(one.conversation.topic, topic))
  const count = store.unread.of(conversation)
  const isMuted = store.isTopicMuted(streamId, topic)
  const row = useScrolledIntoView(isCurrent)
  return (
    <li class={isMuted ? styles['muted'] : undefined}>
      <a
        ref={row}
        class={`row-link ${styles['row']}`}
        href={navigation.hrefOf({ view: 'narrow', narrow: narrowTo(conversation) })}
        aria-label={t.sidebar.withUnread(topic, count)}
        aria-current={isCurrent ? 'page' : undefined}
        title={topic}
      >
        <span class={`row-name ${styles['name']}`}>{topic}</span>
        <Count count={count} isMentioned={unread?.isMentioned ?? false} />
      </a>
    </li>
  )
}
