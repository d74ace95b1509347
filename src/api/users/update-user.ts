import { endpoint } from '../../http/endpoint'
import { flag, jsonInteger, text } from '../../http/params'
import {
  AdministratorRequiredError,
  NoSuchUserError,
  OwnerRequiredError,
} from '../../services/errors'
import { updateUser } from '../../services/users/update-user'
import { userReference } from './user-reference'

/** Source: protocol notes 10; client notes 5, rule A. */
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
      description: '2 to 100 characters, none of `` * ` > " @ ``',
    }),
    role: jsonInteger({
      optional: true,
      description: '100 owner, 200 administrator, 400 member, 600 guest',
    }),
    is_admin: flag({ optional: true, description: 'The older spelling of a role' }),
    is_guest: flag({ optional: true, description: 'The older spelling of a role' }),
  },
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
    await updateUser(ctx, requester, params.user_id, {
      fullName: params.full_name,
      role: params.role,
      isAdmin: params.is_admin,
      isGuest: params.is_guest,
    })
    return {}
  },
})
