import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { flag } from '../../http/params'
import { listSubscriptionRecords } from '../../services/subscriptions/list'
import { subscriptionSchema } from '../../wire/streams'

export const listSubscriptionsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/users/me/subscriptions',
  tag: 'subscriptions',
  summary: 'Streams the requester is subscribed to',
  auth: 'basic',
  params: {
    include_subscribers: flag({
      optional: true,
      description: 'Absent: subscribers are listed by email; true: by id; false: not at all',
    }),
  },
  response: { subscriptions: Type.Array(subscriptionSchema) },

  async handler({ ctx, requester, params }) {
    const { include_subscribers: include } = params
    const subscribers = include === undefined ? 'emails' : include ? 'ids' : 'none'
    const now = ctx.clock.now()
    const options = { subscribers, readsOpenSettings: false } as const
    return { subscriptions: await listSubscriptionRecords(ctx.db.query, now, requester, options) }
  },
})
