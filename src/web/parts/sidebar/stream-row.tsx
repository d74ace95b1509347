import { useComputed } from '@preact/signals'
import { useApp } from '../../context/app'
import { foldOfStream } from '../../data/conversations/folds'
import { allOf } from '../../data/conversations/open-stream'
import * as t from '../../texts/catalog'
import { Count } from '../../ui/count/count'
import { IconButton } from '../../ui/icon-button/icon-button'
import { lazy } from '../lazy/lazy'
import { StreamSign } from '../stream-sign/stream-sign'
import { StreamTopics } from './stream-topics'
import { useScrolledIntoView } from './use-is-current'
import styles from './sidebar.module.css'

const StreamMenu = lazy((parts) => parts.StreamMenu)

/** A stream and its newest topics. */
export function StreamRow({ streamId, words }: { streamId: number; words: string }) {
  const { store, navigation, current, folds, unreadConversations, streamOpener } = useApp()
  const isCurrentStream = useComputed(() => current.streamId.value === streamId).value
  const isTopic = useComputed(() => current.key.value.startsWith('topic:')).value
  const stream = store.subscription(streamId)
  const fold = foldOfStream(streamId)
  const isUnfolded = folds.isOpen(fold)
  // The row of an open topic is shown instead, unless the reader has folded the topics.
  const row = useScrolledIntoView(isCurrentStream && !(isTopic && isUnfolded !== false))
  if (!stream) return null

  const { name, color, invite_only: isPrivate, is_muted: isMuted } = stream
  const unread = unreadConversations.ofStream(streamId).value
  const count = store.unread.ofStream(streamId)
  const isMentioned = unread.some((one) => one.isMentioned)
  const isOpen = words !== '' || (isUnfolded ?? (isCurrentStream || (!isMuted && count > 0)))

  const narrow = streamOpener.knownNarrowOf(streamId) ?? allOf(streamId)
  const label = isPrivate ? t.sidebar.privateStream(name) : name
  return (
    <li class={isMuted ? styles['muted'] : undefined} data-focus-key={`stream ${streamId}`}>
      <div class={`row ${styles['stream']}`}>
        <IconButton
          icon={isOpen ? 'chevron-down' : 'chevron-right'}
          label={isOpen ? t.sidebar.fold(name) : t.sidebar.unfold(name)}
          class={styles['fold']}
          onClick={() => folds.set(fold, !isOpen)}
        />
        <a
          ref={row}
          class={`row-link ${styles['row']}`}
          href={navigation.hrefOf({ view: 'narrow', narrow })}
          aria-label={t.sidebar.withUnread(label, count)}
          aria-current={isCurrentStream ? 'true' : undefined}
          title={name}
          onClick={(event) => {
            // Intercepts plain clicks, because the newest topic may have to be fetched first.
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            void streamOpener.open(streamId)
          }}
        >
          <StreamSign isPrivate={isPrivate} color={color} />
          <span class={`row-name ${styles['name']}`}>{name}</span>
          <Count count={count} isMentioned={isMentioned} />
        </a>
        <StreamMenu stream={stream} />
      </div>
      {isOpen && (
        <StreamTopics
          streamId={streamId}
          isWhole={isCurrentStream || isUnfolded === true}
          words={words}
        />
      )}
    </li>
  )
}
