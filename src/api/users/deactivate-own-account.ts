import { endpoint } from '../../http/endpoint'
import { CannotDeactivateLastUserError } from '../../services/errors'
import { deactivateOwnAccount } from '../../services/users/deactivate'

export const deactivateOwnAccountEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/users/me',
  tag: 'users',
  summary: 'Deactivate the account of the requester',
  description: 'The bots it owns are deactivated as well. Bots cannot do this to themselves.',
  auth: 'basic',
  params: {},
  response: {},
  errors: [
    CannotDeactivateLastUserError,
    {
      description: 'The requester is a bot.',
      example: 'This endpoint does not accept bot requests.',
    },
  ],

  async handler({ ctx, requester }) {
    await deactivateOwnAccount(ctx, requester)
    return {}
  },
})
