import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { RateLimitedError } from '../../http/errors'
import { text } from '../../http/params'
import { LoginRefusedError } from '../../services/errors'
import { logIn } from '../../services/users/log-in'
import { apiKeySchema } from '../../wire/api-key'

/** Source: protocol notes 7.2; client notes 9.2. */
export const fetchApiKeyEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/fetch_api_key',
  tag: 'server',
  summary: 'Log in: exchange email and password for the API key',
  description: 'The key is the same with every call.',
  auth: 'none',
  params: {
    username: text({ description: 'Email of the account', example: 'ada@example.com' }),
    password: text({ description: 'Its password', example: 'correct horse' }),
  },
  response: {
    api_key: apiKeySchema,
    email: Type.String(),
    user_id: Type.Integer(),
  },
  errors: [LoginRefusedError, RateLimitedError],

  async handler({ ctx, params, request }) {
    const { subdomain, ip } = request
    const { username: email, password } = params
    const user = await logIn(ctx, { subdomain, ip, email, password })
    return { api_key: user.api_key, email: user.email, user_id: user.id }
  },
})
