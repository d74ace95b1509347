import { Type } from '@sinclair/typebox'
import { traceFactSchema } from '../../../shared/message-trace'
import { traceForAdministrator } from '../../chat/jobs/tracing/trace-for-administrator'
import {
  AdministratorRequiredError,
  InvalidMessageError,
  NoSuchUserError,
} from '../../chat/rules/errors'
import { endpoint } from '../../http/declare/endpoint'
import { integer } from '../../http/declare/params'

/** Source: docs/protocol/messages.md#trace. */
export const traceMessageEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/messages/{message_id}/trace',
  tag: 'messages',
  summary: 'Find out why a user did not get a message; administrators only',
  description:
    'Facts about a message that the requester may read, without its words, and about one user: whether it was meant for ' +
    'them, fetched by their clients, mailed and pushed, and why not.',
  auth: 'basic',
  params: {
    message_id: integer({ min: 0 }),
    user_id: integer({ optional: true, min: 0, description: 'The user who did not get it' }),
  },
  response: {
    message_facts: Type.Array(traceFactSchema, { description: 'About the message' }),
    user_facts: Type.Array(traceFactSchema, {
      description: 'About the message and the user; empty without `user_id`',
    }),
  },
  errors: [AdministratorRequiredError, InvalidMessageError, NoSuchUserError],

  async handler({ ctx, requester, params }) {
    const { message_id: messageId, user_id: userId } = params
    const { message, user } = await traceForAdministrator(ctx, requester, messageId, userId)
    return { message_facts: message, user_facts: user }
  },
})
