import { useComputed } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { useApp } from '../../context/app'
import { Icon } from '../../ui/icon/icon'
import { lazy } from '../../parts/lazy/lazy'
import { MessageRow } from '../../parts/message/message-row'
import * as t from '../../texts/catalog'
import { useKey } from '../../ui/keyboard/use-key'
import type { FeedRow } from '../../data/messages/feed-rows'
import { conversationOfMessage } from '../../data/records/message'
import type { Stretch } from '../../data/messages/stretch'
import { conversationOf } from '../../data/narrow/narrow'
import { createFeedView } from './feed-view'
import type { FeedView } from './feed-view'
import { LeadIn } from './lead-in'
import type { Opening } from './opening'
import { useSeen } from './use-seen'
import styles from './feed.module.css'

const Announcements = lazy((parts) => parts.Announcements)
const TopConversationLine = lazy((parts) => parts.TopConversationLine)

interface FeedProps {
  stretch: Stretch
  opening: Opening
  /** Accessible name. */
  name: string
  /** Key of the message that the reader has sent last from this page, if it belongs here. */
  sent: string | undefined
  /** Rows of pending messages, after the newest message. */
  children: ComponentChildren
}

/**
 * The scrollable list of messages. Long histories render only rows around the reader (messages/feed-window.ts), and
 * scroll-keeper.ts keeps the visible rows in place when others are added or removed.
 */
export function Feed({ stretch, opening, name, sent, children }: FeedProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const view = useFeedView(stretch, opening)
  const rows = view.rows.value
  const first = view.firstPlace.value

  useLayoutEffect(() => {
    if (scroller.current && list.current) return view.attach(scroller.current, list.current)
    return undefined
  }, [view])
  useLayoutEffect(() => {
    view.settle()
  })
  // Show a message that the reader has just sent.
  const sentBefore = useRef(sent)
  useEffect(() => {
    if (sent !== undefined && sent !== sentBefore.current) void view.toNewest()
    sentBefore.current = sent
  }, [sent])
  const isMixed = !conversationOf(stretch.narrow)

  useKey('nextMessage', () => view.step(1))
  useKey('previousMessage', () => view.step(-1))
  useKey('firstMessage', () => void view.toOldest())
  useKey('lastMessage', () => void view.toNewest())
  useKey('pageDown', () => {
    view.page(1)
  })
  useKey('pageUp', () => {
    view.page(-1)
  })

  // Most new messages are far below the rows, and leave the page as it is.
  void view.ends.value
  // The marks of a search come with its messages.
  const isSearch = stretch.narrow.some(({ operator }) => operator === 'search')
  const { foundOldest, foundNewest } = isSearch ? stretch.state.value : stretch.state.peek()
  return (
    <div class={styles['frame']}>
      <div class={styles['scroller']} ref={scroller} tabIndex={-1}>
        <TopConversationLine conversation={view.topConversation} />
        <p class={styles['beginning']}>{foundOldest ? t.feed.beginning : t.feed.loading}</p>
        <div
          role="feed"
          class={`${styles['list']} ${isMixed ? styles['mixed'] : ''}`}
          aria-label={name}
          ref={list}
        >
          {rows.map((row, index) => (
            <Row key={row.id} row={row} stretch={stretch} position={first + index + 1} />
          ))}
          {foundNewest && children}
        </div>
      </div>
      <JumpButton view={view} />
      <Announcements stretch={stretch} />
    </div>
  )
}

function useFeedView(stretch: Stretch, opening: Opening): FeedView {
  const { messages, store, feed, navigation } = useApp()
  const onSeen = useSeen(stretch.narrow)
  return useMemo(() => {
    const ownId = store.state.user_id
    return createFeedView({
      cache: messages,
      stretch,
      opening,
      ownId,
      isInterleaved: conversationOf(stretch.narrow) === undefined,
      current: feed.current,
      newestId: () => store.state.max_message_id,
      conversationOf: (message) => conversationOfMessage(message, ownId),
      onSeen,
      onPosition: navigation.rememberPosition,
    })
  }, [stretch, opening])
}

interface RowProps {
  row: FeedRow
  stretch: Stretch
  position: number
}

function Row({ row, stretch, position }: RowProps) {
  const { current } = useApp().feed
  const isCurrent = useComputed(() => current.value === row.id).value
  const hasLeadIn = row.day !== undefined || row.conversation !== undefined || row.isFirstUnread
  return (
    <MessageRow
      id={row.id}
      isCompact={row.isCompact}
      position={position}
      isCurrent={isCurrent}
      match={stretch.matchOf(row.id)}
    >
      {hasLeadIn && <LeadIn row={row} isTabbable={isCurrent} />}
    </MessageRow>
  )
}

/** Button to the newest message, with the number of new messages. */
function JumpButton({ view }: { view: FeedView }) {
  const count = view.arrived.value
  if (view.isAtEnd.value) return null
  return (
    <button
      type="button"
      class={count > 0 ? `button primary ${styles['jump']}` : `button ${styles['jump']}`}
      aria-label={count > 0 ? undefined : t.feed.toNewest}
      title={t.feed.toNewest}
      onClick={() => void view.toNewest()}
    >
      <Icon name="arrow-down" />
      {count > 0 && t.feed.arrived(count)}
    </button>
  )
}
