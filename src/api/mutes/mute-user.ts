import { endpoint } from '../../http/endpoint'
import { NoSuchUserError } from '../../services/errors'
import { muteUser } from '../../services/mutes/users'
import { userReference } from '../users/user-reference'

export const muteUserEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/users/me/muted_users/{muted_user_id}',
  tag: 'mutes',
  summary: 'Mute somebody',
  auth: 'basic',
  params: { muted_user_id: userReference() },
  response: {},
  errors: [
    NoSuchUserError,
    { code: 'BAD_REQUEST', description: 'Nobody mutes themselves.', example: 'Cannot mute self' },
    { code: 'BAD_REQUEST', description: 'That is so already.', example: 'User already muted' },
  ],

  async handler({ ctx, requester, params }) {
    await muteUser(ctx, requester, params.muted_user_id)
    return {}
  },
})
