import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { integer } from '../../http/params'
import { InvalidStreamIdError } from '../../services/errors'
import { listMemberEmails } from '../../services/streams/read'

export const listStreamMembersEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/streams/{stream_id}/members',
  tag: 'streams',
  summary: 'Who is subscribed to a stream',
  auth: 'basic',
  params: { stream_id: integer({ min: 0 }) },
  response: { subscribers: Type.Array(Type.String(), { description: 'Emails, sorted' }) },
  errors: [InvalidStreamIdError],

  async handler({ ctx, requester, params }) {
    return { subscribers: await listMemberEmails(ctx, requester, params.stream_id) }
  },
})
