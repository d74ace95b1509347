import { Type } from '@sinclair/typebox'
import { integrations } from '../integrations'
import { endpoint } from '../../http/declare/endpoint'
import { flag, json, text } from '../../http/declare/params'
import { NotAuthorizedForQueryError } from '../../chat/rules/errors'
import { registerQueue } from '../../chat/queues/register/register-queue'
import { stateKeys } from '../../chat/queues/register/state'
import { clientCapabilities } from '../../../shared/events'
import { PreparedJson } from '../../wire/prepared-json'
import { serverVersion, serverVersionFields } from '../../wire/server-version'
import { historyLimitDays } from '../presence/presence'
import {
  callsPerRegistration,
  eventTypesParam,
  lifespanParam,
  queueParams,
  toQueueArguments,
  maxQueueIdCharacters,
} from '../params/queue-params'
import { unsupportedOperator, badEventQueueId, inaccessibleQueue } from './errors'
import { deleteQueue } from '../../chat/queues/polls/poll-events'

const capabilityFlags = Object.fromEntries(
  clientCapabilities.map((name) => [name, Type.Optional(Type.Boolean())]),
)

export const registerQueueEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/register',
  tag: 'events',
  summary: 'Register an event queue and fetch the state it starts from',
  auth: 'basic',
  shortPath: true,
  // A refusal with a 4xx status makes some clients log out.
  rateLimit: 'overload503',
  costInCalls: () => callsPerRegistration,
  scope: 'read',
  params: {
    ...queueParams,
    fetch_event_types: eventTypesParam({
      optional: true,
      description: 'Parts of the initial state; default: event_types',
    }),
    queue_lifespan_secs: lifespanParam('idle_queue_timeout'),
    slim_presence: flag({
      default: false,
      description: 'Presences keyed by user id',
    }),
    presence_history_limit_days: historyLimitDays(),
    client_capabilities: json(Type.Object(capabilityFlags), {
      default: {},
      description: 'Capabilities of the client by name; unknown names are ignored',
    }),
  },
  response: {
    queue_id: Type.String({ description: 'Two integers joined by a colon' }),
    last_event_id: Type.Integer({ description: 'Value of last_event_id for the first poll' }),
    ...serverVersionFields,
    ...stateKeys,
  },
  errors: [NotAuthorizedForQueryError, unsupportedOperator],

  async handler({ ctx, requester, params, request }) {
    const { queueId, lastEventId, state } = await registerQueue(ctx, requester, {
      fetchEventTypes: params.fetch_event_types,
      capabilities: params.client_capabilities,
      slimPresence: params.slim_presence,
      presenceHistoryDays: params.presence_history_limit_days,
      origin: request.origin,
      integrations,
      ...toQueueArguments(params, request.clientName, params.queue_lifespan_secs),
    })
    const queue = { queue_id: queueId, last_event_id: lastEventId, ...serverVersion }
    return PreparedJson.of(queue, state.members)
  },
})

export const deleteQueueEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/events',
  tag: 'events',
  summary: 'Delete an event queue',
  auth: 'basic',
  shortPath: true,
  scope: 'read',
  params: { queue_id: text({ maxLength: maxQueueIdCharacters, description: 'The queue' }) },
  response: {},
  errors: [badEventQueueId, inaccessibleQueue],

  async handler({ ctx, requester, params }) {
    await deleteQueue(ctx, requester, params.queue_id)
    return {}
  },
})
