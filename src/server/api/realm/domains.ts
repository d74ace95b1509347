import { Type } from '@sinclair/typebox'
import { listRealmDomains } from '../../data/realms/domains'
import { endpoint } from '../../http/declare/endpoint'
import { flag, text } from '../../http/declare/params'
import { OwnerRequiredError } from '../../chat/rules/errors'
import { addDomain, changeDomain, removeDomain } from '../../chat/actions/realms/domains'
import { realmDomainSchema } from '../../../shared/realm-lists'

/* Source: docs/protocol/realm-settings.md#domains. */

const domain = () =>
  text({ jsonQuoted: true, maxLength: 300, example: 'example.com', description: 'In any case' })

const common = { tag: 'settings', auth: 'basic' } as const

const missing = {
  code: 'BAD_REQUEST',
  description: 'Unknown domain.',
  example: 'No entry found for domain example.com.',
}

const listDomainsEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/realm/domains',
  summary: 'List the domains of the organization',
  description: 'To which the addresses of new accounts can be restricted.',
  params: {},
  response: { domains: Type.Array(realmDomainSchema) },

  async handler({ ctx, requester }) {
    return { domains: await listRealmDomains(ctx.db.query, requester.realm_id) }
  },
})

const addDomainEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/realm/domains',
  summary: 'Add a domain of the organization; owners only',
  params: { domain: domain(), allow_subdomains: flag({ default: false }) },
  response: {},
  errors: [
    OwnerRequiredError,
    {
      code: 'BAD_REQUEST',
      description: 'It is no domain, or there already.',
      example: 'The domain example.com is already a part of your organization.',
    },
  ],

  async handler({ ctx, requester, params }) {
    await addDomain(ctx, requester, params)
    return {}
  },
})

const changeDomainEndpoint = endpoint({
  ...common,
  method: 'PATCH',
  path: '/api/v1/realm/domains/{domain}',
  summary: 'Set whether subdomains of a domain count too; owners only',
  params: { domain: domain(), allow_subdomains: flag() },
  response: {},
  errors: [OwnerRequiredError, missing],

  async handler({ ctx, requester, params }) {
    await changeDomain(ctx, requester, params)
    return {}
  },
})

const removeDomainEndpoint = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/v1/realm/domains/{domain}',
  summary: 'Remove a domain of the organization; owners only',
  description: 'With the last one, addresses are restricted no more.',
  params: { domain: domain() },
  response: {},
  errors: [OwnerRequiredError, missing],

  async handler({ ctx, requester, params }) {
    await removeDomain(ctx, requester, params.domain)
    return {}
  },
})

export const domainsEndpoints = [
  listDomainsEndpoint,
  addDomainEndpoint,
  changeDomainEndpoint,
  removeDomainEndpoint,
]
