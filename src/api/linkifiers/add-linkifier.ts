import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { AdministratorRequiredError } from '../../services/errors'
import { addLinkifier } from '../../services/linkifiers/change'
import { linkifierPattern, linkifierTemplate } from './params'

export const addLinkifierEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/realm/filters',
  tag: 'linkifiers',
  summary: 'Add a linkifier; administrators only',
  auth: 'basic',
  params: { pattern: linkifierPattern(), url_template: linkifierTemplate() },
  response: { id: Type.Integer() },
  errors: [
    AdministratorRequiredError,
    {
      code: 'BAD_REQUEST',
      description: 'The pattern or the template cannot be.',
      example: 'Invalid URL template.',
    },
  ],

  async handler({ ctx, requester, params }) {
    const { pattern, url_template: urlTemplate } = params
    return { id: await addLinkifier(ctx, requester, { pattern, urlTemplate }) }
  },
})
