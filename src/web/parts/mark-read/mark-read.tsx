import { useSignal } from '@preact/signals'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { conversationOf, streamOf } from '../../data/narrow/narrow'
import type { Narrow } from '../../data/narrow/narrow'
import { Icon } from '../../ui/icon/icon'
import styles from './mark-read.module.css'

/**
 * Button that marks all messages of a conversation, a stream or the combined feed as read. Absent if none is unread, and
 * in other narrows.
 */
export function MarkRead({ narrow }: { narrow: Narrow }) {
  const { reads, toasts, store } = useApp()
  const isBusy = useSignal(false)
  const conversation = conversationOf(narrow)
  const streamId = streamOf(narrow)
  const isWhole = narrow.length === 0 || (narrow.length === 1 && streamId !== undefined)
  if (!conversation && !isWhole) return null
  const count = conversation
    ? store.unread.of(conversation)
    : typeof streamId === 'number'
      ? store.unread.ofStream(streamId) + store.unread.ofMutedTopics(streamId)
      : store.unread.total
  if (count === 0) return null

  async function mark(): Promise<void> {
    isBusy.value = true
    try {
      await reads.markNarrow(narrow)
    } catch (error) {
      toasts.fail(t.markRead.failed, error)
    } finally {
      isBusy.value = false
    }
  }
  const name = conversation ? t.markRead.conversation : t.markRead.all
  return (
    <button
      type="button"
      class={`button ${styles['button']} ${conversation ? styles['patient'] : ''} ${narrow.length > 0 ? styles['short'] : ''}`}
      disabled={isBusy.value}
      aria-label={name}
      title={name}
      onClick={() => void mark()}
    >
      <Icon name="check-check" />
      <span>{name}</span>
    </button>
  )
}
