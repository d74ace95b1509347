import { Type } from '@sinclair/typebox'
import { streamSchema, subscriptionSchema } from '../../../wire/streams'
import { listAllSubscriptionRecords } from '../../subscriptions/list'
import { stateFamily } from './family'

/** The requester's streams: subscribed, left, and never joined. */
export const subscriptionsState = stateFamily({
  fetchTypes: ['subscription'],
  keys: {
    subscriptions: Type.Array(subscriptionSchema),
    unsubscribed: Type.Array(subscriptionSchema),
    never_subscribed: Type.Array(
      Type.Composite([
        streamSchema,
        Type.Object({ subscribers: Type.Optional(Type.Array(Type.Integer())) }),
      ]),
    ),
  },

  async read({ db, now, account, includeSubscribers, can }) {
    const records = await listAllSubscriptionRecords(db, now, account, {
      subscribers: includeSubscribers ? 'ids' : 'none',
      readsOpenSettings: can('notification_settings_null'),
    })
    return {
      subscriptions: records.subscriptions,
      unsubscribed: records.unsubscribed,
      never_subscribed: records.neverSubscribed,
    }
  },
})
