import { endpoint } from '../../http/endpoint'
import { GuestsNotAllowedError } from '../../services/errors'
import { InvalidUserGroupError, UserGroupPermissionError } from '../../services/user-groups/errors'
import { changeMembers } from '../../services/user-groups/members'
import { groupId, groupIdList } from './params'

export const changeSubgroupsEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/user_groups/{user_group_id}/subgroups',
  tag: 'user groups',
  summary: 'Put groups into a user group and take groups out',
  description: 'For administrators, its creator and its members.',
  auth: 'basic',
  params: {
    user_group_id: groupId(),
    add: groupIdList('Groups to add'),
    delete: groupIdList('Subgroups to take out'),
  },
  response: {},
  errors: [GuestsNotAllowedError, InvalidUserGroupError, UserGroupPermissionError],

  async handler({ ctx, requester, params }) {
    await changeMembers(ctx, requester, params.user_group_id, {
      members: { add: [], delete: [] },
      subgroups: { add: params.add, delete: params.delete },
    })
    return {}
  },
})
