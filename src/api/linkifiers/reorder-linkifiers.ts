import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { json } from '../../http/params'
import { AdministratorRequiredError } from '../../services/errors'
import { reorderLinkifiers } from '../../services/linkifiers/change'

export const reorderLinkifiersEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/v1/realm/linkifiers',
  tag: 'linkifiers',
  summary: 'Change which linkifiers are tried first; administrators only',
  auth: 'basic',
  params: {
    ordered_linkifier_ids: json(Type.Array(Type.Integer(), { maxItems: 1_000 }), {
      description: 'All of them',
    }),
  },
  response: {},
  errors: [AdministratorRequiredError],

  async handler({ ctx, requester, params }) {
    await reorderLinkifiers(ctx, requester, params.ordered_linkifier_ids)
    return {}
  },
})
