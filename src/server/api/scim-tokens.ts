import { Type } from '@sinclair/typebox'
import { OwnerRequiredError } from '../chat/rules/errors'
import type { ScimTokenRow } from '../data/schema'
import { endpoint } from '../http/declare/endpoint'
import type { Endpoint } from '../http/declare/endpoint'
import { integer, text } from '../http/declare/params'
import { NoSuchScimTokenError } from '../identity/errors'
import { createScimToken, listTokens, revokeScimToken } from '../identity/settings/scim-tokens'

/* Tokens with which directories manage people and groups. Source: docs/protocol/scim.md#tokens. */

const common = { tag: 'settings', auth: 'basic' } as const

const unixTime = (description: string) => Type.Integer({ description })

const tokenSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  date_created: unixTime('Unix time'),
  last_used: Type.Union([unixTime('Unix time, accurate to ten minutes'), Type.Null()], {
    description: 'Null: never',
  }),
})

function present({ id, name, created_at, last_used_at }: ScimTokenRow) {
  const seconds = (time: Date) => Math.floor(time.getTime() / 1_000)
  return {
    ...{ id, name, date_created: seconds(created_at) },
    last_used: last_used_at && seconds(last_used_at),
  }
}

const listTokensEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/realm/scim_tokens',
  summary: 'List the SCIM tokens of the organization; owners only',
  params: {},
  response: {
    base_url: Type.String({ description: 'The address of SCIM, for the settings of a directory' }),
    scim_tokens: Type.Array(tokenSchema),
  },
  errors: [OwnerRequiredError],

  async handler({ ctx, requester, request: { origin } }) {
    const rows = await listTokens(ctx, requester)
    return { base_url: `${origin}/scim/v2`, scim_tokens: rows.map(present) }
  },
})

const createTokenEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/realm/scim_tokens',
  summary: 'Create a SCIM token; owners only',
  description: 'A directory with the token creates and changes accounts and user groups.',
  needsProof: true,
  params: {
    name: text({ maxLength: 200, example: 'Okta', description: '1 to 60 characters' }),
  },
  response: {
    scim_token: tokenSchema,
    token: Type.String({ description: 'Shown this once' }),
  },
  errors: [
    OwnerRequiredError,
    {
      code: 'BAD_REQUEST',
      description: 'The name is invalid, or there are 20 tokens.',
      example: 'The name of a token has 1 to 60 characters.',
    },
  ],

  async handler({ ctx, requester, params }) {
    const { row, token } = await createScimToken(ctx, requester, params.name)
    return { scim_token: present(row), token }
  },
})

const revokeTokenEndpoint = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/v1/realm/scim_tokens/{token_id}',
  summary: 'Revoke a SCIM token; owners only',
  needsProof: true,
  params: { token_id: integer() },
  response: {},
  errors: [OwnerRequiredError, NoSuchScimTokenError],

  async handler({ ctx, requester, params }) {
    await revokeScimToken(ctx, requester, params.token_id)
    return {}
  },
})

export const scimTokensEndpoints: readonly Endpoint[] = [
  listTokensEndpoint,
  createTokenEndpoint,
  revokeTokenEndpoint,
]
