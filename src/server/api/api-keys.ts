import { Type } from '@sinclair/typebox'
import {
  createKey,
  listNamedKeys,
  NoSuchApiKeyError,
  revokeKey,
} from '../chat/actions/users/named-keys'
import {
  AdministratorRequiredError,
  InsufficientPermissionError,
  NoSuchUserError,
  OwnerRequiredError,
} from '../chat/rules/errors'
import { endpoint } from '../http/declare/endpoint'
import type { ApiRequest, Endpoint } from '../http/declare/endpoint'
import { converted, integer, text } from '../http/declare/params'
import { apiKeyScopes } from '../../shared/rules/api-key-scopes'
import { namedKeyPattern, namedKeySchema } from '../../shared/api-keys'
import type { ApiKeyScope } from '../../shared/rules/api-key-scopes'
import { presentNamedKey } from '../wire/api-keys'
import { userReference } from './users/read-users'

/* Named keys of an account, and of its bots. Source: docs/protocol/api-keys.md#calls. */

const common = { tag: 'users', auth: 'basic', scope: 'full' } as const

const keyList = {
  api_keys: Type.Array(namedKeySchema, { description: 'The oldest first; expired ones too' }),
}

const refusalsOfOthers = [
  AdministratorRequiredError,
  OwnerRequiredError,
  NoSuchUserError,
  InsufficientPermissionError,
]

const newKeyParams = {
  name: text({ maxLength: 200, example: 'Backup script', description: '1 to 60 characters' }),
  scope: converted<ApiKeyScope>(
    Type.Union(apiKeyScopes.map((scope) => Type.Literal(scope))),
    (raw) => apiKeyScopes.find((scope) => scope === raw),
    { example: 'read', description: 'The rights of the key' },
  ),
  expires_at: integer({
    optional: true,
    max: 4_102_444_800,
    description: 'Unix time; absent: the key does not expire',
  }),
}

const newKeyAnswer = {
  api_key: namedKeySchema,
  key: Type.String({ pattern: namedKeyPattern.source, description: 'Shown this once' }),
}

const newKeyRefusal = {
  code: 'BAD_REQUEST',
  description: 'Name or time are invalid, or the account has 50 keys.',
  example: 'The name of a key has 1 to 60 characters.',
}

interface NewKeyParams {
  name: string
  scope: ApiKeyScope
  expires_at?: number | undefined
}

function wantedBy({ name, scope, expires_at: expiresAt }: NewKeyParams) {
  return { name, scope, expiresAt }
}

function placeOf({ ip, headers }: ApiRequest) {
  return { ip, userAgent: headers['user-agent'] ?? '' }
}

const listOwnKeysEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/users/me/api_keys',
  summary: 'List the named API keys of the requester',
  params: {},
  response: keyList,

  async handler({ ctx, requester }) {
    const keys = await listNamedKeys(ctx, requester, requester.id)
    return { api_keys: keys.map(presentNamedKey) }
  },
})

const createOwnKeyEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/users/me/api_keys',
  summary: 'Make a named API key',
  description: 'For one device or script, which logs in with the email of the account and the key.',
  needsProof: true,
  params: newKeyParams,
  response: newKeyAnswer,
  errors: [newKeyRefusal],

  async handler({ ctx, requester, params, request }) {
    const { row, key } = await createKey(ctx, requester, {
      ...{ reference: requester.id, wanted: wantedBy(params), place: placeOf(request) },
    })
    return { api_key: presentNamedKey(row), key }
  },
})

const revokeOwnKeyEndpoint = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/v1/users/me/api_keys/{key_id}',
  summary: 'Revoke a named API key',
  description: 'The key is dead at once.',
  params: { key_id: integer({ min: 1 }) },
  response: {},
  errors: [NoSuchApiKeyError],

  async handler({ ctx, requester, params }) {
    await revokeKey(ctx, requester, { reference: requester.id, keyId: params.key_id })
    return {}
  },
})

const listKeysEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/users/{user_id}/api_keys',
  summary: 'List the named API keys of an account',
  description:
    'For the owner of a bot, and for administrators; the keys of owners for owners only. ' +
    'Nobody sees the keys themselves.',
  params: { user_id: userReference() },
  response: keyList,
  errors: refusalsOfOthers,

  async handler({ ctx, requester, params }) {
    const keys = await listNamedKeys(ctx, requester, params.user_id)
    return { api_keys: keys.map(presentNamedKey) }
  },
})

const createBotKeyEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/users/{user_id}/api_keys',
  summary: 'Make a named API key of a bot',
  description: 'For the owner of the bot.',
  needsProof: true,
  params: { user_id: userReference(), ...newKeyParams },
  response: newKeyAnswer,
  errors: [NoSuchUserError, InsufficientPermissionError, newKeyRefusal],

  async handler({ ctx, requester, params, request }) {
    const { row, key } = await createKey(ctx, requester, {
      ...{ reference: params.user_id, wanted: wantedBy(params), place: placeOf(request) },
    })
    return { api_key: presentNamedKey(row), key }
  },
})

const revokeKeyEndpoint = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/v1/users/{user_id}/api_keys/{key_id}',
  summary: 'Revoke a named API key of an account',
  description:
    'For the owner of a bot, and for administrators; the keys of owners for owners only.',
  params: { user_id: userReference(), key_id: integer({ min: 1 }) },
  response: {},
  errors: [...refusalsOfOthers, NoSuchApiKeyError],

  async handler({ ctx, requester, params }) {
    await revokeKey(ctx, requester, { reference: params.user_id, keyId: params.key_id })
    return {}
  },
})

export const apiKeysEndpoints: readonly Endpoint[] = [
  listOwnKeysEndpoint,
  createOwnKeyEndpoint,
  revokeOwnKeyEndpoint,
  listKeysEndpoint,
  createBotKeyEndpoint,
  revokeKeyEndpoint,
]
