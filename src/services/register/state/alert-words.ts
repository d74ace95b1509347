import { Type } from '@sinclair/typebox'
import { listAlertWordsOf } from '../../../db/alert-words'
import { stateFamily } from './family'

/** The requester's own. */
export const alertWordsState = stateFamily({
  fetchTypes: ['alert_words'],
  keys: { alert_words: Type.Array(Type.String()) },

  async read({ db, account }) {
    return { alert_words: await listAlertWordsOf(db, account.realm_id, account.id) }
  },
})
