import { endpoint } from '../../http/endpoint'
import {
  AdministratorRequiredError,
  NoSuchUserError,
  OwnerRequiredError,
} from '../../services/errors'
import { reactivateUser } from '../../services/users/reactivate-user'
import { userReference } from './user-reference'

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
