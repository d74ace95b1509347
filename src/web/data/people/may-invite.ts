import * as rules from '../../../shared/rules/realm-rights'
import { asRealmUser } from '../rights/permissions'
import type { Store } from '../store/store'

/** How the reader may invite people. */
export function waysToInvite({ store }: { store: Store }): { byAddress: boolean; byLink: boolean } {
  // Read every signal that the answer depends on, so that components update on changes.
  for (const key of dependencies) void store.read(key)
  const user = asRealmUser(store.state)
  return { byAddress: rules.mayInvite(user, 'address'), byLink: rules.mayInvite(user, 'link') }
}

const dependencies = [
  'is_guest',
  'realm_user_groups',
  'realm_can_invite_users_group',
  'realm_create_multiuse_invite_group',
] as const

export function mayInvite(app: { store: Store }): boolean {
  const { byAddress, byLink } = waysToInvite(app)
  return byAddress || byLink
}
