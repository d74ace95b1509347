import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { json } from '../../http/params'
import {
  BadRequestError,
  GuestsNotAllowedError,
  StreamsDoNotExistError,
  UnableToAccessStreamError,
} from '../../services/errors'
import { changeOwnSubscriptions } from '../../services/subscriptions/change-own'
import { namesByEmail, streamNames, streamToAdd } from './arguments'

export const changeSubscriptionsEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/v1/users/me/subscriptions',
  tag: 'subscriptions',
  summary: 'Subscribe to some streams and unsubscribe from others',
  auth: 'basic',
  params: {
    delete: json(streamNames, { default: [], description: 'Names of streams to leave' }),
    add: json(Type.Array(streamToAdd), {
      default: [],
      description: 'Streams to join, created where they do not exist',
      example: [{ name: 'lunch' }],
    }),
  },
  response: {
    subscribed: namesByEmail,
    already_subscribed: namesByEmail,
    removed: Type.Array(Type.String()),
    not_subscribed: Type.Array(Type.String()),
    not_removed: Type.Array(Type.String(), { description: 'The same under its later name' }),
  },
  errors: [
    StreamsDoNotExistError,
    UnableToAccessStreamError,
    GuestsNotAllowedError,
    {
      code: 'BAD_REQUEST',
      description: 'Neither was given.',
      example: 'Nothing to do. Specify at least one of "add" or "delete".',
    },
  ],

  async handler({ ctx, requester, params }) {
    const { add, delete: leave } = params
    if (add.length + leave.length === 0) {
      throw new BadRequestError('Nothing to do. Specify at least one of "add" or "delete".')
    }
    const { added, removed } = await changeOwnSubscriptions(ctx, requester, { add, leave })
    return {
      subscribed: added.subscribed,
      already_subscribed: added.alreadySubscribed,
      removed: removed.removed,
      not_subscribed: removed.notSubscribed,
      not_removed: removed.notSubscribed,
    }
  },
})
