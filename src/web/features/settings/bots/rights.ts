import { mayCreateBots } from '../../../../shared/rules/realm-rights'
import { asRealmUser } from '../../../data/rights/permissions'
import type { Store } from '../../../data/store/store'
import { botKinds, incomingWebhook } from './bot-kinds'

/** The types of bots that the reader may create. Source: docs/protocol/permissions.md#realm-permissions. */
export function kindsFor(store: Store): readonly (typeof botKinds)[number][] {
  for (const key of dependencies) void store.read(key)
  const user = asRealmUser(store.state)
  return botKinds.filter((kind) => mayCreateBots(user, kind === incomingWebhook))
}

const dependencies = [
  'is_guest',
  'realm_user_groups',
  'realm_can_create_bots_group',
  'realm_can_create_write_only_bots_group',
] as const
