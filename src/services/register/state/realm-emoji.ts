import { listRealmEmoji } from '../../../db/realm-emoji'
import { presentRealmEmojiMap, realmEmojiMapSchema } from '../../../wire/realm-emoji'
import { stateFamily } from './family'

/** Emoji of the organisation, deactivated ones included: messages go on to show them. */
export const realmEmojiState = stateFamily({
  fetchTypes: ['realm_emoji'],
  keys: { realm_emoji: realmEmojiMapSchema },

  async read({ db, account }) {
    return { realm_emoji: presentRealmEmojiMap(await listRealmEmoji(db, account.realm_id)) }
  },
})
