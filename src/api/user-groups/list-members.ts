import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { flag } from '../../http/params'
import { InvalidUserGroupError } from '../../services/user-groups/errors'
import { listMemberIds } from '../../services/user-groups/read'
import { groupId } from './params'

export const listMembersEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/user_groups/{user_group_id}/members',
  tag: 'user groups',
  summary: 'List who is in a user group',
  auth: 'basic',
  params: {
    user_group_id: groupId(),
    direct_member_only: flag({ default: false, description: 'Leaves out members of subgroups' }),
  },
  response: { members: Type.Array(Type.Integer(), { description: 'Ids of active accounts' }) },
  errors: [InvalidUserGroupError],

  async handler({ ctx, requester, params }) {
    const options = { directOnly: params.direct_member_only }
    return { members: await listMemberIds(ctx, requester, params.user_group_id, options) }
  },
})
