import { acknowledgeEventsEndpoint } from './acknowledge-events'
import { deleteQueueEndpoint } from './delete-queue'
import { getEventsEndpoint } from './get-events'
import { registerQueueEndpoint } from './register-queue'
import { streamEventsEndpoint } from './stream-events'

export const eventsEndpoints = [
  registerQueueEndpoint,
  getEventsEndpoint,
  deleteQueueEndpoint,
  streamEventsEndpoint,
  acknowledgeEventsEndpoint,
]
