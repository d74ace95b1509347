import type { Endpoint } from '../../http/declare/endpoint'
import {
  changeMembersEndpoint,
  changeSubgroupsEndpoint,
  isMemberEndpoint,
  listMembersEndpoint,
  listSubgroupsEndpoint,
} from './members'
import {
  createUserGroupEndpoint,
  deactivateUserGroupEndpoint,
  listUserGroupsEndpoint,
  removeUserGroupEndpoint,
  updateUserGroupEndpoint,
} from './groups'

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
