import { useComputed, useSignal } from '@preact/signals'
import { useApp } from '../../app'
import { t } from '../../i18n/t'
import { narrowTo } from '../../narrow/narrow'
import type { Narrow } from '../../narrow/narrow'
import { Count } from '../count/count'
import { Icon } from '../icon/icon'
import { IconButton } from '../icon-button/icon-button'
import { StreamMenu } from './stream-menu'
import { StreamTopics } from './stream-topics'
import styles from './sidebar.module.css'

/** A stream with its newest topics. */
export function StreamRow({ streamId, words }: { streamId: number; words: string }) {
  const { store, navigation, topics, current, folds, unreadConversations, toasts } = useApp()
  const isOpening = useSignal(false)
  const isCurrentStream = useComputed(() => current.streamId.value === streamId).value
  const stream = store.subscription(streamId)
  if (!stream) return null

  const { name, color, invite_only: isPrivate, is_muted: isMuted } = stream
  const unread = unreadConversations.ofStream(streamId).value
  const heard = unread.filter(
    ({ conversation }) => !store.isTopicMuted(streamId, conversation.topic),
  )
  const count = heard.reduce((sum, one) => sum + one.count, 0)
  const isMentioned = unread.some((one) => one.isMentioned)
  const fold = `stream:${streamId}`
  const isOpen =
    words !== '' || (folds.isOpen(fold) ?? (isCurrentStream || (!isMuted && count > 0)))
  const newest = heard[0] ?? unread[0]
  const all: Narrow = [{ operator: 'channel', operand: streamId }]

  /** Where nothing is unread, the newest topic is looked up first. */
  function openNewest(event: MouseEvent): void {
    if (newest || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (isOpening.value) return
    isOpening.value = true
    topics.newest(streamId).then(
      (topic) => {
        isOpening.value = false
        const narrow = topic ? narrowTo({ kind: 'topic', streamId, topic: topic.name }) : all
        navigation.go({ view: 'narrow', narrow })
      },
      (error: unknown) => {
        isOpening.value = false
        toasts.fail(t.sidebar.notOpened(name), error)
      },
    )
  }

  const narrow = newest ? narrowTo(newest.conversation) : all
  const label = isPrivate ? t.sidebar.privateStream(name) : name
  return (
    <li class={isMuted ? styles['muted'] : undefined}>
      <div class={styles['stream']}>
        <IconButton
          icon={isOpen ? 'chevron-down' : 'chevron-right'}
          label={isOpen ? t.sidebar.fold(name) : t.sidebar.unfold(name)}
          class={styles['fold']}
          onClick={() => folds.set(fold, !isOpen)}
        />
        <a
          class={styles['row']}
          href={navigation.hrefOf({ view: 'narrow', narrow })}
          aria-label={t.sidebar.withUnread(label, count)}
          aria-current={isCurrentStream ? 'true' : undefined}
          title={name}
          onClick={openNewest}
        >
          <span class={styles['sign']} style={{ '--stream': color }}>
            {isPrivate ? <Icon name="lock" /> : <span class={styles['dot']} />}
          </span>
          <span class={styles['name']}>{name}</span>
          <Count count={count} isMentioned={isMentioned} />
        </a>
        <StreamMenu stream={stream} />
      </div>
      {isOpen && (
        <StreamTopics streamId={streamId} isCurrentStream={isCurrentStream} words={words} />
      )}
    </li>
  )
}
