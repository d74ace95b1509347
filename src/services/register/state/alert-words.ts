import { Type } from '@sinclair/typebox'
import { stateFamily } from './family'

/** The requester's own. */
export const alertWordsState = stateFamily({
  fetchTypes: ['alert_words'],
  own: ['alertWords'],
  keys: { alert_words: Type.Array(Type.String()) },

  async read({ own }) {
    return { alert_words: await own('alertWords') }
  },
})
