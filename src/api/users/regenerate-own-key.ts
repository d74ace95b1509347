import { endpoint } from '../../http/endpoint'
import { regenerateOwnKey } from '../../services/users/regenerate-own-key'
import { apiKeySchema } from '../../wire/api-key'

export const regenerateOwnKeyEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/users/me/api_key/regenerate',
  tag: 'users',
  summary: 'Give the requester a new API key',
  description: 'The old key is dead at once.',
  auth: 'basic',
  params: {},
  response: { api_key: apiKeySchema },

  async handler({ ctx, requester }) {
    return { api_key: await regenerateOwnKey(ctx, requester) }
  },
})
