import { endpoint } from '../../http/endpoint'
import { GuestsNotAllowedError } from '../../services/errors'
import { InvalidUserGroupError, UserGroupPermissionError } from '../../services/user-groups/errors'
import { changeMembers } from '../../services/user-groups/members'
import { groupId, groupIdList, userList } from './params'

export const changeMembersEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/user_groups/{user_group_id}/members',
  tag: 'user groups',
  summary: 'Add members to a user group and take members out',
  description: 'For administrators, its creator and its members.',
  auth: 'basic',
  params: {
    user_group_id: groupId(),
    add: userList('Accounts to add'),
    delete: userList('Members to take out'),
    add_subgroups: groupIdList('Groups to add'),
    delete_subgroups: groupIdList('Subgroups to take out'),
  },
  response: {},
  errors: [GuestsNotAllowedError, InvalidUserGroupError, UserGroupPermissionError],

  async handler({ ctx, requester, params }) {
    await changeMembers(ctx, requester, params.user_group_id, {
      members: { add: params.add, delete: params.delete },
      subgroups: { add: params.add_subgroups, delete: params.delete_subgroups },
    })
    return {}
  },
})
