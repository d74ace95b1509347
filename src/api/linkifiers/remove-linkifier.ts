import { endpoint } from '../../http/endpoint'
import { AdministratorRequiredError } from '../../services/errors'
import { removeLinkifier } from '../../services/linkifiers/change'
import { LinkifierNotFoundError } from '../../services/linkifiers/errors'
import { linkifierId } from './params'

export const removeLinkifierEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/realm/filters/{filter_id}',
  tag: 'linkifiers',
  summary: 'Remove a linkifier; administrators only',
  auth: 'basic',
  params: { filter_id: linkifierId() },
  response: {},
  errors: [AdministratorRequiredError, LinkifierNotFoundError],

  async handler({ ctx, requester, params }) {
    await removeLinkifier(ctx, requester, params.filter_id)
    return {}
  },
})
