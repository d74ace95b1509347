import { endpoint } from '../../http/endpoint'
import { NoSuchUserError } from '../../services/errors'
import { getPresence } from '../../services/presence/read-presence'
import { singlePresenceSchema } from '../../wire/presence'
import { userReference } from '../users/user-reference'

export const getPresenceEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/users/{user_id}/presence',
  tag: 'presence',
  summary: 'Show whether somebody is there, or when they were',
  auth: 'basic',
  params: { user_id: userReference() },
  response: { presence: singlePresenceSchema },
  errors: [
    NoSuchUserError,
    {
      description: 'Bots are not there or away.',
      example: 'Presence is not supported for bot users.',
    },
    {
      code: 'BAD_REQUEST',
      description: 'They were not there lately.',
      example: 'No presence data for alice@example.com',
    },
  ],

  async handler({ ctx, requester, params }) {
    return { presence: await getPresence(ctx, requester, params.user_id) }
  },
})
