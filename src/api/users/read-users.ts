import { Type } from '@sinclair/typebox'
import { converted, flag } from '../../http/declare/params'
import type { UserReference } from '../../services/users/access'
import { endpoint } from '../../http/declare/endpoint'
import { listUserRecords, getUserRecord } from '../../services/users/read'
import { userSchema } from '../../wire/users'
import { NoSuchUserError } from '../../services/errors'

/**
 * Names an account in a path: by its id, or by its email in any letter case.
 * Source: docs/protocol/users.md#named-users.
 */
export function userReference() {
  return converted<UserReference>(
    Type.Union([Type.Integer({ minimum: 0 }), Type.String()]),
    (raw) => {
      const word = raw.trim()
      if (!/^\d+$/.test(word)) return word
      const id = Number(word)
      return Number.isSafeInteger(id) ? id : undefined
    },
    { description: 'Id or email of the account' },
  )
}

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
      description:
        'The client computes gravatars itself: `avatar_url` is null, where the server lets it',
    }),
  },
  response: {
    members: Type.Array(userSchema),
  },

  async handler({ ctx, requester, params }) {
    const options = { clientGravatar: ctx.config.gravatar && params.client_gravatar }
    return { members: await listUserRecords(ctx, requester, options) }
  },
})

export const getUserEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/users/{user_id}',
  tag: 'users',
  summary: 'Show one account',
  auth: 'basic',
  params: {
    user_id: userReference(),
    client_gravatar: flag({
      default: false,
      description:
        'The client computes gravatars itself: `avatar_url` is null, where the server lets it',
    }),
  },
  response: {
    user: userSchema,
  },
  errors: [NoSuchUserError],

  async handler({ ctx, requester, params }) {
    const options = { clientGravatar: ctx.config.gravatar && params.client_gravatar }
    return { user: await getUserRecord(ctx, requester, params.user_id, options) }
  },
})
