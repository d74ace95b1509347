import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import { text } from '../../http/declare/params'
import { describeSubdomain } from '../../chat/actions/realms/find-realm'

/** Source: docs/protocol/realm-settings.md#subdomain-check. */
export const subdomainEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/realm/subdomain/{subdomain}',
  tag: 'server',
  summary: 'Check whether a subdomain is free for a new organization',
  description: '`msg` is `available`, or says why it could not.',
  auth: 'none',
  params: { subdomain: text({ maxLength: 100, example: 'acme' }) },
  response: { msg: Type.String() },

  async handler({ ctx, params }) {
    return { msg: await describeSubdomain(ctx, params.subdomain) }
  },
})
