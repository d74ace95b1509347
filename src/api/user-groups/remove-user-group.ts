import { endpoint } from '../../http/endpoint'
import { GuestsNotAllowedError } from '../../services/errors'
import { removeUserGroup } from '../../services/user-groups/end'
import { InvalidUserGroupError, UserGroupPermissionError } from '../../services/user-groups/errors'
import { groupId } from './params'

export const removeUserGroupEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/user_groups/{user_group_id}',
  tag: 'user groups',
  summary: 'Delete a user group for good',
  description: 'For administrators, its creator and its members.',
  auth: 'basic',
  params: { user_group_id: groupId() },
  response: {},
  errors: [GuestsNotAllowedError, InvalidUserGroupError, UserGroupPermissionError],

  async handler({ ctx, requester, params }) {
    await removeUserGroup(ctx, requester, params.user_group_id)
    return {}
  },
})
