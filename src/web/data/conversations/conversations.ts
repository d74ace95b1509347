import type { Topics } from '../messages/topics'
import type { Navigation } from '../navigation/navigation'
import type { Toasts } from '../../lib/toasts'
import type { Store } from '../store/store'
import { createCurrent } from './current'
import type { Current } from './current'
import { createFolds } from './folds'
import type { Folds } from './folds'
import { createStreamOpener } from './open-stream'
import type { StreamOpener } from './open-stream'
import { createUnreadConversations } from './unread-conversations'
import type { UnreadConversations } from './unread-conversations'

/** Shared state of all lists of conversations. */
export interface Conversations {
  readonly current: Current
  readonly unreadConversations: UnreadConversations
  readonly folds: Folds
  readonly streamOpener: StreamOpener
}

export interface ConversationsSurroundings {
  store: Store
  topics: Topics
  navigation: Navigation
  toasts: Toasts
}

export function createConversations(around: ConversationsSurroundings): Conversations {
  const unreadConversations = createUnreadConversations(around.store)
  const folds = createFolds()
  return {
    current: createCurrent(around.navigation),
    unreadConversations,
    folds,
    streamOpener: createStreamOpener({ ...around, unreadConversations, folds }),
  }
}
