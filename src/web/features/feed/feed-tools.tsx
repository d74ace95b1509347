import { useApp } from '../../context/app'
import { beyondPlace } from '../../data/narrow/beyond-place'
import { conversationOf, streamOf } from '../../data/narrow/narrow'
import { useSubscriberCount } from '../../parts/streams/subscriber-count'
import { isSearched } from '../../data/narrow/pills'
import type { Narrow } from '../../data/narrow/narrow'
import type { Stream } from '../../data/records/state'
import * as t from '../../texts/catalog'
import { IconButton } from '../../ui/icon-button/icon-button'
import { Icon } from '../../ui/icon/icon'
import { MarkRead } from '../../parts/mark-read/mark-read'
import { StreamMenu } from '../../parts/sidebar/stream-menu'
import { TopicMenu } from '../../parts/topic-menu/topic-menu'
import { CallTool } from './call-tool'
import { PrivateTools } from './private-tools'
import styles from './feed-header.module.css'

/** The tools in the heading of every narrow: results, marking as read, subscribers, search, and its menu. */
export function FeedTools({ narrow }: { narrow: Narrow }) {
  const { keyboard, navigation, store } = useApp()
  const conversation = conversationOf(narrow)
  const wider = beyondPlace(narrow)
  const isArchived =
    conversation?.kind === 'topic' && store.stream(conversation.streamId)?.is_archived === true
  const isPlace = conversation !== undefined || streamOf(narrow) !== undefined
  return (
    <>
      {isSearched(narrow) && <ResultCount narrow={narrow} />}
      {wider && (
        <a
          class={`button ${styles['wider']}`}
          href={navigation.hrefOf({ view: 'narrow', narrow: wider })}
        >
          {t.searching.everywhere}
        </a>
      )}
      <MarkRead narrow={narrow} />
      {!isSearched(narrow) && <SubscriberCount narrow={narrow} />}
      {isPlace && !isSearched(narrow) && (
        <IconButton
          icon="search"
          label={t.searching.here}
          keyName="search"
          onClick={() => keyboard.run('search')}
        />
      )}
      {conversation && !isArchived && !isSearched(narrow) && (
        <CallTool conversation={conversation} />
      )}
      {narrow.length === 1 && <StreamTools narrow={narrow} />}
      {conversation?.kind === 'topic' && !isArchived && (
        <TopicMenu streamId={conversation.streamId} topic={conversation.topic} />
      )}
      {conversation?.kind === 'private' && <PrivateTools userIds={conversation.userIds} />}
    </>
  )
}

/** The menu of a stream; for a stream that the reader has not joined, a link to its settings. */
function StreamTools({ narrow }: { narrow: Narrow }) {
  const { store, navigation } = useApp()
  const streamId = streamOf(narrow)
  const stream = typeof streamId === 'number' ? store.stream(streamId) : undefined
  if (!stream) return null
  if (stream.is_archived) return <AllTopics stream={stream} />
  const subscription = store.subscription(stream.stream_id)
  if (subscription) return <StreamMenu stream={subscription} buttonClass="icon-button" />
  return (
    <a
      class="icon-button"
      href={navigation.hrefOf({ view: 'streams', path: [`${stream.stream_id}`, stream.name] })}
      aria-label={t.streamMenu.settings}
      title={t.streamMenu.settings}
    >
      <Icon name="settings" />
    </a>
  )
}

/** Link to the topics of an archived stream, which the sidebar does not list. */
function AllTopics({ stream: { stream_id: id, name } }: { stream: Stream }) {
  const { navigation } = useApp()
  return (
    <a class="button" href={navigation.hrefOf({ view: 'topics', path: [String(id), name] })}>
      {t.topicList.open}
    </a>
  )
}

/** The number of subscribers, as a link to their list. */
function SubscriberCount({ narrow }: { narrow: Narrow }) {
  const { store, navigation } = useApp()
  const streamId = streamOf(narrow)
  const stream = typeof streamId === 'number' ? store.stream(streamId) : undefined
  const count = useSubscriberCount(stream?.stream_id)
  if (!stream || stream.is_archived || count === undefined) return null
  const name = t.searching.subscribers(count)
  const path = [`${stream.stream_id}`, stream.name, 'subscribers']
  return (
    <a
      class={`icon-button ${styles['subscribers']}`}
      href={navigation.hrefOf({ view: 'streams', path })}
      aria-label={name}
      title={name}
    >
      <Icon name="users" />
      {count.toLocaleString(t.language)}
    </a>
  )
}

/** The number of results, as far as they are loaded. */
function ResultCount({ narrow }: { narrow: Narrow }) {
  const { ids, foundOldest, foundNewest } = useApp().stretches.of(narrow).state.value
  const isWhole = foundOldest && foundNewest
  const count = ids.length
  return (
    <span role="status" class={styles['facts']}>
      {count > 0 && (isWhole ? t.searching.count(count) : t.searching.moreThan(count))}
    </span>
  )
}
