import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { integer } from '../../http/params'
import { InvalidStreamIdError, NoSuchUserError } from '../../services/errors'
import { isSubscribed } from '../../services/subscriptions/list'
import { userReference } from '../users/user-reference'

export const getSubscriptionStatusEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/users/{user_id}/subscriptions/{stream_id}',
  tag: 'subscriptions',
  summary: 'Whether somebody is subscribed to a stream',
  auth: 'basic',
  params: { user_id: userReference(), stream_id: integer({ min: 0 }) },
  response: { is_subscribed: Type.Boolean() },
  errors: [NoSuchUserError, InvalidStreamIdError],

  async handler({ ctx, requester, params }) {
    const { user_id: user, stream_id: streamId } = params
    return { is_subscribed: await isSubscribed(ctx, requester, user, streamId) }
  },
})
