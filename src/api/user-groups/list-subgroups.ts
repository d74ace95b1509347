import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { flag } from '../../http/params'
import { InvalidUserGroupError } from '../../services/user-groups/errors'
import { listSubgroupIds } from '../../services/user-groups/read'
import { groupId } from './params'

export const listSubgroupsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/user_groups/{user_group_id}/subgroups',
  tag: 'user groups',
  summary: 'List the groups inside a user group',
  auth: 'basic',
  params: {
    user_group_id: groupId(),
    direct_subgroup_only: flag({ default: false, description: 'Leaves out those of subgroups' }),
  },
  response: { subgroups: Type.Array(Type.Integer()) },
  errors: [InvalidUserGroupError],

  async handler({ ctx, requester, params }) {
    const options = { directOnly: params.direct_subgroup_only }
    return { subgroups: await listSubgroupIds(ctx, requester, params.user_group_id, options) }
  },
})
