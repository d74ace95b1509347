import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { json } from '../../http/params'
import { StreamsDoNotExistError, UnauthorizedPrincipalError } from '../../services/errors'
import { removeSubscriptions } from '../../services/subscriptions/remove-subscriptions'
import { principalsParam, streamNames } from './arguments'

export const removeSubscriptionsEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/me/subscriptions',
  tag: 'subscriptions',
  summary: 'Unsubscribe from streams',
  description: 'Unsubscribing somebody else needs administrative privileges.',
  auth: 'basic',
  params: {
    subscriptions: json(streamNames, { description: 'Names of the streams', example: ['lunch'] }),
    principals: principalsParam,
  },
  response: {
    removed: Type.Array(Type.String()),
    not_subscribed: Type.Array(Type.String()),
    not_removed: Type.Array(Type.String(), { description: 'The same under its later name' }),
  },
  errors: [StreamsDoNotExistError, UnauthorizedPrincipalError],

  async handler({ ctx, requester, params }) {
    const { subscriptions, principals } = params
    const result = await removeSubscriptions(ctx, requester, subscriptions, principals)
    return {
      removed: result.removed,
      not_subscribed: result.notSubscribed,
      not_removed: result.notSubscribed,
    }
  },
})
