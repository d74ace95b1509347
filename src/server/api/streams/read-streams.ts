import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import { flag, integer, json, text } from '../../http/declare/params'
import {
  NotAuthorizedForQueryError,
  InvalidStreamIdError,
  NoIncomingMailError,
  StreamDoesNotExistError,
} from '../../chat/rules/errors'
import {
  listStreamRecords,
  getStreamRecord,
  getStreamId,
  listMemberEmails,
} from '../../chat/access/streams/read-streams'
import { getStreamEmail } from '../../chat/actions/streams/email-address'
import { countedStreamSchema, listedStreamSchema } from '../../../shared/streams'
import { mailOptionNames } from '../../chat/rules/mail-in/addresses'
import { nulRefusals } from '../../chat/rules/texts'

export const listStreamsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/streams',
  tag: 'streams',
  summary: 'All streams the requester has access to',
  auth: 'basic',
  params: {
    include_public: flag({ default: true, description: 'Include all public streams' }),
    include_subscribed: flag({
      default: true,
      description: 'Include streams the requester is subscribed to',
    }),
    include_all_active: flag({
      default: false,
      description: 'Include all active streams, private ones too; for administrators',
    }),
    include_all: flag({
      default: false,
      description: 'Include all streams that the requester may know of',
    }),
    include_can_access_content: flag({
      default: false,
      description: 'Include all streams that the requester may read',
    }),
    include_owner_subscribed: flag({
      default: false,
      description: 'For bots: include streams that their owner is subscribed to',
    }),
    exclude_archived: flag({ default: true, description: 'Leave archived streams out' }),
    include_default: flag({
      default: false,
      description: 'Include default streams, and tell of every stream whether it is one',
    }),
    include_usage: flag({
      default: false,
      description: 'Tell of every stream how many are subscribed, and how much is written',
    }),
  },
  response: {
    streams: Type.Array(listedStreamSchema),
  },
  errors: [NotAuthorizedForQueryError],

  async handler({ ctx, requester, params }) {
    const streams = await listStreamRecords(ctx, requester, {
      includePublic: params.include_public,
      includeSubscribed: params.include_subscribed,
      includeAllActive: params.include_all_active,
      includeAll: params.include_all,
      includeReadable: params.include_can_access_content,
      includeOwnerSubscribed: params.include_owner_subscribed,
      includeDefault: params.include_default,
      includeArchived: !params.exclude_archived,
      includeUsage: params.include_usage,
    })
    return { streams }
  },
})

export const getStreamEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/streams/{stream_id}',
  tag: 'streams',
  summary: 'A stream, by its id',
  auth: 'basic',
  params: { stream_id: integer({ min: 0 }) },
  response: { stream: countedStreamSchema },
  errors: [InvalidStreamIdError],

  async handler({ ctx, requester, params }) {
    return { stream: await getStreamRecord(ctx, requester, params.stream_id) }
  },
})

export const getStreamIdEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/get_stream_id',
  tag: 'streams',
  summary: 'The id of a stream, by its name',
  auth: 'basic',
  params: {
    stream: text({
      example: 'general',
      nulRefusal: nulRefusals.streamName,
      description: 'Name of the stream, in any letter case',
    }),
  },
  response: { stream_id: Type.Integer() },

  async handler({ ctx, requester, params }) {
    return { stream_id: await getStreamId(ctx, requester, params.stream) }
  },
})

export const listStreamMembersEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/streams/{stream_id}/members',
  tag: 'streams',
  summary: 'List the subscribers of a stream',
  auth: 'basic',
  params: { stream_id: integer({ min: 0 }) },
  response: { subscribers: Type.Array(Type.String(), { description: 'Emails, sorted' }) },
  errors: [InvalidStreamIdError],

  async handler({ ctx, requester, params }) {
    return { subscribers: await listMemberEmails(ctx, requester, params.stream_id) }
  },
})

export const getEmailAddressEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/streams/{stream_id}/email_address',
  tag: 'streams',
  summary: 'The address at which mail to a stream comes in',
  auth: 'basic',
  scope: 'write',
  params: {
    stream_id: integer({ min: 0 }),
    sender_id: integer({
      min: 0,
      optional: true,
      description:
        'Account that sends the messages: the requester, a bot of theirs, or Email Gateway, the default',
    }),
    options: json(Type.Array(Type.Union(mailOptionNames.map((name) => Type.Literal(name)))), {
      optional: true,
      description: 'Parts of the address that say how its mails become messages (Parley only)',
    }),
  },
  response: { email: Type.String() },
  errors: [InvalidStreamIdError, NoIncomingMailError, StreamDoesNotExistError],

  async handler({ ctx, requester, params }) {
    const wanted = {
      streamId: params.stream_id,
      senderId: params.sender_id,
      options: params.options ?? [],
    }
    return { email: await getStreamEmail(ctx, requester, wanted) }
  },
})
