import type { ComponentChildren } from 'preact'
import { useApp } from '../../app'
import { timeOfDay } from '../../i18n/times'
import * as t from '../../i18n/en'
import type { Match } from '../../messages/message'
import { MessageBody } from './message-body'
import styles from './message-row.module.css'

export interface MessageRowProps {
  id: number
  /** It goes on where the one above ended: without the head that names its sender. */
  isCompact?: boolean | undefined
  /** Place in the feed, from 1. */
  position?: number | undefined
  /** The one of the feed that Tab reaches, with what is in it. */
  isCurrent?: boolean | undefined
  /** Where it has what was searched for. */
  match?: Match | undefined
  /** What stands above it and belongs to it: a day, a conversation. */
  children?: ComponentChildren
}

/** One message of a feed. The article alone changes when rows come and go around it. */
export function MessageRow({
  id,
  isCompact = false,
  position,
  isCurrent = false,
  match,
  children,
}: MessageRowProps) {
  const { messages, store } = useApp()
  const message = messages.read(id)
  if (!message) return null
  const sender = store.user(message.sender_id)?.full_name ?? message.sender_full_name
  const is24Hour = store.read('user_settings')['twenty_four_hour_time'] === true
  return (
    <article
      class={styles['article']}
      data-message-id={id}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={t.message.name(sender, timeOfDay(message.timestamp, is24Hour))}
      aria-posinset={position}
    >
      {children}
      <MessageBody message={message} isCompact={isCompact} isCurrent={isCurrent} match={match} />
    </article>
  )
}
