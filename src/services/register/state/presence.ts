import { Type } from '@sinclair/typebox'
import { EventsUnavailableError } from '../../../events/errors'
import type { NewerPresences, PresenceStore } from '../../../presence/presence-store'
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
    const newer = await listKnown(presence, account.realm_id)
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

/**
 * Everybody as far as the store answers. It may be away while the queues are not (another node of
 * a cluster); nobody seems to be there then, until the client's next sign of life tells it.
 */
async function listKnown(store: PresenceStore, realmId: number): Promise<NewerPresences> {
  try {
    return await store.list(realmId, -1)
  } catch (error) {
    if (!(error instanceof EventsUnavailableError)) throw error
    return { presences: [], lastUpdateId: -1 }
  }
}
