import { Type } from '@sinclair/typebox'
import { botSchema } from '../../../wire/users'
import { listKnownBots } from '../../bots/list-bots'
import { isAdministrator } from '../../permissions'
import { stateFamily } from './family'

/** Bots with their keys: all of them for administrators, one's own for everybody else. */
export const botsState = stateFamily({
  fetchTypes: ['realm_bot'],
  keys: { realm_bots: Type.Array(botSchema) },

  async read({ db, account, roster }) {
    const accounts = await roster()
    const hasAny = isAdministrator(account) ? accounts.hasBots() : accounts.hasBotsOf(account.id)
    return { realm_bots: hasAny ? await listKnownBots(db, account) : [] }
  },
})
