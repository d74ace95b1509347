import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { listFilters } from '../../services/linkifiers/list'
import { filterSchema } from '../../wire/linkifiers'

export const listFiltersEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/realm/filters',
  tag: 'linkifiers',
  summary: 'List the linkifiers in the form of older clients',
  auth: 'basic',
  params: {},
  response: {
    filters: Type.Array(filterSchema, { description: 'Pattern, URL with `%(name)s`, id' }),
  },

  async handler({ ctx, requester }) {
    return { filters: await listFilters(ctx.db.query, requester.realm_id) }
  },
})
