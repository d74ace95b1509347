import { endpoint } from '../../http/endpoint'
import { NoSuchUserError } from '../../services/errors'
import { unmuteUser } from '../../services/mutes/users'
import { userReference } from '../users/user-reference'

export const unmuteUserEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/me/muted_users/{muted_user_id}',
  tag: 'mutes',
  summary: 'Mute somebody no longer',
  auth: 'basic',
  params: { muted_user_id: userReference() },
  response: {},
  errors: [
    NoSuchUserError,
    { code: 'BAD_REQUEST', description: 'It was not so.', example: 'User is not muted' },
  ],

  async handler({ ctx, requester, params }) {
    await unmuteUser(ctx, requester, params.muted_user_id)
    return {}
  },
})
