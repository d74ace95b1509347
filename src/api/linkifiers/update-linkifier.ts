import { endpoint } from '../../http/endpoint'
import { AdministratorRequiredError } from '../../services/errors'
import { updateLinkifier } from '../../services/linkifiers/change'
import { LinkifierNotFoundError } from '../../services/linkifiers/errors'
import { linkifierId, linkifierPattern, linkifierTemplate } from './params'

export const updateLinkifierEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/v1/realm/filters/{filter_id}',
  tag: 'linkifiers',
  summary: 'Change a linkifier; administrators only',
  auth: 'basic',
  params: {
    filter_id: linkifierId(),
    pattern: linkifierPattern(),
    url_template: linkifierTemplate(),
  },
  response: {},
  errors: [AdministratorRequiredError, LinkifierNotFoundError],

  async handler({ ctx, requester, params }) {
    const { filter_id: id, pattern, url_template: urlTemplate } = params
    await updateLinkifier(ctx, requester, id, { pattern, urlTemplate })
    return {}
  },
})
