import { endpoint } from '../../http/endpoint'
import { NoSuchUserError } from '../../services/errors'
import { getStatus } from '../../services/user-status/read-status'
import { userStatusSchema } from '../../wire/user-status'
import { userReference } from '../users/user-reference'

export const getStatusEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/users/{user_id}/status',
  tag: 'presence',
  summary: 'Show what somebody says of themselves',
  auth: 'basic',
  params: { user_id: userReference() },
  response: { status: userStatusSchema },
  errors: [NoSuchUserError],

  async handler({ ctx, requester, params }) {
    return { status: await getStatus(ctx, requester, params.user_id) }
  },
})
