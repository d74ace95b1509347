import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import { flag, json, text } from '../../http/declare/params'
import { addSubscriptions } from '../../chat/actions/streams/add-subscriptions'
import {
  AdministratorRequiredError,
  ChannelAlreadyExistsError,
  GuestsNotAllowedError,
  OwnerRequiredError,
  UnauthorizedPrincipalError,
} from '../../chat/rules/errors'
import { groupValueErrors } from '../../chat/rules/permissions/errors'
import { nulRefusals } from '../../chat/rules/texts'
import type { GroupValue } from '../../../shared/rules/group-values'
import { streamPermissions } from '../../../shared/stream-permissions'
import type { StreamPermissionName } from '../../../shared/stream-permissions'
import type { StreamTopicsPolicy } from '../../../shared/rules/empty-topics'
import { permissionParams, sentPermissions } from '../params/permission-params'
import { unbuiltOfNewStreams } from '../params/unbuilt'
import { folderId, messageRetention, topicsPolicy } from './change-stream'

/** Settings of streams that a call creates. Source: docs/protocol/channel-settings.md#channel-arguments. */
export const newStreamParams = {
  invite_only: flag({ default: false, description: 'Streams that are created are private' }),
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
}

interface NewStreamArguments extends Record<StreamPermissionName, GroupValue | undefined> {
  invite_only: boolean
  history_public_to_subscribers: boolean | undefined
  is_default_stream: boolean | undefined
  message_retention_days: number | null | undefined
  folder_id: number | null | undefined
  topics_policy: StreamTopicsPolicy | undefined
  announce: boolean
}

/** The settings of a call with `newStreamParams`. */
export function newStreamIn(params: NewStreamArguments) {
  return {
    inviteOnly: params.invite_only,
    historyPublicToSubscribers: params.history_public_to_subscribers,
    isDefault: params.is_default_stream,
    messageRetentionDays: params.message_retention_days,
    folderId: params.folder_id,
    topicsPolicy: params.topics_policy,
    permissions: sentPermissions(streamPermissions, params),
    announce: params.announce,
  }
}

/** Source: docs/protocol/channel-settings.md#create-channel. */
export const createChannelEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/channels/create',
  tag: 'streams',
  summary: 'Create a stream and subscribe people to it',
  auth: 'basic',
  scope: 'write',
  params: {
    name: text({ jsonQuoted: true, nulRefusal: nulRefusals.streamName, example: 'lunch' }),
    description: text({ optional: true, jsonQuoted: true, example: 'Where to eat' }),
    subscribers: json(Type.Array(Type.Integer()), {
      description: 'Ids of the users to subscribe; the requester is one only if named',
      example: [],
    }),
    ...newStreamParams,
    send_new_subscription_messages: flag({
      default: true,
      description: 'Notify users whom the requester subscribes',
    }),
  },
  unbuilt: unbuiltOfNewStreams,
  response: { id: Type.Integer({ description: 'ID of the new stream' }) },
  errors: [
    ChannelAlreadyExistsError,
    UnauthorizedPrincipalError,
    GuestsNotAllowedError,
    AdministratorRequiredError,
    OwnerRequiredError,
    ...groupValueErrors,
  ],

  async handler({ ctx, requester, params }) {
    const { created } = await addSubscriptions(ctx, requester, {
      ...newStreamIn(params),
      streams: [{ name: params.name, description: params.description ?? '' }],
      principals: params.subscribers,
      writesToPrincipals: params.send_new_subscription_messages,
      authorizationErrorsFatal: true,
      mustBeNew: true,
    })
    const [{ id }] = created as [(typeof created)[number]]
    return { id }
  },
})
