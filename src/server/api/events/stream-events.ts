import { Type } from '@sinclair/typebox'
import { TooManyPollsError } from '../../events/errors'
import { noEventId } from '../../events/queues'
import { endpoint } from '../../http/declare/endpoint'
import { EventStreamAnswer } from '../../http/answers/event-stream'
import { integer, text } from '../../http/declare/params'
import { openEventStream } from '../../chat/queues/polls/event-stream'
import { badEventQueueId, foreignQueue } from './errors'
import { maxQueueIdCharacters } from '../params/queue-params'
import { acknowledgeEvents } from '../../chat/queues/polls/poll-events'

const eventId = integer({
  default: noEventId,
  min: -1,
  example: -1,
  description:
    'Newest event id already received, which is acknowledged; -1 for none. The header ' +
    'Last-Event-ID says it in its place',
})

export const streamEventsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/events/stream',
  tag: 'events',
  summary: 'Follow the events of a queue as server-sent events',
  description:
    'For EventSource and its like: the data of each event is its JSON, and its id is what a ' +
    'client sends as Last-Event-ID when it comes back, which acknowledges what it received. ' +
    'Streams end after some minutes or many events, so that it does. An event of type error has ' +
    'the body of an error as its data, and is the last.',
  auth: 'basic',
  shortPath: true,
  isEventStream: true,
  params: {
    queue_id: text({ maxLength: maxQueueIdCharacters, description: 'The queue' }),
    last_event_id: eventId,
  },
  response: { id: Type.Integer(), type: Type.String() },
  errors: [badEventQueueId, foreignQueue, TooManyPollsError],

  async handler({ ctx, requester, params, request }) {
    // A reconnecting client repeats its first URL; this header has the last event it received since.
    const header = request.headers['last-event-id']
    const lastEventId =
      typeof header === 'string' && header !== ''
        ? eventId.decode(header, 'Last-Event-ID')
        : params.last_event_id

    const args = { queueId: params.queue_id, lastEventId }
    return new EventStreamAnswer(await openEventStream(ctx, requester, args, request.signal))
  },
})

export const acknowledgeEventsEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/events/acknowledge',
  tag: 'events',
  summary: 'Acknowledge events without asking for more',
  description: 'For clients that follow a stream: the waiting request at the queue continues.',
  auth: 'basic',
  shortPath: true,
  // Counted as a poll: events cause it. Source: docs/protocol/limits.md#poll-rate.
  costInCalls: () => 0,
  scope: 'read',
  params: {
    queue_id: text({ maxLength: maxQueueIdCharacters, description: 'The queue' }),
    last_event_id: integer({ min: -1, description: 'Newest event id received' }),
  },
  response: {},
  errors: [badEventQueueId, foreignQueue],

  async handler({ ctx, requester, params, request: { signal } }) {
    const { queue_id: queueId, last_event_id: lastEventId } = params
    await acknowledgeEvents(ctx, requester, { queueId, lastEventId }, signal)
    return {}
  },
})
