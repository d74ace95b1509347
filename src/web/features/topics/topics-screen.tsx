import { useComputed, useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { foldCase } from '../../../shared/rules/letter-case'
import { useApp } from '../../context/app'
import { useKey } from '../../ui/keyboard/use-key'
import { allOf } from '../../data/conversations/open-stream'
import type { Stream } from '../../data/records/state'
import { arrangeTopics, sendersByTopic, topicOrders } from '../../data/streams/topic-list'
import type { TopicOrder } from '../../data/streams/topic-list'
import * as t from '../../texts/catalog'
import { IconButton } from '../../ui/icon-button/icon-button'
import { Loading } from '../../ui/loaded/loading'
import { useListKeys } from '../../ui/list-keys/use-list-keys'
import { useWayOut } from '../../parts/overlays/use-way-out'
import { StreamSign } from '../../parts/stream-sign/stream-sign'
import { UnknownStream } from '../feed/empty-feed'
import { useNewestMessages } from '../inbox/use-newest-messages'
import { TopicListRow } from './topic-list-row'
import styles from './topics-screen.module.css'

/** Rows until the reader asks for more, and rows added then. */
const pageRows = 200

/** All topics of a stream, from the server. @param path starts with the stream's id */
export function TopicsScreen({ path }: { path: readonly string[] }) {
  const stream = useApp().store.stream(Number.parseInt(path[0] ?? ''))
  return stream ? <TopicList key={stream.stream_id} stream={stream} /> : <UnknownStream />
}

function TopicList({ stream }: { stream: Stream }) {
  const { stream_id: streamId, name } = stream
  const { navigation, store, title } = useApp()
  const heading = useRef<HTMLHeadingElement>(null)
  const leave = useWayOut()
  const list = useRef<HTMLUListElement>(null)
  const filter = useSignal('')
  const order = useSignal<TopicOrder>('newest')
  const hidesResolved = useSignal(false)
  const mostShown = useSignal(pageRows)
  const { topics, refusal, retry, unreadOf } = useTopicsOf(streamId)
  const shown = useMemo(
    () =>
      arrangeTopics(topics ?? [], {
        filter: filter.value,
        order: order.value,
        hidesResolved: hidesResolved.value,
        unreadOf: (topic) => unreadOf(topic)?.count ?? 0,
      }),
    [topics, filter.value, order.value, hidesResolved.value, order.value === 'unread' && unreadOf],
  )
  const rows = shown.slice(0, mostShown.value)
  useNewestMessages(
    rows.map(({ max_id: newestId }) => ({ newestId })),
    allOf(streamId),
  )
  const sendersOf = useSendersOf(streamId, topics)
  useListKeys(list)
  useKey('out', leave)
  // In a layout effect, so that no field that a key opens meanwhile loses the focus again.
  useLayoutEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    title.value = name
    return () => (title.value = undefined)
  }, [name])

  return (
    <div class={styles['screen']}>
      <header class={styles['header']}>
        <StreamSign isPrivate={stream.invite_only} color={store.subscription(streamId)?.color} />
        <h1 ref={heading} tabIndex={-1}>
          {t.topicList.title(name)}
        </h1>
        <a href={navigation.hrefOf({ view: 'narrow', narrow: allOf(streamId) })}>
          {t.topicList.messages}
        </a>
        <IconButton icon="x" label={t.settingsAreas.leave} keyName="out" onClick={leave} />
      </header>
      <div class={styles['filters']} role="group" aria-label={t.topicList.filters}>
        <input
          class={`field ${styles['filter']}`}
          type="text"
          aria-label={t.topicList.filter}
          placeholder={t.topicList.filter}
          value={filter.value}
          onInput={(event) => (filter.value = event.currentTarget.value)}
        />
        <select
          class={`field ${styles['order']}`}
          aria-label={t.topicList.order}
          value={order.value}
          onChange={(event) => {
            const chosen = event.currentTarget.value
            order.value = topicOrders.find((one) => one === chosen) ?? 'newest'
          }}
        >
          {topicOrders.map((one) => (
            <option key={one} value={one}>
              {t.topicList.orders[one]}
            </option>
          ))}
        </select>
        <button
          type="button"
          class={styles['toggle']}
          aria-pressed={hidesResolved.value}
          onClick={() => (hidesResolved.value = !hidesResolved.value)}
        >
          {t.topicList.hideResolved}
        </button>
      </div>
      {refusal === undefined ? (
        <p class={styles['note']} role="status">
          {topics ? sayCount(shown.length, topics.length) : t.topicList.loading}
        </p>
      ) : (
        <Loading refusal={refusal} onRetry={retry} />
      )}
      <ul
        ref={list}
        role="list"
        aria-label={t.topicList.list}
        aria-busy={!topics && refusal === undefined}
      >
        {rows.map((topic) => (
          <TopicListRow
            key={foldCase(topic.name)}
            streamId={streamId}
            topic={topic}
            unread={unreadOf(topic.name)}
            senderIds={sendersOf(topic.name)}
          />
        ))}
      </ul>
      {shown.length > mostShown.value && (
        <button
          type="button"
          class={`button ${styles['more']}`}
          onClick={() => (mostShown.value += pageRows)}
        >
          {t.topicList.more(shown.length - mostShown.value)}
        </button>
      )}
    </div>
  )
}

function sayCount(shown: number, all: number): string {
  if (shown > 0) return t.topicList.count(shown)
  return all === 0 ? t.topicList.none : t.topicList.noMatches
}

/** Topics of a stream with the unread messages of each; topics are undefined while loading. */
function useTopicsOf(streamId: number) {
  const { connection, topics, unreadConversations } = useApp()
  const tries = useSignal(0)
  const listed = useComputed(() => {
    // A failed fetch is repeated when the connection is back, and when the reader asks for it.
    void connection.trouble.value
    void tries.value
    return topics.of(streamId).value
  }).value
  const failure = topics.failure.value
  const unread = unreadConversations.ofStream(streamId).value
  const unreadOf = useMemo(() => {
    const byTopic = new Map(unread.map((one) => [foldCase(one.conversation.topic), one]))
    return (topic: string) => byTopic.get(foldCase(topic))
  }, [unread])
  return {
    topics: listed,
    refusal: listed || failure?.streamId !== streamId ? undefined : failure.reason,
    retry: () => (tries.value += 1),
    unreadOf,
  }
}

/** Senders of the cached messages of a topic. @param topics change with each message of the stream */
function useSendersOf(streamId: number, topics: unknown): (topic: string) => readonly number[] {
  const { messages } = useApp()
  return useMemo(() => {
    const byTopic = sendersByTopic(messages, streamId)
    return (topic) => byTopic.get(foldCase(topic)) ?? []
  }, [topics, messages.size])
}
