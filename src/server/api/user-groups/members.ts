import { Type } from '@sinclair/typebox'
import { inCapitals } from '../../http/declare/param'
import { endpoint } from '../../http/declare/endpoint'
import { flag } from '../../http/declare/params'
import {
  InvalidUserGroupError,
  UserGroupPermissionError,
} from '../../chat/access/user-groups/access-group'
import { listMemberIds, isMember, listSubgroupIds } from '../../chat/access/user-groups/read-groups'
import { groupId, groupIdList, userList } from './groups'
import { NoSuchUserError } from '../../chat/rules/errors'
import { userReference } from '../users/read-users'
import { changeMembers } from '../../chat/actions/user-groups/members'

export const listMembersEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/user_groups/{user_group_id}/members',
  tag: 'user groups',
  summary: 'List the members of a user group',
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

export const isMemberEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/user_groups/{user_group_id}/members/{user_id}',
  tag: 'user groups',
  summary: 'Check whether a user is in a user group',
  auth: 'basic',
  params: {
    user_group_id: groupId(),
    user_id: userReference(),
    direct_member_only: flag({ default: false, description: 'Leaves out members of subgroups' }),
  },
  response: { is_user_group_member: Type.Boolean() },
  errors: [InvalidUserGroupError, NoSuchUserError],

  async handler({ ctx, requester, params }) {
    const { user_group_id: groupId, user_id: user, direct_member_only: directOnly } = params
    return { is_user_group_member: await isMember(ctx, requester, { groupId, user, directOnly }) }
  },
})

export const changeMembersEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/user_groups/{user_group_id}/members',
  tag: 'user groups',
  summary: 'Add members to a user group and remove members',
  description: 'Users who have the permission of the group.',
  auth: 'basic',
  params: {
    user_group_id: groupId(),
    add: userList('Accounts to add', inCapitals),
    delete: userList('Members to take out'),
    add_subgroups: groupIdList('Groups to add'),
    delete_subgroups: groupIdList('Subgroups to take out'),
  },
  response: {},
  errors: [InvalidUserGroupError, UserGroupPermissionError],

  async handler({ ctx, requester, params }) {
    await changeMembers(ctx, requester, params.user_group_id, {
      members: { add: params.add, delete: params.delete },
      subgroups: { add: params.add_subgroups, delete: params.delete_subgroups },
    })
    return {}
  },
})

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

export const changeSubgroupsEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/user_groups/{user_group_id}/subgroups',
  tag: 'user groups',
  summary: 'Add subgroups to a user group and remove subgroups',
  description: 'Users who have the permission of the group.',
  auth: 'basic',
  params: {
    user_group_id: groupId(),
    add: groupIdList('Groups to add', inCapitals),
    delete: groupIdList('Subgroups to take out'),
  },
  response: {},
  errors: [InvalidUserGroupError, UserGroupPermissionError],

  async handler({ ctx, requester, params }) {
    await changeMembers(ctx, requester, params.user_group_id, {
      members: { add: [], delete: [] },
      subgroups: { add: params.add, delete: params.delete },
    })
    return {}
  },
})
