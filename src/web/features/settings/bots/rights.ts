import { mayInRealm } from '../../../data/store/permissions'
import type { Store } from '../../../data/store/store'
import { botKinds, incomingWebhook } from './bot-kinds'

/** The types of bots that the reader may create. Source: docs/protocol/permissions.md#realm-permissions. */
export function kindsFor(store: Store): readonly (typeof botKinds)[number][] {
  const known = {
    ...store.state,
    user_id: store.read('user_id'),
    realm_user_groups: store.read('realm_user_groups'),
    realm_can_create_bots_group: store.read('realm_can_create_bots_group'),
    realm_can_create_write_only_bots_group: store.read('realm_can_create_write_only_bots_group'),
  }
  if (store.read('is_guest')) return []
  if (mayInRealm(known, 'can_create_bots_group')) return botKinds
  return mayInRealm(known, 'can_create_write_only_bots_group') ? [incomingWebhook] : []
}
