import { endpoint } from '../../http/endpoint'
import { GuestsNotAllowedError } from '../../services/errors'
import { deactivateUserGroup } from '../../services/user-groups/end'
import {
  InvalidUserGroupError,
  UserGroupInUseError,
  UserGroupPermissionError,
} from '../../services/user-groups/errors'
import { groupId } from './params'

export const deactivateUserGroupEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/user_groups/{user_group_id}/deactivate',
  tag: 'user groups',
  summary: 'Deactivate a user group, which keeps its name and its members',
  description: 'For administrators, its creator and its members.',
  auth: 'basic',
  params: { user_group_id: groupId() },
  response: {},
  errors: [
    GuestsNotAllowedError,
    InvalidUserGroupError,
    UserGroupPermissionError,
    UserGroupInUseError,
  ],

  async handler({ ctx, requester, params }) {
    await deactivateUserGroup(ctx, requester, params.user_group_id)
    return {}
  },
})
