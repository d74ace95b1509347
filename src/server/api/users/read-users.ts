import { Type } from '@sinclair/typebox'
import { converted, flag, json } from '../../http/declare/params'
import type { UserReference } from '../../chat/access/users/access-user'
import { endpoint } from '../../http/declare/endpoint'
import { getUserRecord, writeUserRecords } from '../../chat/access/users/read-users'
import { PreparedJson } from '../../wire/prepared-json'
import { userSchema } from '../../../shared/users'
import { NoSuchUserError } from '../../chat/rules/errors'

/**
 * Path argument that names an account by its id, or by its email in any letter case.
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

/** Arguments about the form of user records. Source: docs/protocol/users.md#list. */
const recordParams = {
  client_gravatar: flag({
    default: false,
    description:
      'The client computes gravatars itself: `avatar_url` is null for users without an uploaded avatar',
  }),
  include_custom_profile_fields: flag({
    default: false,
    description: 'Tell what people say in profile fields, as `profile_data`',
  }),
}

function recordOptions(params: {
  client_gravatar: boolean
  include_custom_profile_fields: boolean
}) {
  return {
    clientGravatar: params.client_gravatar,
    includeProfile: params.include_custom_profile_fields,
  }
}

export const listUsersEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/users',
  tag: 'users',
  summary: 'List all accounts of the organization',
  description: 'Bots and deactivated accounts included.',
  auth: 'basic',
  params: {
    ...recordParams,
    user_ids: json(Type.Array(Type.Integer(), { maxItems: 10_000 }), {
      optional: true,
      description: 'The accounts that are wanted alone; unknown ids are left out',
    }),
  },
  response: {
    members: Type.Array(userSchema),
  },

  async handler({ ctx, requester, params }) {
    const options = { ...recordOptions(params), userIds: params.user_ids }
    const members = await writeUserRecords(ctx, requester, options)
    return new PreparedJson(`"members":[${members}]`)
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
    ...recordParams,
  },
  response: {
    user: userSchema,
  },
  errors: [NoSuchUserError],

  async handler({ ctx, requester, params }) {
    const options = recordOptions(params)
    return { user: await getUserRecord(ctx, requester, params.user_id, options) }
  },
})
