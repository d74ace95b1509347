import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/endpoint'
import { text } from '../../http/params'
import { GuestsNotAllowedError } from '../../services/errors'
import { createUserGroup } from '../../services/user-groups/create'
import { InvalidUserGroupError } from '../../services/user-groups/errors'
import { groupIdList, userList } from './params'

export const createUserGroupEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/user_groups/create',
  tag: 'user groups',
  summary: 'Create a user group',
  auth: 'basic',
  params: {
    name: text({ description: 'At most 100 characters, borne by no other group' }),
    description: text({ default: '', allowNul: true }),
    members: userList('Its members'),
    subgroups: groupIdList('Groups whose members are members of this one, too'),
  },
  response: { group_id: Type.Integer() },
  errors: [GuestsNotAllowedError, InvalidUserGroupError],

  async handler({ ctx, requester, params }) {
    const groupId = await createUserGroup(ctx, requester, {
      name: params.name,
      description: params.description,
      members: params.members,
      subgroupIds: params.subgroups,
    })
    return { group_id: groupId }
  },
})
