import * as t from '../../texts/catalog'
import { dayName } from '../../texts/days'
import type { FeedRow } from '../../data/messages/feed-rows'
import { ConversationLink } from './conversation-link'
import styles from './lead-in.module.css'

/** Separators above a message: date, unread boundary, conversation. */
export function LeadIn({ row, isTabbable }: { row: FeedRow; isTabbable: boolean }) {
  return (
    <div class={styles['leadIn']}>
      {row.day !== undefined && (
        <div class={styles['day']} role="separator" aria-label={dayName(row.day)}>
          <span>{dayName(row.day)}</span>
        </div>
      )}
      {row.isFirstUnread && (
        <div class={styles['unread']} role="separator" aria-label={t.feed.newMessages}>
          <span>{t.feed.firstUnread}</span>
        </div>
      )}
      {row.conversation && (
        <ConversationLink conversation={row.conversation} near={row.id} isTabbable={isTabbable} />
      )}
    </div>
  )
}
