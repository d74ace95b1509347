import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import { text, flag, jsonInteger } from '../../http/declare/params'
import {
  AdministratorRequiredError,
  NoSuchUserError,
  OwnerRequiredError,
} from '../../services/errors'
import { createUser } from '../../services/users/create'
import { changeUser } from '../../services/users/change'
import { userReference } from './read-users'
import { deactivateUser, reactivateUser } from '../../services/users/activation'
import { unbuiltOfUsers } from '../unbuilt'

export const createUserEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/users',
  tag: 'users',
  summary: 'Create an account for a person',
  description:
    'Administrators only. The account is subscribed to the default streams, and Welcome Bot ' +
    'writes to it.',
  auth: 'basic',
  params: {
    email: text({ description: 'Names the account when it logs in', example: 'ada@example.com' }),
    password: text({ description: '6 to 1000 characters', example: 'correct horse' }),
    full_name: text({
      example: 'Ada Lovelace',
      description: '2 to 100 characters, none of `` * ` > " @ ``',
    }),
    short_name: text({
      optional: true,
      maxLength: 100,
      description: 'What stands before the `@` of the email unless given',
    }),
  },
  response: {
    user_id: Type.Integer(),
  },
  errors: [
    AdministratorRequiredError,
    { description: 'The email is taken.', example: "Email 'ada@example.com' already in use" },
    { description: 'The email is none.', example: 'Bad name or username' },
  ],

  async handler({ ctx, requester, params }) {
    const { email, password, full_name: fullName, short_name: shortName } = params
    const user = await createUser(ctx, requester, { email, password, fullName, shortName })
    return { user_id: user.id }
  },
})

/**
 * Changes an account.
 * Sources: docs/protocol/users.md#update, docs/protocol/decided-conflicts.md#roles.
 */
export const updateUserEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/v1/users/{user_id}',
  tag: 'users',
  summary: 'Change the name or the role of an account',
  description: 'Administrators only, and owners only where an owner is concerned.',
  auth: 'basic',
  params: {
    user_id: userReference(),
    full_name: text({
      optional: true,
      jsonQuoted: true,
      example: 'Ada Lovelace',
      description: '2 to 100 characters, none of `` * ` > " @ ``',
    }),
    role: jsonInteger({
      optional: true,
      description: '100 owner, 200 administrator, 400 member, 600 guest',
    }),
    is_admin: flag({ optional: true, description: 'The older spelling of a role' }),
    is_guest: flag({ optional: true, description: 'The older spelling of a role' }),
  },
  unbuilt: unbuiltOfUsers,
  response: {},
  errors: [
    AdministratorRequiredError,
    OwnerRequiredError,
    NoSuchUserError,
    {
      description: 'Nobody can be both.',
      example: 'Guests cannot be organization administrators',
    },
    {
      description: 'The organisation would be left without an administrator or an owner.',
      example: 'Cannot remove the only organization administrator',
    },
  ],

  async handler({ ctx, requester, params }) {
    await changeUser(ctx, requester, params.user_id, {
      fullName: params.full_name,
      role: params.role,
      isAdmin: params.is_admin,
      isGuest: params.is_guest,
    })
    return {}
  },
})

export const deactivateUserEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/{user_id}',
  tag: 'users',
  summary: 'Deactivate an account',
  description:
    'Administrators only, and owners only where an owner is concerned. The API key, event ' +
    'queues and bots of the account end at once.',
  auth: 'basic',
  params: { user_id: userReference() },
  response: {},
  errors: [
    AdministratorRequiredError,
    OwnerRequiredError,
    NoSuchUserError,
    {
      code: 'BAD_REQUEST',
      description: 'The account is deactivated already.',
      example: 'User is deactivated',
    },
    {
      description: 'The organisation would be left without an administrator or an owner.',
      example: 'Cannot deactivate the only organization administrator',
    },
  ],

  async handler({ ctx, requester, params }) {
    await deactivateUser(ctx, requester, params.user_id)
    return {}
  },
})

export const reactivateUserEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/users/{user_id}/reactivate',
  tag: 'users',
  summary: 'Bring a deactivated account back',
  description:
    'Administrators only, and owners only where an owner is concerned. Role, subscriptions and ' +
    'API key are as before; the bots of a person stay deactivated.',
  auth: 'basic',
  params: { user_id: userReference() },
  response: {},
  errors: [AdministratorRequiredError, OwnerRequiredError, NoSuchUserError],

  async handler({ ctx, requester, params }) {
    await reactivateUser(ctx, requester, params.user_id)
    return {}
  },
})
