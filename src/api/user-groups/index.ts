import type { Endpoint } from '../../http/endpoint'
import { changeMembersEndpoint } from './change-members'
import { changeSubgroupsEndpoint } from './change-subgroups'
import { createUserGroupEndpoint } from './create-user-group'
import { deactivateUserGroupEndpoint } from './deactivate-user-group'
import { isMemberEndpoint } from './is-member'
import { listMembersEndpoint } from './list-members'
import { listSubgroupsEndpoint } from './list-subgroups'
import { listUserGroupsEndpoint } from './list-user-groups'
import { removeUserGroupEndpoint } from './remove-user-group'
import { updateUserGroupEndpoint } from './update-user-group'

export const userGroupsEndpoints: readonly Endpoint[] = [
  listUserGroupsEndpoint,
  createUserGroupEndpoint,
  updateUserGroupEndpoint,
  removeUserGroupEndpoint,
  deactivateUserGroupEndpoint,
  listMembersEndpoint,
  isMemberEndpoint,
  changeMembersEndpoint,
  listSubgroupsEndpoint,
  changeSubgroupsEndpoint,
]
