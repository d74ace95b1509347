import { deleteQueueEndpoint } from './delete-queue'
import { getEventsEndpoint } from './get-events'
import { registerQueueEndpoint } from './register-queue'

export const eventsEndpoints = [registerQueueEndpoint, getEventsEndpoint, deleteQueueEndpoint]
