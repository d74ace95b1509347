import { Type } from '@sinclair/typebox'
import { json, flag } from '../../http/declare/params'
import { endpoint } from '../../http/declare/endpoint'
import {
  AdministratorRequiredError,
  GuestsNotAllowedError,
  OwnerRequiredError,
  UnableToAccessStreamError,
  UnauthorizedPrincipalError,
  StreamsDoNotExistError,
  BadRequestError,
} from '../../chat/rules/errors'
import { addSubscriptions } from '../../chat/actions/streams/add-subscriptions'
import { postPolicy, postPolicyIn } from '../streams/change-stream'
import { newStreamIn, newStreamParams } from '../streams/create-channel'
import { removeSubscriptions } from '../../chat/actions/streams/remove-subscriptions'
import { changeOwnSubscriptions } from '../../chat/actions/streams/change-own'
import { groupValueErrors } from '../../chat/rules/permissions/errors'
import { unbuiltOfNewStreams, unbuiltOfStreams } from '../params/unbuilt'

/**
 * Max characters of an email. A longer text cannot be an account, and is not repeated in the error
 * message.
 */
const longestEmail = 254

/** A principal: email or id. */
const principal = Type.Union([Type.String({ maxLength: longestEmail }), Type.Integer()])

const principalsParam = json(Type.Array(principal), {
  default: [],
  description: 'Users by email (or id); empty: the requester',
})

const streamToAdd = Type.Object({
  name: Type.String(),
  description: Type.Optional(Type.String({ description: 'Used when the stream is created' })),
})

const streamNames = Type.Array(Type.String())

const namesByEmail = Type.Record(Type.String(), Type.Array(Type.String()), {
  description: 'Stream names by email',
})

export const addSubscriptionsEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/users/me/subscriptions',
  // Source: docs/protocol/contract.md#subcriptions.
  otherPath: '/api/v1/users/me/subcriptions',
  tag: 'subscriptions',
  summary: 'Subscribe to streams, creating those that do not exist',
  auth: 'basic',
  scope: 'write',
  params: {
    subscriptions: json(Type.Array(streamToAdd), {
      description: 'The streams',
      example: [{ name: 'lunch', description: 'Where to eat' }],
    }),
    ...newStreamParams,
    is_announcement_only: flag({
      optional: true,
      description: 'Only administrators may send to streams that are created',
    }),
    stream_post_policy: postPolicy,
    send_new_subscription_messages: flag({
      optional: true,
      description: 'Notify users whom the requester subscribes; true unless given',
    }),
    principals: principalsParam,
    authorization_errors_fatal: flag({
      default: true,
      description: 'A private stream that cannot be accessed makes the whole call an error',
    }),
  },
  unbuilt: unbuiltOfNewStreams,
  response: {
    subscribed: namesByEmail,
    already_subscribed: namesByEmail,
    unauthorized: Type.Optional(Type.Array(Type.String())),
    new_subscription_messages_sent: Type.Optional(
      Type.Boolean({ description: 'Only where they were asked for' }),
    ),
  },
  errors: [
    UnableToAccessStreamError,
    UnauthorizedPrincipalError,
    GuestsNotAllowedError,
    AdministratorRequiredError,
    OwnerRequiredError,
    ...groupValueErrors,
  ],

  async handler({ ctx, requester, params }) {
    const result = await addSubscriptions(ctx, requester, {
      streams: params.subscriptions,
      ...newStreamIn(params),
      postPolicy: postPolicyIn(params),
      writesToPrincipals: params.send_new_subscription_messages,
      principals: params.principals,
      authorizationErrorsFatal: params.authorization_errors_fatal,
    })
    return {
      subscribed: result.subscribed,
      already_subscribed: result.alreadySubscribed,
      ...(result.unauthorized.length > 0 ? { unauthorized: result.unauthorized } : {}),
      // Source: docs/protocol/channel-settings.md#send-new-subscription-messages.
      ...(params.send_new_subscription_messages && {
        new_subscription_messages_sent: result.messagesSent,
      }),
    }
  },
})

export const removeSubscriptionsEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/me/subscriptions',
  tag: 'subscriptions',
  summary: 'Unsubscribe from streams',
  description: 'Only administrators can unsubscribe other users.',
  auth: 'basic',
  params: {
    subscriptions: json(streamNames, { description: 'Names of the streams', example: ['general'] }),
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
      description: 'Streams to join; missing ones are created',
      example: [{ name: 'lunch' }],
    }),
  },
  unbuilt: unbuiltOfStreams,
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
