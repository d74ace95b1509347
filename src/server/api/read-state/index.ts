import { changeFlagsEndpoint, changeFlagsInNarrowEndpoint } from './flags'
import {
  markAllAsReadEndpoint,
  markStreamAsReadEndpoint,
  markTopicAsReadEndpoint,
} from './mark-as-read'

export const readStateEndpoints = [
  changeFlagsEndpoint,
  changeFlagsInNarrowEndpoint,
  markAllAsReadEndpoint,
  markStreamAsReadEndpoint,
  markTopicAsReadEndpoint,
]
