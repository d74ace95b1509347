import type { Linkifier, RealmEmoji, State } from '../state'
import type { Handlers } from './handlers'
import { updateRights } from './rights'

/*
 * What the organisation chose, its emoji and its linkifiers.
 * Sources: docs/protocol/events.md#realm, docs/protocol/events.md#linkifiers, docs/protocol/events.md#realm-emoji.
 */

export const organisationEvents: Handlers = {
  'realm/update': (state, event) =>
    changeRealm(state, { [event['property'] as string]: event['value'] }),
  'realm/update_dict': (state, event) => changeRealm(state, event['data'] as object),
  'realm_linkifiers/': (state, event) => {
    state.realm_linkifiers = event['realm_linkifiers'] as Linkifier[]
  },
  'realm_emoji/add': (state, event) => {
    const emoji = event['emoji'] as RealmEmoji
    state.realm_emoji = { ...state.realm_emoji, [emoji.id]: emoji }
  },
  'realm_emoji/update_one': (state, event) => {
    const id = String(event['emoji_id'])
    const changed = Object.assign({}, state.realm_emoji[id], event['data'])
    state.realm_emoji = { ...state.realm_emoji, [id]: changed }
  },
}

function changeRealm(state: State, changes: object): void {
  for (const [property, value] of Object.entries(changes)) state[`realm_${property}`] = value
  updateRights(state)
}
