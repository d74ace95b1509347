import { Type } from '@sinclair/typebox'
import { endpoint } from '../http/declare/endpoint'
import type { Endpoint } from '../http/declare/endpoint'
import { text } from '../http/declare/params'
import { RateLimitedError } from '../http/errors'
import { ApiError } from '../lib/api-error'
import { LoginFailedError } from '../identity/errors'
import { findByToken } from '../identity/flow/log-in-by-token'
import { apiKeySchema } from '../../shared/users'
import { addressOf } from '../wire/addresses'

/* Logins with a JSON Web Token. Source: docs/protocol/single-sign-on.md#jwt. */

/** Max characters of a token. */
const maxToken = 16_384

const fetchKeyEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/jwt/fetch_api_key',
  tag: 'server',
  summary: 'Log in: exchange a JSON Web Token for the API key',
  description: 'A site of the organization makes the token. The key is the same with every call.',
  auth: 'none',
  params: {
    token: text({
      ...{ default: '', isExact: true, maxLength: maxToken, example: 'eyJhbGciOi…' },
      description: 'The token, with the claims `exp` and `email`, and perhaps `sub` and `name`',
    }),
  },
  response: {
    api_key: apiKeySchema,
    email: Type.String(),
    user_id: Type.Integer(),
  },
  errors: [
    ...(
      [
        [
          'The organization takes no tokens.',
          'JWT authentication is not enabled for this organization',
        ],
        ['There is no token.', 'No JSON web token passed in request'],
        ['The token breaks a rule.', 'Bad JSON web token'],
        ['The token names no address.', 'No email specified in JSON web token claims'],
      ] as const
    ).map(([description, example]) => ({ code: 'BAD_REQUEST', description, example })),
    {
      ...{ status: 403, code: 'AUTHENTICATION_FAILED' },
      description: 'The person has no account here, or a deactivated one.',
      example: 'There is no account for this JSON web token.',
    },
    RateLimitedError,
  ],

  async handler({ ctx, params: { token }, request: { subdomain, ip, headers } }) {
    const userAgent = headers['user-agent'] ?? ''
    const user = await findByToken(ctx, { subdomain, ip, userAgent, token }).catch(asApiError)
    return { api_key: user.api_key, email: addressOf(user), user_id: user.id }
  },
})

/** Programs get the sentence of a page in the form of the API. */
function asApiError(error: unknown): never {
  if (!(error instanceof LoginFailedError)) throw error
  const isForbidden = error.status === 403
  throw new ApiError(error.message, {
    status: isForbidden ? 403 : 400,
    code: isForbidden ? 'AUTHENTICATION_FAILED' : 'BAD_REQUEST',
  })
}

export const jwtEndpoints: readonly Endpoint[] = [fetchKeyEndpoint]
