import type { TracedNotifications } from '../../../data/messages/trace'
import type { ConcernRow } from '../../../data/notifications/concerns'

/** Facts on which mails and pushes to one user about a message depend. */
export interface Notified {
  /** Undefined: the message concerns the user in no way that notifies. */
  concern: ConcernRow | undefined
  told: TracedNotifications
  isRead: boolean
  hasMutedSender: boolean
}
