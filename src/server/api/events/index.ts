import { acknowledgeEventsEndpoint, streamEventsEndpoint } from './stream-events'
import { deleteQueueEndpoint, registerQueueEndpoint } from './register-queue'
import { getEventsEndpoint } from './get-events'

export const eventsEndpoints = [
  registerQueueEndpoint,
  getEventsEndpoint,
  deleteQueueEndpoint,
  streamEventsEndpoint,
  acknowledgeEventsEndpoint,
]
