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
import {
  folderId,
  messageRetention,
  postPolicy,
  postPolicyIn,
  topicsPolicy,
} from '../streams/change-stream'
import { removeSubscriptions } from '../../chat/actions/streams/remove-subscriptions'
import { changeOwnSubscriptions } from '../../chat/actions/streams/change-own'
import { groupValueErrors } from '../../chat/rules/permissions/errors'
import { streamPermissions } from '../../../shared/stream-permissions'
import { permissionParams, sentPermissions } from '../permission-params'
import { unbuiltOfNewStreams, unbuiltOfStreams } from '../unbuilt'

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
    is_default_stream: flag({
      optional: true,
      description: 'New accounts are subscribed to streams that are created; administrators only',
    }),
    message_retention_days: messageRetention,
    folder_id: folderId,
    topics_policy: topicsPolicy,
    ...permissionParams(streamPermissions),
    announce: flag({ default: false, description: 'Announce streams that are created' }),
    send_new_subscription_messages: flag({
      default: true,
      description: 'Notify users whom the requester subscribes',
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
      inviteOnly: params.invite_only,
      postPolicy: postPolicyIn(params),
      permissions: sentPermissions(streamPermissions, params),
      isDefault: params.is_default_stream,
      messageRetentionDays: params.message_retention_days,
      folderId: params.folder_id,
      topicsPolicy: params.topics_policy,
      writesToPrincipals: params.send_new_subscription_messages,
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
