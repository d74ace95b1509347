import { endpoint } from '../../http/endpoint'
import { flag } from '../../http/params'
import { NoSuchUserError } from '../../services/errors'
import { getUserRecord } from '../../services/users/list-users'
import { userSchema } from '../../wire/users'
import { userReference } from './user-reference'

export const getUserEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/users/{user_id}',
  tag: 'users',
  summary: 'Show one account',
  auth: 'basic',
  params: {
    user_id: userReference(),
    client_gravatar: flag({
      default: false,
      description: 'The client computes gravatars itself: `avatar_url` is null',
    }),
  },
  response: {
    user: userSchema,
  },
  errors: [NoSuchUserError],

  async handler({ ctx, requester, params }) {
    const options = { clientGravatar: params.client_gravatar }
    return { user: await getUserRecord(ctx, requester, params.user_id, options) }
  },
})
