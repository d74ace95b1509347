import { Type } from '@sinclair/typebox'
import { stateFamily } from './family'

/** Who is there: nobody, until presence is recorded. Empty in both of its formats. */
export const presenceState = stateFamily({
  fetchTypes: ['presence'],
  keys: {
    presences: Type.Object({}),
    presence_last_update_id: Type.Integer(),
    server_timestamp: Type.Number({ description: 'Unix time in seconds, with a fraction' }),
  },

  async read({ now }) {
    return { presences: {}, presence_last_update_id: -1, server_timestamp: now.getTime() / 1000 }
  },
})
