import { Type } from '@sinclair/typebox'
import { presencesSchema, presentPresences } from '../../../wire/presence'
import { withinHistory } from '../../presence/read-presence'
import { stateFamily } from './family'

/** Who is there. Source: client notes 6.4. */
export const presenceState = stateFamily({
  fetchTypes: ['presence'],
  keys: {
    presences: presencesSchema,
    presence_last_update_id: Type.Integer(),
    server_timestamp: Type.Number({ description: 'Unix time in seconds, with a fraction' }),
  },

  async read({ presence, presenceHistoryDays, now, account, slimPresence }) {
    const newer = await presence.list(account.realm_id, -1)
    const { presences, lastUpdateId } = withinHistory(newer, now, {
      historyLimitDays: presenceHistoryDays,
    })
    return {
      presences: presentPresences(presences, slimPresence),
      presence_last_update_id: lastUpdateId,
      server_timestamp: now.getTime() / 1000,
    }
  },
})
