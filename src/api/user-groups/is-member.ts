import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { flag } from '../../http/params'
import { NoSuchUserError } from '../../services/errors'
import { InvalidUserGroupError } from '../../services/user-groups/errors'
import { isMember } from '../../services/user-groups/read'
import { userReference } from '../users/user-reference'
import { groupId } from './params'

export const isMemberEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/user_groups/{user_group_id}/members/{user_id}',
  tag: 'user groups',
  summary: 'Tell whether somebody is in a user group',
  auth: 'basic',
  params: {
    user_group_id: groupId(),
    user_id: userReference(),
    direct_member_only: flag({ default: false, description: 'Leaves out members of subgroups' }),
  },
  response: { is_user_group_member: Type.Boolean() },
  errors: [InvalidUserGroupError, NoSuchUserError],

  async handler({ ctx, requester, params }) {
    const options = { directOnly: params.direct_member_only }
    const { user_group_id: id, user_id: user } = params
    return { is_user_group_member: await isMember(ctx, requester, id, user, options) }
  },
})
