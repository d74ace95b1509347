import type { RealmProperties } from '../../../../shared/realm-events'
import { withProperty } from '../../records/records'
import type { State } from '../../records/state'
import { nothing } from './handlers'
import type { Handlers } from './handlers'
import { updateRights } from './rights'

/*
 * Events of realm settings, custom emoji and linkifiers.
 * Sources: docs/protocol/events.md#realm, docs/protocol/events.md#linkifiers, docs/protocol/events.md#realm-emoji.
 */

export const organizationEvents: Handlers = {
  'realm/update': (state, event) =>
    changeRealm(state, withProperty<Partial<RealmProperties>>({}, event)),
  'realm/deactivated': nothing,
  // Screens that show this data fetch it themselves.
  'invites_changed/': nothing,
  'realm_domains/add': nothing,
  'realm_domains/change': nothing,
  'realm_domains/remove': nothing,
  'realm_export/': nothing,
  'realm_import/': nothing,
  'realm/update_dict': (state, event) => changeRealm(state, event.data),
  'realm_linkifiers/': (state, event) => {
    state.realm_linkifiers = event.realm_linkifiers
  },
  'realm_playgrounds/': (state, event) => {
    state.realm_playgrounds = event.realm_playgrounds
  },
  'custom_profile_fields/': (state, event) => {
    const fields = (state.custom_profile_fields = event.fields)
    forgetFields(state, new Set(fields.map(({ id }) => String(id))))
  },
  'realm_user_settings_defaults/update': (state, event) => {
    const defaults = state.realm_user_settings_defaults
    state.realm_user_settings_defaults = withProperty(defaults, event)
  },
  'realm_export_consent/': nothing,
  'realm_emoji/add': (state, event) => {
    const emoji = event.emoji
    state.realm_emoji = { ...state.realm_emoji, [emoji.id]: emoji }
  },
  'realm_emoji/update_one': (state, event) => {
    const id = event.emoji_id
    const known = state.realm_emoji[id]
    if (!known) return
    const changed = { ...known, ...event.data }
    state.realm_emoji = { ...state.realm_emoji, [id]: changed }
  },
}

function changeRealm(state: State, changes: Partial<RealmProperties>): void {
  for (const [property, value] of Object.entries(changes)) {
    Object.assign(state, { [`realm_${property}`]: value })
  }
  updateRights(state)
}

/** Removes the values of deleted profile fields from all users. */
function forgetFields(state: State, kept: ReadonlySet<string>): void {
  for (const list of ['realm_users', 'realm_non_active_users'] as const) {
    state[list] = state[list].map((user) => {
      const said = Object.entries(user.profile_data ?? {})
      const left = said.filter(([id]) => kept.has(id))
      return left.length === said.length
        ? user
        : Object.assign({}, user, { profile_data: Object.fromEntries(left) })
    })
  }
}
