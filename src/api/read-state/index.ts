import { changeFlagsEndpoint } from './change-flags'
import { changeFlagsInNarrowEndpoint } from './change-flags-in-narrow'
import { markAllAsReadEndpoint } from './mark-all-as-read'
import { markStreamAsReadEndpoint } from './mark-stream-as-read'
import { markTopicAsReadEndpoint } from './mark-topic-as-read'

export const readStateEndpoints = [
  changeFlagsEndpoint,
  changeFlagsInNarrowEndpoint,
  markAllAsReadEndpoint,
  markStreamAsReadEndpoint,
  markTopicAsReadEndpoint,
]
