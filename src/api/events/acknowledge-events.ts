import { endpoint } from '../../http/endpoint'
import { integer, text } from '../../http/params'
import { acknowledgeEvents } from '../../services/events'
import { badEventQueueId, foreignQueue } from './errors'
import { maxQueueIdCharacters } from './queue-params'

export const acknowledgeEventsEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/events/acknowledge',
  tag: 'events',
  summary: 'Acknowledge events without asking for more',
  description: 'For clients that follow a stream: what waits at the queue goes on.',
  auth: 'basic',
  shortPath: true,
  params: {
    queue_id: text({ maxLength: maxQueueIdCharacters, description: 'The queue' }),
    last_event_id: integer({ min: -1, description: 'Newest event id received' }),
  },
  response: {},
  errors: [badEventQueueId, foreignQueue],

  async handler({ ctx, requester, params }) {
    await acknowledgeEvents(ctx, requester, params.queue_id, params.last_event_id)
    return {}
  },
})
