import { Type } from '@sinclair/typebox'
import { listUserStatuses } from '../../../db/user-statuses'
import { PreparedJson } from '../../../wire/prepared-json'
import { presentUserStatus, userStatusSchema } from '../../../wire/user-status'
import { stateFamily } from './family'

/** What people say of themselves, by user id; those who say nothing are left out. */
export const userStatusState = stateFamily({
  fetchTypes: ['user_status'],
  own: ['realmVersions'],
  keys: { user_status: Type.Record(Type.String(), userStatusSchema) },

  async read({ db, account, remembered }) {
    return remembered('user_statuses', async () => {
      const statuses = await listUserStatuses(db, account.realm_id)
      return PreparedJson.of({
        user_status: Object.fromEntries(
          statuses.map((status) => [status.user_id, presentUserStatus(status)]),
        ),
      })
    })
  },
})
