import { Type } from '@sinclair/typebox'
import { PreparedJson } from '../../../wire/prepared-json'
import { userGroupSchema } from '../../../wire/user-groups'
import { listUserGroups } from '../../user-groups/read'
import { stateFamily } from './family'

/** Groups of users; deactivated ones for clients that know of them. Source: client notes 6.4. */
export const userGroupsState = stateFamily({
  fetchTypes: ['realm_user_groups'],
  own: ['realmVersions'],
  keys: { realm_user_groups: Type.Array(userGroupSchema) },

  async read({ db, now, account, can, remembered }) {
    const includeDeactivated = can('include_deactivated_groups')
    const load = async () => {
      const groups = await listUserGroups(db, now, account.realm_id, { includeDeactivated })
      return PreparedJson.of({ realm_user_groups: groups })
    }
    // Where newcomers wait, time alone makes full members of them.
    if (account.realm_waiting_period_days > 0) return load()
    return remembered('user_groups', load, includeDeactivated ? 'all' : 'active')
  },
})
