import { endpoint } from '../../http/endpoint'
import { flag, integer, text } from '../../http/params'
import { AdministratorRequiredError, InvalidStreamIdError } from '../../services/errors'
import { changeStream } from '../../services/streams/update'
import { isAnnouncementOnly, postPolicy } from './post-policy'

export const updateStreamEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/v1/streams/{stream_id}',
  tag: 'streams',
  summary: 'Change a stream; administrators only',
  auth: 'basic',
  params: {
    stream_id: integer({ min: 0 }),
    description: text({ optional: true, jsonQuoted: true, allowNul: true }),
    new_name: text({ optional: true, jsonQuoted: true, allowNul: true }),
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
