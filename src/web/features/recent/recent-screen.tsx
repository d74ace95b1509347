import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { createRecents } from '../../data/messages/recents'
import type { RecentConversation } from '../../data/messages/recents'
import { keyOfConversation } from '../../data/narrow/narrow'
import { Loading } from '../../ui/loaded/loading'
import { useListKeys } from '../../ui/list-keys/use-list-keys'
import { useUnreadByKey } from '../../parts/unread/use-unread-by-key'
import { RecentRow } from './recent-row'
import styles from './recent-screen.module.css'

/** Height of the lowest row. */
const leastRowPixels = 40

const kinds = ['all', 'streams', 'private'] as const

/** Recent conversations, newest first. */
export function RecentScreen() {
  const { messages, store, stretches } = useApp()
  const recents = useMemo(
    () => createRecents(messages, stretches, () => store.state.user_id),
    [messages, stretches, store],
  )
  const list = useRef<HTMLTableSectionElement>(null)
  useListKeys(list)
  useEffect(() => recents.open(), [recents])

  const kind = useSignal<(typeof kinds)[number]>('all')
  const isUnread = useSignal(false)
  const isParticipated = useSignal(false)
  const withMuted = useSignal(false)
  const unread = useUnreadByKey()
  const all = recents.conversations.value
  const shown = all?.filter(isWanted) ?? []
  const isBusy = useSignal(false)
  const extent = recents.extent.value

  /** Looks for older messages until this many conversations are listed. */
  async function fill(count: number): Promise<void> {
    isBusy.value = true
    await recents.loadOlder(
      () => (recents.conversations.peek() ?? []).filter(isWanted).length >= count,
    )
    isBusy.value = false
  }
  const filters = [kind.value, isUnread.value, isParticipated.value, withMuted.value]
  const rowsOfScreen = Math.ceil(innerHeight / leastRowPixels)
  useEffect(() => {
    if (all && !isBusy.peek()) void fill(isUnread.peek() ? unread.size : rowsOfScreen)
  }, [all === undefined, ...filters])

  function isMuted({ streamId, topic }: { streamId: number; topic: string }): boolean {
    return store.isTopicMuted(streamId, topic)
  }

  function isWanted({ conversation, senderIds }: RecentConversation): boolean {
    if (kind.value === 'streams' && conversation.kind !== 'topic') return false
    if (kind.value === 'private' && conversation.kind !== 'private') return false
    if (isUnread.value && !unread.has(keyOfConversation(conversation))) return false
    if (isParticipated.value && !senderIds.includes(store.state.user_id)) return false
    if (conversation.kind === 'private') return true
    // Streams that were archived, or that the reader can no longer see, cannot be opened.
    if (store.stream(conversation.streamId)?.is_archived !== false) return false
    return withMuted.value || !isMuted(conversation)
  }

  return (
    <div class={styles['screen']}>
      <h1>{t.views.recent}</h1>
      <div class={styles['filters']} role="group" aria-label={t.recent.filters}>
        <div class={styles['kinds']} role="group" aria-label={t.recent.kind}>
          {kinds.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={kind.value === one}
              onClick={() => (kind.value = one)}
            >
              {t.recent.kinds[one]}
            </button>
          ))}
        </div>
        <Toggle label={t.recent.unread} state={isUnread} />
        <Toggle label={t.recent.participated} state={isParticipated} />
        <Toggle label={t.recent.muted} state={withMuted} />
      </div>
      {!all && recents.failure.value === undefined && (
        <p class={styles['note']}>{t.recent.loading}</p>
      )}
      {all && shown.length === 0 && !isBusy.value && <p class={styles['note']}>{t.recent.none}</p>}
      {shown.length > 0 && (
        <table class={styles['table']}>
          <thead>
            <tr>
              <th scope="col">{t.recent.conversation}</th>
              <th scope="col">{t.recent.people}</th>
              <th scope="col">{t.recent.unreadCount}</th>
              <th scope="col">{t.recent.time}</th>
            </tr>
          </thead>
          <tbody ref={list}>
            {shown.map((one) => {
              const key = keyOfConversation(one.conversation)
              return <RecentRow key={key} recent={one} unread={unread.get(key)} />
            })}
          </tbody>
        </table>
      )}
      {all && extent === 'open' && (
        <button
          type="button"
          class={`button ${styles['older']}`}
          disabled={isBusy.value}
          onClick={() => void fill(shown.length + 1)}
        >
          {isBusy.value ? t.recent.loading : t.recent.older}
        </button>
      )}
      {recents.failure.value !== undefined && (
        <Loading refusal={recents.failure.value} onRetry={recents.retry} />
      )}
      {extent === 'limited' && <p class={styles['note']}>{t.recent.limited}</p>}
    </div>
  )
}

function Toggle({ label, state }: { label: string; state: { value: boolean } }) {
  return (
    <button
      type="button"
      class={styles['toggle']}
      aria-pressed={state.value}
      onClick={() => (state.value = !state.value)}
    >
      {label}
    </button>
  )
}
