import { dayName } from '../../texts/days'
import { isoDay, shortDayName } from '../../texts/short-day'
import { ConversationLink } from './conversation-link'
import type { TopConversation } from './top-conversation'
import styles from './feed.module.css'

/**
 * Sticky conversation name and day of the topmost row, in a feed of several conversations. The name is hidden from screen
 * readers, because the rows contain it too.
 */
export function TopConversationLine({ conversation }: Pick<TopConversation, 'conversation'>) {
  const found = conversation.value
  return (
    <div class={styles['uppermost']}>
      {found && (
        <div>
          <div aria-hidden="true">
            <ConversationLink {...found} isTabbable={false} />
          </div>
          <time dateTime={isoDay(found.sentAt)} title={dayName(found.sentAt)}>
            {shortDayName(found.sentAt)}
          </time>
        </div>
      )}
    </div>
  )
}
