import { Type } from '@sinclair/typebox'
import { userGroupSchema } from '../../../wire/user-groups'
import { listUserGroups } from '../../user-groups/read'
import { stateFamily } from './family'

/** Groups of users; deactivated ones for clients that know of them. Source: client notes 6.4. */
export const userGroupsState = stateFamily({
  fetchTypes: ['realm_user_groups'],
  keys: { realm_user_groups: Type.Array(userGroupSchema) },

  async read({ db, now, account, can }) {
    const includeDeactivated = can('include_deactivated_groups')
    const groups = await listUserGroups(db, now, account.realm_id, { includeDeactivated })
    return { realm_user_groups: groups }
  },
})
