import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import { text, flag, json, jsonInteger } from '../../http/declare/params'
import {
  AdministratorRequiredError,
  InsufficientPermissionError,
  NoSuchUserError,
  OwnerRequiredError,
} from '../../chat/rules/errors'
import { createUser } from '../../chat/actions/users/create-user'
import { changeUser } from '../../chat/actions/users/change-user'
import { FieldNotFoundError } from '../../chat/rules/profile-fields/errors'
import { profileValuesSchema } from './profile-fields'
import { userReference } from './read-users'
import { deactivateUser, reactivateUser } from '../../chat/actions/users/activation'
import { endSessionsOf } from '../../chat/actions/users/sessions'
import { unbuiltOfUsers } from '../params/unbuilt'

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
    password: text({
      isExact: true,
      description: '6 to 1000 characters',
      example: 'correct horse',
    }),
    full_name: text({
      example: 'Ada Lovelace',
      description: '2 to 100 characters, none of `` * ` > " @ ``',
    }),
    short_name: text({
      optional: true,
      maxLength: 100,
      description: 'Part of the email before the `@` unless given',
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
  summary: 'Change the name, the role or the profile of an account',
  description: 'Administrators only; changes of owners by owners only.',
  auth: 'basic',
  needsProof: ['role', 'is_admin', 'is_guest', 'new_email'],
  params: {
    user_id: userReference(),
    full_name: text({
      optional: true,
      jsonQuoted: true,
      example: 'Ada Lovelace',
      description: '2 to 100 characters, none of `` * ` > " @ ``',
    }),
    new_email: text({
      optional: true,
      jsonQuoted: true,
      description: 'Another address; owners only. The old one is told by mail',
    }),
    role: jsonInteger({
      optional: true,
      description: '100 owner, 200 administrator, 300 moderator, 400 member, 600 guest',
    }),
    profile_data: json(profileValuesSchema, {
      optional: true,
      description: 'Values of profile fields',
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
    FieldNotFoundError,
    {
      description: 'A user cannot be both.',
      example: 'Guests cannot be organization administrators',
    },
    {
      description: 'The organization would be left without an administrator or an owner.',
      example: 'Cannot remove the only organization administrator',
    },
  ],

  async handler({ ctx, requester, params }) {
    await changeUser(ctx, requester, params.user_id, {
      fullName: params.full_name,
      email: params.new_email,
      role: params.role,
      profile: params.profile_data,
      isAdmin: params.is_admin,
      isGuest: params.is_guest,
    })
    return {}
  },
})

const isDeleted = (description: string) => Type.Optional(Type.Boolean({ description }))

const deactivationActionsSchema = Type.Object(
  {
    delete_profile: isDeleted('Replace the name, and remove picture, profile fields and status'),
    delete_public_channel_messages: isDeleted('Delete the messages in public channels'),
    delete_private_channel_messages: isDeleted('Delete the messages in private channels'),
    delete_direct_messages: isDeleted('Delete the direct messages'),
  },
  { additionalProperties: false },
)

export const deactivateUserEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/{user_id}',
  tag: 'users',
  summary: 'Deactivate an account',
  description:
    'Administrators only, and owners only where an owner is concerned. The API key, event ' +
    'queues and bots of the account end at once.',
  auth: 'basic',
  params: {
    user_id: userReference(),
    deactivation_notification_comment: text({
      optional: true,
      maxLength: 2_000,
      description:
        'Has the person told by mail, in which it is quoted; may be empty. Without it nobody is told',
    }),
    actions: json(deactivationActionsSchema, {
      optional: true,
      description:
        'Deletions of the account and of the bots that it owns; the messages are deleted within minutes or hours (level 459)',
    }),
  },
  response: {},
  errors: [
    AdministratorRequiredError,
    OwnerRequiredError,
    NoSuchUserError,
    {
      code: 'BAD_REQUEST',
      description: 'The server sends no mail.',
      example: 'This server sends no mail: nobody can be told by it.',
    },
    {
      code: 'BAD_REQUEST',
      description: 'The account is deactivated already.',
      example: 'User is deactivated',
    },
    {
      description: 'The organization would be left without an administrator or an owner.',
      example: 'Cannot deactivate the only organization administrator',
    },
  ],

  async handler({ ctx, requester, params }) {
    const { user_id: userId, deactivation_notification_comment: comment, actions } = params
    await deactivateUser(ctx, requester, userId, { comment, actions })
    return {}
  },
})

export const reactivateUserEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/users/{user_id}/reactivate',
  tag: 'users',
  summary: 'Bring a deactivated account back',
  description:
    'Administrators only, but for bots of one’s own, and owners only where an owner is concerned. ' +
    'Role, subscriptions and API key are as before; the bots of a person stay deactivated.',
  auth: 'basic',
  params: { user_id: userReference() },
  response: {},
  errors: [
    AdministratorRequiredError,
    OwnerRequiredError,
    NoSuchUserError,
    InsufficientPermissionError,
  ],

  async handler({ ctx, requester, params }) {
    await reactivateUser(ctx, requester, params.user_id)
    return {}
  },
})

/** Ends all sessions of a user. Source: docs/protocol/users.md#end-sessions. */
export const endSessionsEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/{user_id}/sessions',
  tag: 'users',
  summary: 'Log all browsers of an account out',
  description:
    'Administrators only, and owners only where an owner is concerned. The API key of the account stays.',
  auth: 'basic',
  params: { user_id: userReference() },
  response: { ended: Type.Integer({ description: 'How many browsers that were' }) },
  errors: [AdministratorRequiredError, OwnerRequiredError, NoSuchUserError],

  async handler({ ctx, requester, params }) {
    return { ended: await endSessionsOf(ctx, requester, params.user_id) }
  },
})
