import { useComputed, useSignal } from '@preact/signals'
import { useApp } from '../../app'
import { byPlace } from '../../conversations/stream-order'
import * as t from '../../i18n/en'
import type { Subscription } from '../../store/state'
import { IconButton } from '../icon-button/icon-button'
import { lazy } from '../lazy/lazy'
import { Section } from './section'
import { StreamRow } from './stream-row'
import styles from './sidebar.module.css'

const StreamsDialog = lazy((parts) => parts.StreamsDialog)

/** The streams that the reader subscribes to: the pinned first, and those that are muted folded away. */
export function StreamList({ words }: { words: string }) {
  const { store, unreadConversations } = useApp()
  const isBrowsing = useSignal(false)
  const sorted = useComputed(() => store.read('subscriptions').toSorted(byPlace))
  const found = sorted.value.filter((stream) => words === '' || isFound(stream))
  const heard = found.filter(({ is_muted: isMuted }) => !isMuted)
  const muted = found.filter(({ is_muted: isMuted }) => isMuted)

  function isFound({ name, stream_id: id }: Subscription): boolean {
    if (name.toLowerCase().includes(words)) return true
    const topics = unreadConversations.ofStream(id).value
    return topics.some(({ conversation }) => conversation.topic.toLowerCase().includes(words))
  }

  const rows = (streams: readonly Subscription[]) => (
    <ul role="list" class={styles['list']}>
      {streams.map(({ stream_id: id }) => (
        <StreamRow key={id} streamId={id} words={words} />
      ))}
    </ul>
  )

  return (
    <>
      <Section
        fold="streams"
        title={t.sidebar.streams}
        isForced={words !== ''}
        tools={
          <IconButton
            icon="plus"
            label={t.sidebar.browse}
            onClick={() => (isBrowsing.value = true)}
          />
        }
      >
        {rows(heard)}
        {words !== '' && found.length === 0 && <p class={styles['note']}>{t.sidebar.nothing}</p>}
        {words === '' && sorted.value.length === 0 && (
          <p class={styles['note']}>{t.sidebar.noStreams}</p>
        )}
      </Section>
      {muted.length > 0 && (
        <Section
          fold="muted"
          title={t.sidebar.muted(muted.length)}
          isForced={words !== ''}
          isOpenAtFirst={false}
        >
          {rows(muted)}
        </Section>
      )}
      {isBrowsing.value && <StreamsDialog onClose={() => (isBrowsing.value = false)} />}
    </>
  )
}
