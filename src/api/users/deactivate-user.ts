import { endpoint } from '../../http/endpoint'
import {
  AdministratorRequiredError,
  NoSuchUserError,
  OwnerRequiredError,
} from '../../services/errors'
import { deactivateUser } from '../../services/users/deactivate'
import { userReference } from './user-reference'

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
