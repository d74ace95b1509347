import { Type } from '@sinclair/typebox'
import { TooManyPollsError } from '../../events/errors'
import { endpoint } from '../../http/declare/endpoint'
import { flag, integer, text } from '../../http/declare/params'
import { PreparedJson } from '../../wire/prepared-json'
import { NotAuthorizedForQueryError } from '../../chat/rules/errors'
import { pollEvents } from '../../chat/queues/polls/poll-events'
import type { Polled } from '../../chat/queues/polls/poll-events'
import { badEventQueueId, foreignQueue, unsupportedOperator } from './errors'
import {
  callsPerRegistration,
  lifespanParam,
  maxQueueIdCharacters,
  queueParams,
  toQueueArguments,
} from '../params/queue-params'

export const getEventsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/events',
  tag: 'events',
  summary: 'Get events from a queue, waiting for one if there is none',
  description:
    'Without queue_id a queue is registered first, as the other arguments say; the answer then ' +
    'says where to go on.',
  auth: 'basic',
  shortPath: true,
  anyNumber: true,
  // Polls of an existing queue have a separate rate limit. Source: docs/protocol/limits.md#poll-rate.
  costInCalls: (args) => (args.get('queue_id') === undefined ? callsPerRegistration : 0),
  params: {
    user_client: text({ optional: true, description: 'Name of the client program' }),
    last_event_id: integer({
      optional: true,
      min: -1,
      example: -1,
      description: 'Newest event id already received, which is acknowledged; -1 for none',
    }),
    queue_id: text({
      optional: true,
      maxLength: maxQueueIdCharacters,
      description: 'The queue; absent: a new one',
    }),
    ...queueParams,
    dont_block: flag({
      default: false,
      example: true,
      description: 'Answer at once, if need be without events',
    }),
    lifespan_secs: lifespanParam('queue_lifespan_secs', 'idle_queue_timeout'),
  },
  response: {
    events: Type.Array(Type.Object({ id: Type.Integer(), type: Type.String() }), {
      description: 'Ascending by id',
    }),
    queue_id: Type.String(),
    last_event_id: Type.Optional(
      Type.Integer({ description: 'Value of last_event_id for the first poll' }),
    ),
  },
  errors: [
    badEventQueueId,
    foreignQueue,
    NotAuthorizedForQueryError,
    unsupportedOperator,
    TooManyPollsError,
  ],

  handler({ ctx, requester, params, request }) {
    return pollEvents(
      ctx,
      requester,
      {
        queueId: params.queue_id,
        lastEventId: params.last_event_id,
        dontBlock: params.dont_block,
        registration: () =>
          toQueueArguments(params, params.user_client || request.clientName, params.lifespan_secs),
      },
      request.signal,
    ).then(presentPolled)
  },
})

/** The answer to a poll. The events are JSON text, shared by all queues that contain them. */
export function presentPolled({ queueId, lastEventId, eventsJson }: Polled): PreparedJson {
  const cursor = lastEventId === undefined ? '' : `,"last_event_id":${lastEventId}`
  return new PreparedJson(`"events":${eventsJson},"queue_id":${JSON.stringify(queueId)}${cursor}`)
}
