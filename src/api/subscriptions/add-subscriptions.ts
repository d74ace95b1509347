import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { flag, json } from '../../http/params'
import {
  GuestsNotAllowedError,
  UnableToAccessStreamError,
  UnauthorizedPrincipalError,
} from '../../services/errors'
import { addSubscriptions } from '../../services/subscriptions/add-subscriptions'
import { isAnnouncementOnly, postPolicy } from '../streams/post-policy'
import { namesByEmail, principalsParam, streamToAdd } from './arguments'

export const addSubscriptionsEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/users/me/subscriptions',
  tag: 'subscriptions',
  summary: 'Subscribe to streams, creating those that do not exist',
  auth: 'basic',
  params: {
    subscriptions: json(Type.Array(streamToAdd), {
      description: 'The streams',
      example: [{ name: 'lunch', description: 'Where to eat' }],
    }),
    invite_only: flag({ default: false, description: 'Streams that are created are private' }),
    is_announcement_only: flag({
      optional: true,
      description: 'Only administrators may send to streams that are created',
    }),
    stream_post_policy: postPolicy,
    history_public_to_subscribers: flag({
      optional: true,
      description: 'New subscribers of a private stream that is created may read its past',
    }),
    announce: flag({ default: false, description: 'Announce streams that are created' }),
    principals: principalsParam,
    authorization_errors_fatal: flag({
      default: true,
      description: 'A private stream that cannot be accessed makes the whole call an error',
    }),
  },
  response: {
    subscribed: namesByEmail,
    already_subscribed: namesByEmail,
    unauthorized: Type.Optional(Type.Array(Type.String())),
  },
  errors: [UnableToAccessStreamError, UnauthorizedPrincipalError, GuestsNotAllowedError],

  async handler({ ctx, requester, params }) {
    const result = await addSubscriptions(ctx, requester, {
      streams: params.subscriptions,
      inviteOnly: params.invite_only,
      isAnnouncementOnly: isAnnouncementOnly(params) ?? false,
      historyPublicToSubscribers: params.history_public_to_subscribers,
      announce: params.announce,
      principals: params.principals,
      authorizationErrorsFatal: params.authorization_errors_fatal,
    })
    return {
      subscribed: result.subscribed,
      already_subscribed: result.alreadySubscribed,
      ...(result.unauthorized.length > 0 ? { unauthorized: result.unauthorized } : {}),
    }
  },
})
