import { useApp } from '../../context/app'
import { namePrivate } from '../../data/conversations/names'
import * as t from '../../texts/catalog'
import { beyondPlace } from '../../data/narrow/beyond-place'
import { conversationOf, isSearch, streamOf } from '../../data/narrow/narrow'
import type { Narrow } from '../../data/narrow/narrow'
import { streamRefusal } from '../../data/send/permissions'
import type { Store } from '../../data/store/store'
import styles from './feed-screen.module.css'

/** Empty state of a feed: the purpose of the narrow, and possible actions. */
export function EmptyFeed({ narrow }: { narrow: Narrow }) {
  const { store, navigation } = useApp()
  const [title, hint] = describe(narrow, store)
  const wider = beyondPlace(narrow)
  return (
    <div class={`${styles['state']} ${styles['nothing']}`}>
      <p class={styles['title']}>
        <bdi>{title}</bdi>
      </p>
      {hint !== undefined && <p>{hint}</p>}
      {wider && (
        <a class="button" href={navigation.hrefOf({ view: 'narrow', narrow: wider })}>
          {t.searching.everywhere}
        </a>
      )}
    </div>
  )
}

/** Replacement for a stream that does not exist or that the reader may not see. */
export function UnknownStream() {
  return (
    <section class={styles['screen']}>
      <div class={styles['state']}>
        <h1>{t.nothing.unknownStream}</h1>
        <p>{t.nothing.unknownStreamHint}</p>
      </div>
    </section>
  )
}

function describe(narrow: Narrow, store: Store): readonly [string, string?] {
  const [first] = narrow
  if (!first) return [t.nothing.feed]
  const conversation = conversationOf(narrow)
  if (conversation?.kind === 'private') return describePrivate(store, conversation.userIds)
  const streamId = streamOf(narrow)
  const stream = typeof streamId === 'number' ? store.stream(streamId) : undefined
  if (stream && (conversation ?? narrow.length === 1)) {
    const isReadOnly = streamRefusal(store.state, stream.stream_id) !== undefined
    const title = conversation ? t.nothing.topic(conversation.topic) : t.nothing.stream(stream.name)
    if (isReadOnly) return [title, t.nothing.streamReadOnly]
    return [title, conversation ? t.nothing.topicHint(stream.name) : t.nothing.streamHint]
  }
  if (isSearch(narrow) || narrow.length > 1) return [t.nothing.search]
  if (first.operand === 'mentioned') return [t.nothing.mentions, t.nothing.mentionsHint]
  if (first.operand === 'starred') return [t.nothing.starred, t.nothing.starredHint]
  return [t.nothing.search]
}

function describePrivate(store: Store, userIds: readonly number[]): readonly [string, string] {
  if (userIds.length === 0) return [t.nothing.notes, t.nothing.notesHint]
  return [t.nothing.privately(namePrivate(store, userIds)), t.nothing.privatelyHint]
}
