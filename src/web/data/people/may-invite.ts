import type { App } from '../../app/app'
import { mayInRealm } from '../store/permissions'
import type { RealmPermission } from '../store/permissions'

/** How the reader may invite people. Source: docs/protocol/sign-up.md#who-may-invite. */
export function waysToInvite({ store }: App): { byAddress: boolean; byLink: boolean } {
  // Read every signal that the answer depends on, so that components update on changes.
  const isGuest = store.read('is_guest')
  void store.read('realm_user_groups')
  const may = (name: RealmPermission) => {
    void store.read(`realm_${name}`)
    return !isGuest && mayInRealm(store.state, name)
  }
  return { byAddress: may('can_invite_users_group'), byLink: may('create_multiuse_invite_group') }
}

export function mayInvite(app: App): boolean {
  const { byAddress, byLink } = waysToInvite(app)
  return byAddress || byLink
}
