import type { Endpoint } from '../http/endpoint'
import { botsEndpoints } from './bots'
import { eventsEndpoints } from './events'
import { messagesEndpoints } from './messages'
import { serverEndpoints } from './server'
import { streamsEndpoints } from './streams'
import { subscriptionsEndpoints } from './subscriptions'
import { usersEndpoints } from './users'
import { webhooksEndpoints } from './webhooks'

/** Every endpoint, in the order of the API document and then by subject. */
export const endpoints: readonly Endpoint[] = [
  ...eventsEndpoints,
  ...streamsEndpoints,
  ...subscriptionsEndpoints,
  ...usersEndpoints,
  ...messagesEndpoints,
  ...webhooksEndpoints,
  ...botsEndpoints,
  ...serverEndpoints,
]
