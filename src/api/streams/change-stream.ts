import { Type } from '@sinclair/typebox'
import { json, flag, integer, text } from '../../http/declare/params'
import { endpoint } from '../../http/declare/endpoint'
import { AdministratorRequiredError, InvalidStreamIdError } from '../../services/errors'
import { changeStream, deactivateStream } from '../../services/streams/change'
import { nulRefusals } from '../../services/texts'
import { unbuiltOfStreamChanges } from '../unbuilt'

/** The newer spelling of `is_announcement_only`. Source: docs/protocol/streams.md#post-policy. */
export const postPolicy = json(Type.Union([Type.Literal(1), Type.Literal(2)]), {
  optional: true,
  description: 'Who may send to the stream: 1 everyone, 2 administrators',
})

/** The policy that a call names in either spelling; undefined where it names none. */
export function isAnnouncementOnly(params: {
  is_announcement_only: boolean | undefined
  stream_post_policy: 1 | 2 | undefined
}): boolean | undefined {
  const policy = params.stream_post_policy
  return params.is_announcement_only ?? (policy === undefined ? undefined : policy === 2)
}

export const updateStreamEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/v1/streams/{stream_id}',
  tag: 'streams',
  summary: 'Change a stream; administrators only',
  auth: 'basic',
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
  },
  unbuilt: unbuiltOfStreamChanges,
  response: {},
  errors: [AdministratorRequiredError, InvalidStreamIdError],

  async handler({ ctx, requester, params }) {
    await changeStream(ctx, requester, params.stream_id, {
      newName: params.new_name,
      description: params.description,
      isPrivate: params.is_private,
      isAnnouncementOnly: isAnnouncementOnly(params),
      isDefault: params.is_default_stream,
      historyPublicToSubscribers: params.history_public_to_subscribers,
    })
    return {}
  },
})

export const deleteStreamEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/streams/{stream_id}',
  tag: 'streams',
  summary: 'Deactivate a stream; administrators only',
  auth: 'basic',
  params: { stream_id: integer({ min: 0 }) },
  response: {},
  errors: [AdministratorRequiredError, InvalidStreamIdError],

  async handler({ ctx, requester, params }) {
    await deactivateStream(ctx, requester, params.stream_id)
    return {}
  },
})
