import type { ComponentChildren } from 'preact'
import { useApp } from '../../context/app'
import { timeOfDay } from '../../texts/times'
import * as t from '../../texts/catalog'
import type { Match } from '../../data/records/message'
import { MessageBody } from './message-body'
import styles from './message-row.module.css'

export interface MessageRowProps {
  id: number
  /** The sender is the same as above, so there is no head. */
  isCompact?: boolean | undefined
  /** Position in the feed, from 1. */
  position?: number | undefined
  /** True for the message that Tab reaches, together with its controls. */
  isCurrent?: boolean | undefined
  /** Search match to highlight. */
  match?: Match | undefined
  /** Content above the message that belongs to it: date, conversation. */
  children?: ComponentChildren
}

/** One message of a feed. Only the article element changes when rows around it come and go. */
export function MessageRow({
  id,
  isCompact = false,
  position,
  isCurrent = false,
  match,
  children,
}: MessageRowProps) {
  const { messages, navigation, store } = useApp()
  const message = messages.read(id)
  if (!message) return null
  const sender = store.user(message.sender_id)?.full_name ?? message.sender_full_name
  const place = navigation.route.peek()
  const is24Hour = store.read('user_settings')['twenty_four_hour_time']
  return (
    <article
      class={styles['article']}
      data-message-id={id}
      tabIndex={isCurrent ? 0 : -1}
      // The message that a link means. Each visit renders its rows anew.
      aria-current={(place.view === 'narrow' && place.near === id) || undefined}
      aria-label={t.message.name(sender, timeOfDay(message.timestamp, is24Hour))}
      aria-posinset={position}
      // The total is unknown: the server holds older messages.
      aria-setsize={-1}
      aria-describedby={`about-${id}`}
    >
      {children}
      <MessageBody message={message} isCompact={isCompact} isCurrent={isCurrent} match={match} />
    </article>
  )
}
