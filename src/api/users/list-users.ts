import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { flag } from '../../http/params'
import { listUserRecords } from '../../services/users/list-users'
import { userSchema } from '../../wire/users'

export const listUsersEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/users',
  tag: 'users',
  summary: 'List all accounts of the organisation',
  description: 'Bots and deactivated accounts included.',
  auth: 'basic',
  params: {
    client_gravatar: flag({
      default: false,
      description: 'The client computes gravatars itself: `avatar_url` is null',
    }),
  },
  response: {
    members: Type.Array(userSchema),
  },

  async handler({ ctx, requester, params }) {
    const options = { clientGravatar: params.client_gravatar }
    return { members: await listUserRecords(ctx, requester, options) }
  },
})
