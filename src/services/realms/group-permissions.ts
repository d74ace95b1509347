import { systemGroups } from '../../wire/system-groups'
import { policies } from './settings'
import type { Policy, RealmSettings } from './settings'

/** The group of the system that a policy names. */
const groupOfPolicy: Readonly<Record<Policy, { id: number }>> = {
  [policies.everyone]: systemGroups.everyone,
  [policies.members]: systemGroups.members,
  [policies.fullMembers]: systemGroups.fullMembers,
  [policies.moderators]: systemGroups.moderators,
  [policies.administrators]: systemGroups.administrators,
  [policies.nobody]: systemGroups.nobody,
}

/**
 * What newer clients know, in place of policies, of who may delete messages. Without it they offer
 * nobody to do so. Source: client notes 6.4.
 */
export function groupPermissionsOf(
  settings: Pick<RealmSettings, 'allow_message_deleting' | 'delete_own_message_policy'>,
): { can_delete_any_message_group: number; can_delete_own_message_group: number } {
  const ownPolicy = settings.allow_message_deleting
    ? settings.delete_own_message_policy
    : policies.administrators
  return {
    can_delete_any_message_group: systemGroups.administrators.id,
    can_delete_own_message_group: groupOfPolicy[ownPolicy].id,
  }
}
