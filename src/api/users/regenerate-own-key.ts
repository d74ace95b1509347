import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { regenerateOwnKey } from '../../services/users/regenerate-own-key'

export const regenerateOwnKeyEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/users/me/api_key/regenerate',
  tag: 'users',
  summary: 'Give the requester a new API key',
  description: 'The old key is dead at once.',
  auth: 'basic',
  params: {},
  response: {
    api_key: Type.String({ pattern: '^[A-Za-z0-9]{32}$' }),
  },

  async handler({ ctx, requester }) {
    return { api_key: await regenerateOwnKey(ctx, requester) }
  },
})
