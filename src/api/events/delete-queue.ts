import { endpoint } from '../../http/endpoint'
import { text } from '../../http/params'
import { deleteQueue } from '../../services/events'
import { badEventQueueId, inaccessibleQueue } from './errors'
import { maxQueueIdCharacters } from './queue-params'

export const deleteQueueEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/events',
  tag: 'events',
  summary: 'Delete an event queue',
  auth: 'basic',
  shortPath: true,
  params: { queue_id: text({ maxLength: maxQueueIdCharacters, description: 'The queue' }) },
  response: {},
  errors: [badEventQueueId, inaccessibleQueue],

  async handler({ ctx, requester, params }) {
    await deleteQueue(ctx, requester, params.queue_id)
    return {}
  },
})
