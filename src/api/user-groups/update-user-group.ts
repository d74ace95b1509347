import { endpoint } from '../../http/endpoint'
import { flag, text } from '../../http/params'
import { GuestsNotAllowedError } from '../../services/errors'
import { InvalidUserGroupError, UserGroupPermissionError } from '../../services/user-groups/errors'
import { updateUserGroup } from '../../services/user-groups/update'
import { groupId } from './params'

export const updateUserGroupEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/v1/user_groups/{user_group_id}',
  tag: 'user groups',
  summary: 'Rename or describe a user group, or bring it back',
  description: 'For administrators, its creator and its members.',
  auth: 'basic',
  params: {
    user_group_id: groupId(),
    name: text({ optional: true }),
    description: text({ optional: true, allowNul: true }),
    deactivated: flag({ optional: true, description: 'false: brings a deactivated group back' }),
  },
  response: {},
  errors: [GuestsNotAllowedError, InvalidUserGroupError, UserGroupPermissionError],

  async handler({ ctx, requester, params }) {
    await updateUserGroup(ctx, requester, params.user_group_id, {
      name: params.name,
      description: params.description,
      deactivated: params.deactivated,
    })
    return {}
  },
})
