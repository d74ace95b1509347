import { useApp } from '../../context/app'
import type { Reader } from '../../data/html/reader'
import { isMemberOf } from '../../data/rights/group-members'

/** The logged-in user as reader of HTML. Re-renders the component when the time format changes. */
export function useReader(): Reader {
  const { store, navigation } = useApp()
  return {
    ownId: store.state.user_id,
    is24Hour: store.read('user_settings')['twenty_four_hour_time'],
    nameOf: (id) => store.user(id)?.full_name,
    isInGroup: (id) => isMemberOf(store.state.realm_user_groups, id, store.state.user_id),
    playgrounds: store.read('realm_playgrounds'),
    hrefOfPerson: (id) =>
      navigation.hrefOf({ view: 'narrow', narrow: [{ operator: 'dm', operand: [id] }] }),
  }
}
