import { listRealmEmoji } from '../../../db/realm-emoji'
import { PreparedJson } from '../../../wire/prepared-json'
import { presentRealmEmojiMap, realmEmojiMapSchema } from '../../../wire/realm-emoji'
import { stateFamily } from './family'

/** Emoji of the organisation, deactivated ones included: messages go on to show them. */
export const realmEmojiState = stateFamily({
  fetchTypes: ['realm_emoji'],
  own: ['realmVersions'],
  keys: { realm_emoji: realmEmojiMapSchema },

  async read({ db, account, remembered }) {
    return remembered('realm_emoji', async () => {
      const emoji = await listRealmEmoji(db, account.realm_id)
      return PreparedJson.of({ realm_emoji: presentRealmEmojiMap(emoji) })
    })
  },
})
