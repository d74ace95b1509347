import { Type } from '@sinclair/typebox'
import { integer, json, flag, text } from '../../http/declare/params'
import type { inCapitals } from '../../http/declare/param'
import { endpoint } from '../../http/declare/endpoint'
import { listUserGroupRecords } from '../../chat/access/user-groups/read-groups'
import { userGroupSchema } from '../../../shared/user-groups'
import { GuestsNotAllowedError, InsufficientPermissionError } from '../../chat/rules/errors'
import { createUserGroup } from '../../chat/actions/user-groups/create-group'
import {
  InvalidUserGroupError,
  UserGroupPermissionError,
  UserGroupInUseError,
} from '../../chat/access/user-groups/access-group'
import {
  changeUserGroup,
  deactivateUserGroup,
  removeUserGroup,
} from '../../chat/actions/user-groups/change-group'
import { groupValueErrors } from '../../chat/rules/permissions/errors'
import { groupPermissions } from '../../chat/rules/permissions/groups'
import {
  permissionParams,
  permissionUpdateParams,
  sentPermissions,
} from '../params/permission-params'

export function groupId() {
  return integer({ min: 0, description: 'Id of the group' })
}

/** Accounts by id or email. Source: docs/protocol/decided-conflicts.md#ids-and-names. */
export function userList(description: string, example?: typeof inCapitals) {
  const user = Type.Union([Type.String({ maxLength: 254 }), Type.Integer()])
  return json(Type.Array(user), { default: [], description, example })
}

export function groupIdList(description: string, example?: typeof inCapitals) {
  return json(Type.Array(Type.Integer(), { maxItems: 1_000 }), {
    default: [],
    description,
    example,
  })
}

export const listUserGroupsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/user_groups',
  tag: 'user groups',
  summary: 'List the user groups of the organization',
  auth: 'basic',
  params: {
    include_deactivated_groups: flag({ default: false }),
  },
  response: {
    user_groups: Type.Array(userGroupSchema, { description: 'Groups of the system first' }),
  },

  async handler({ ctx, requester, params }) {
    const { realm_id: realmId } = requester
    const options = { includeDeactivated: params.include_deactivated_groups }
    return {
      user_groups: await listUserGroupRecords(ctx.db.dated(), realmId, options),
    }
  },
})

export const createUserGroupEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/user_groups/create',
  tag: 'user groups',
  summary: 'Create a user group',
  auth: 'basic',
  params: {
    name: text({
      example: 'lunch club',
      description: 'At most 100 characters, borne by no other group',
    }),
    description: text({ default: '' }),
    members: userList('Its members'),
    subgroups: groupIdList('Groups whose members are members of this one, too'),
    ...permissionParams(groupPermissions),
  },
  response: { group_id: Type.Integer() },
  errors: [GuestsNotAllowedError, InsufficientPermissionError, ...groupValueErrors],

  async handler({ ctx, requester, params }) {
    const groupId = await createUserGroup(ctx, requester, {
      name: params.name,
      description: params.description,
      members: params.members,
      subgroupIds: params.subgroups,
      permissions: sentPermissions(groupPermissions, params),
    })
    return { group_id: groupId }
  },
})

export const updateUserGroupEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/v1/user_groups/{user_group_id}',
  tag: 'user groups',
  summary: 'Change the name, the description or the settings of a user group, or bring it back',
  description: 'Users who may manage it.',
  auth: 'basic',
  params: {
    user_group_id: groupId(),
    name: text({ optional: true }),
    description: text({ optional: true, example: 'Who has lunch' }),
    deactivated: flag({ optional: true, description: 'false: brings a deactivated group back' }),
    ...permissionUpdateParams(groupPermissions),
  },
  response: {},
  errors: [UserGroupPermissionError, ...groupValueErrors],

  async handler({ ctx, requester, params }) {
    await changeUserGroup(ctx, requester, params.user_group_id, {
      name: params.name,
      description: params.description,
      deactivated: params.deactivated,
      permissions: sentPermissions(groupPermissions, params),
    })
    return {}
  },
})

export const deactivateUserGroupEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/user_groups/{user_group_id}/deactivate',
  tag: 'user groups',
  summary: 'Deactivate a user group, which keeps its name and its members',
  description: 'Users who may manage it.',
  auth: 'basic',
  params: { user_group_id: groupId() },
  response: {},
  errors: [InvalidUserGroupError, UserGroupPermissionError, UserGroupInUseError],

  async handler({ ctx, requester, params }) {
    await deactivateUserGroup(ctx, requester, params.user_group_id)
    return {}
  },
})

export const removeUserGroupEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/user_groups/{user_group_id}',
  tag: 'user groups',
  summary: 'Delete a user group for good',
  description: 'Users who may manage it.',
  auth: 'basic',
  params: { user_group_id: groupId() },
  response: {},
  errors: [InvalidUserGroupError, UserGroupPermissionError, UserGroupInUseError],

  async handler({ ctx, requester, params }) {
    await removeUserGroup(ctx, requester, params.user_group_id)
    return {}
  },
})
