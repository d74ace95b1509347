import { endpoints } from '../../../src/server/start/endpoints'
import type { Endpoint } from '../../../src/server/http/declare/endpoint'
import { dangerousEndpoints, scopesOfEndpoints } from '../../support/scope-table'

/* Sources: docs/protocol/api-keys.md#scopes, docs/protocol/step-up.md#rule. */

const nameOf = ({ method, path }: Endpoint) =>
  `${method} ${/^\/(api\/v1|json)\//.test(path) ? path.replace('/api/v1', '') : `files ${path}`}`
const authenticated = endpoints.filter(({ auth }) => auth === 'basic')
const tableOf = (some: readonly Endpoint[], value: (endpoint: Endpoint) => unknown) =>
  Object.fromEntries(some.map((endpoint) => [nameOf(endpoint), value(endpoint)]))

describe('The declarations of endpoints', () => {
  it('give each endpoint the scope that somebody has decided', () => {
    expect(tableOf(authenticated, ({ scope }) => scope)).toEqual(scopesOfEndpoints)
  })

  it('let webhooks be called with the scope "write"', () => {
    const webhooks = endpoints.filter(({ auth }) => auth === 'webhook')
    expect(new Set(webhooks.map(({ scope }) => scope))).toEqual(new Set(['write']))
  })

  it('say which endpoints are dangerous, and name their arguments rightly', () => {
    const dangerous = authenticated.filter(({ needsProof }) => needsProof !== undefined)
    expect(tableOf(dangerous, ({ needsProof }) => needsProof)).toEqual(dangerousEndpoints)
    for (const { needsProof, params } of dangerous) {
      if (needsProof !== true)
        expect(Object.keys(params)).toEqual(expect.arrayContaining([...(needsProof ?? [])]))
    }
  })
})
