import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { flag } from '../../http/params'
import { NotAuthorizedForQueryError } from '../../services/errors'
import { listStreamRecords } from '../../services/streams/list'
import { streamSchema } from '../../wire/streams'

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
    include_default: flag({
      default: false,
      description: 'Include default streams, and tell of every stream whether it is one',
    }),
  },
  response: { streams: Type.Array(streamSchema) },
  errors: [NotAuthorizedForQueryError],

  async handler({ ctx, requester, params }) {
    const streams = await listStreamRecords(ctx, requester, {
      includePublic: params.include_public,
      includeSubscribed: params.include_subscribed,
      includeAllActive: params.include_all_active,
      includeDefault: params.include_default,
    })
    return { streams }
  },
})
