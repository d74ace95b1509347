import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { flag, json } from '../../http/params'
import { NotAuthorizedForQueryError } from '../../services/errors'
import { registerQueue } from '../../services/register/register-queue'
import { stateKeys } from '../../services/register/state'
import { serverVersion, serverVersionFields } from '../../wire/server-version'
import { eventTypesParam, lifespanParam, queueParams, toQueueArguments } from './queue-params'
import { unsupportedOperator } from './errors'

export const registerQueueEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/register',
  tag: 'events',
  summary: 'Register an event queue and fetch the state it starts from',
  auth: 'basic',
  // Some clients log out when this is refused with a 4xx.
  rateLimit: 'overload503',
  params: {
    ...queueParams,
    fetch_event_types: eventTypesParam({
      optional: true,
      description: 'What the initial state is made of; as event_types unless given',
    }),
    queue_lifespan_secs: lifespanParam('idle_queue_timeout'),
    slim_presence: flag({
      default: false,
      description: 'Presences keyed by user id; there are none yet',
    }),
    client_capabilities: json(Type.Object({}), {
      default: {},
      description: 'What the client can deal with, by name; unknown names are ignored',
    }),
  },
  response: {
    queue_id: Type.String({ description: 'Two integers joined by a colon' }),
    last_event_id: Type.Integer({ description: 'Where to start reading' }),
    ...serverVersionFields,
    ...stateKeys,
  },
  errors: [NotAuthorizedForQueryError, unsupportedOperator],

  async handler({ ctx, requester, params, request }) {
    const { queueId, lastEventId, state } = await registerQueue(ctx, requester, {
      ...toQueueArguments(params, request.clientName, params.queue_lifespan_secs),
      fetchEventTypes: params.fetch_event_types,
      capabilities: params.client_capabilities,
      origin: request.origin,
    })
    return { queue_id: queueId, last_event_id: lastEventId, ...serverVersion, ...state }
  },
})
