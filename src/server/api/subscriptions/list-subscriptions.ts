import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import { integer } from '../../http/declare/params'
import { subscribersFlag } from '../params/queue-params'
import {
  listSubscriptionRecords,
  isSubscribed,
  listSubscribedIds,
} from '../../chat/actions/streams/list-subscriptions'
import { subscriptionSchema } from '../../../shared/streams'
import { InvalidStreamIdError, NoSuchUserError } from '../../chat/rules/errors'
import { userReference } from '../users/read-users'

export const listSubscriptionsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/users/me/subscriptions',
  tag: 'subscriptions',
  summary: 'Streams the requester is subscribed to',
  auth: 'basic',
  params: {
    include_subscribers: subscribersFlag({
      optional: true,
      description: 'Absent: subscribers are listed by email; true: by id; false: not at all',
    }),
  },
  response: { subscriptions: Type.Array(subscriptionSchema) },

  async handler({ ctx, requester, params }) {
    const { include_subscribers: include } = params
    const subscribers = include === undefined ? 'emails' : include ? 'ids' : 'none'
    const options = { subscribers, readsOpenSettings: false } as const
    return { subscriptions: await listSubscriptionRecords(ctx.db.dated(), requester, options) }
  },
})

export const listChannelsOfUserEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/users/{user_id}/channels',
  tag: 'subscriptions',
  summary: 'Streams that a user is subscribed to and the requester may know',
  auth: 'basic',
  params: { user_id: userReference() },
  response: { subscribed_channel_ids: Type.Array(Type.Integer()) },
  errors: [NoSuchUserError],

  async handler({ ctx, requester, params: { user_id: user } }) {
    return { subscribed_channel_ids: await listSubscribedIds(ctx, requester, user) }
  },
})

export const getSubscriptionStatusEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/users/{user_id}/subscriptions/{stream_id}',
  tag: 'subscriptions',
  summary: 'Check whether a user is subscribed to a stream',
  auth: 'basic',
  params: { user_id: userReference(), stream_id: integer({ min: 0 }) },
  response: { is_subscribed: Type.Boolean() },
  errors: [NoSuchUserError, InvalidStreamIdError],

  async handler({ ctx, requester, params }) {
    const { user_id: user, stream_id: streamId } = params
    return { is_subscribed: await isSubscribed(ctx, requester, user, streamId) }
  },
})
