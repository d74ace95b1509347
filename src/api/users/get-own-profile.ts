import { randomBytes } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { getOwnProfile } from '../../services/users/list-users'
import { userSchema } from '../../wire/users'

/** Source: API document, "GET /api/v1/users/me"; protocol notes 0 #11 and #20. */
export const getOwnProfileEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/users/me',
  tag: 'users',
  summary: 'Show the account of the requester',
  auth: 'basic',
  params: {},
  response: {
    ...userSchema.properties,
    client_id: Type.String({
      pattern: '^[0-9a-f]{32}$',
      description: 'Random, another one with every call',
    }),
    pointer: Type.Integer({ description: 'Message the pointer is on; -1 when unset' }),
    max_message_id: Type.Integer({
      description: 'Last message that the requester sent; -1 when there is none',
    }),
  },

  async handler({ ctx, requester }) {
    const { user, pointer, lastSentId } = await getOwnProfile(ctx, requester)
    const client_id = randomBytes(16).toString('hex')
    return { ...user, client_id, pointer, max_message_id: lastSentId }
  },
})
