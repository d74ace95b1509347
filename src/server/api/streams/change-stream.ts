import { Type } from '@sinclair/typebox'
import { converted, json, flag, integer, text } from '../../http/declare/params'
import { endpoint } from '../../http/declare/endpoint'
import {
  AdministratorRequiredError,
  CannotAdministerChannelError,
  InvalidStreamIdError,
  OwnerRequiredError,
} from '../../chat/rules/errors'
import { groupValueErrors } from '../../chat/rules/permissions/errors'
import { streamPermissions } from '../../../shared/stream-permissions'
import { CannotSetTopicsPolicyError } from '../../chat/rules/messages/errors'
import { archiveStream, changeArchivedStream } from '../../chat/actions/streams/archive'
import { changeStream } from '../../chat/actions/streams/change-stream'
import { parseComposed } from '../../lib/characters'
import { nulRefusals } from '../../chat/rules/texts'
import { postPolicies } from '../../../shared/rules/post-policies'
import type { PostPolicy } from '../../../shared/rules/post-policies'
import { streamTopicsPolicies } from '../../../shared/rules/empty-topics'
import type { StreamTopicsPolicy } from '../../../shared/rules/empty-topics'
import { topicsPolicySchema } from '../../../shared/streams'
import { permissionUpdateParams, sentPermissions } from '../params/permission-params'
import { unbuiltOfNewStreams } from '../params/unbuilt'

/** The newer spelling of `is_announcement_only`. Source: docs/protocol/streams.md#post-policy. */
export const postPolicy = json(
  Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3), Type.Literal(4)]),
  {
    optional: true,
    description:
      'People who may send to the stream, for older clients: 1 everyone, 2 administrators, ' +
      '3 full members, 4 moderators',
  },
)

/** @returns days; null: the organization's setting; -1: forever; undefined: invalid */
const retention = (raw: string): number | null | undefined => {
  const value = parseComposed(/^[a-z]/.test(raw) ? JSON.stringify(raw) : raw)
  if (value === 'realm_default') return null
  if (value === 'unlimited' || value === -1) return -1
  const isDays = Number.isSafeInteger(value) && (value as number) > 0
  return isDays && (value as number) <= 2_147_483_647 ? (value as number) : undefined
}

/** Retention of a stream's messages. Source: docs/protocol/channel-settings.md#channel-retention-argument. */
export const messageRetention = converted<number | null>(
  Type.Union([
    Type.Integer({ minimum: 1, description: 'Days' }),
    Type.Literal('realm_default'),
    Type.Literal('unlimited'),
    Type.Literal(-1, { description: 'The same' }),
  ]),
  retention,
  { optional: true, example: 30, description: 'How long messages are kept; owners only' },
)

/** The folder of a stream. Source: docs/protocol/channel-settings.md#folder-id. */
export const folderId = json(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]), {
  optional: true,
  takesNull: true,
  description: 'The folder of the stream; null: in none',
})

/** The topics that a stream takes. Source: docs/protocol/channel-settings.md#channel-topics-policy. */
export const topicsPolicy = converted<StreamTopicsPolicy>(
  topicsPolicySchema,
  (raw) => streamTopicsPolicies.find((policy) => policy === raw.trim().replace(/^"(.*)"$/, '$1')),
  { optional: true, description: 'Whether messages may have, or must have, the empty topic' },
)

/** The post policy of a call, in either spelling; undefined if absent. */
export function postPolicyIn(params: {
  is_announcement_only: boolean | undefined
  stream_post_policy: PostPolicy | undefined
}): PostPolicy | undefined {
  const { is_announcement_only: isAnnouncementOnly, stream_post_policy: policy } = params
  if (isAnnouncementOnly === undefined) return policy
  return isAnnouncementOnly ? postPolicies.administrators : postPolicies.everyone
}

export const updateStreamEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/v1/streams/{stream_id}',
  tag: 'streams',
  summary: 'Change a stream; administrators of the stream only',
  auth: 'basic',
  scope: 'write',
  params: {
    stream_id: integer({ min: 0 }),
    description: text({ optional: true, jsonQuoted: true, example: 'Where to eat' }),
    new_name: text({ optional: true, jsonQuoted: true, nulRefusal: nulRefusals.streamName }),
    is_private: flag({ optional: true }),
    is_announcement_only: flag({
      optional: true,
      description: 'Only administrators may send to the stream',
    }),
    stream_post_policy: postPolicy,
    is_default_stream: flag({ optional: true, description: 'New accounts are subscribed to it' }),
    history_public_to_subscribers: flag({
      optional: true,
      description: 'New subscribers of a private stream may read its past',
    }),
    message_retention_days: messageRetention,
    folder_id: folderId,
    topics_policy: topicsPolicy,
    is_archived: flag({
      optional: true,
      description: 'False brings an archived stream back, under `new_name` if its own is taken',
    }),
    ...permissionUpdateParams(streamPermissions),
  },
  unbuilt: unbuiltOfNewStreams,
  response: {},
  errors: [
    CannotAdministerChannelError,
    AdministratorRequiredError,
    OwnerRequiredError,
    InvalidStreamIdError,
    CannotSetTopicsPolicyError,
    ...groupValueErrors,
  ],

  async handler({ ctx, requester, params }) {
    const { new_name: newName, is_archived: isArchived, stream_id: streamId } = params
    const isUnarchived = isArchived === false
    const hasChanged =
      (isUnarchived || newName !== undefined) &&
      (await changeArchivedStream(ctx, requester, streamId, { newName, isUnarchived }))
    if (hasChanged && !isUnarchived) return {}
    await changeStream(ctx, requester, streamId, {
      newName: hasChanged ? undefined : newName,
      description: params.description,
      isPrivate: params.is_private,
      postPolicy: postPolicyIn(params),
      permissions: sentPermissions(streamPermissions, params),
      isDefault: params.is_default_stream,
      historyPublicToSubscribers: params.history_public_to_subscribers,
      messageRetentionDays: params.message_retention_days,
      folderId: params.folder_id,
      topicsPolicy: params.topics_policy,
    })
    if (isArchived) await archiveStream(ctx, requester, streamId)
    return {}
  },
})

export const deleteStreamEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/streams/{stream_id}',
  tag: 'streams',
  summary: 'Deactivate a stream; administrators of the stream only',
  auth: 'basic',
  params: { stream_id: integer({ min: 0 }) },
  response: {},
  errors: [CannotAdministerChannelError, InvalidStreamIdError],

  async handler({ ctx, requester, params }) {
    await archiveStream(ctx, requester, params.stream_id)
    return {}
  },
})
