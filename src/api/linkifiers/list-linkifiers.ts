import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { listLinkifiers } from '../../services/linkifiers/list'
import { linkifierSchema } from '../../wire/linkifiers'

export const listLinkifiersEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/realm/linkifiers',
  tag: 'linkifiers',
  summary: 'List the patterns that become links in messages and topics',
  auth: 'basic',
  params: {},
  response: {
    linkifiers: Type.Array(linkifierSchema, { description: 'The first that matches wins' }),
  },

  async handler({ ctx, requester }) {
    return { linkifiers: await listLinkifiers(ctx.db.query, requester.realm_id) }
  },
})
