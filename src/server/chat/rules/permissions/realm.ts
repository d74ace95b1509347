import type { StoredSettings } from '../../../data/schema'
import type { Dated } from '../../../lib/clock'
import type { GroupValue } from '../../../../shared/rules/group-values'
import { valueOf, valuesOf } from '../../../../shared/rules/system-groups'
import type { Permission, PermissionValues } from '../../../../shared/rules/system-groups'
import { isPermitted } from './membership'
import type { PermittedMember } from './membership'

const nobodyToMembers = { allowNobody: true, allowEveryone: false } as const
const nobodyToEveryone = { allowNobody: true, allowEveryone: true } as const
const somebody = { allowNobody: false, allowEveryone: false } as const

/**
 * Permissions of an organization. Chosen values are in `realms.settings`.
 * Source: docs/protocol/permissions.md#realm-permissions.
 */
export const realmPermissions = {
  create_multiuse_invite_group: {
    level: 209,
    default: 'administrators',
    ...nobodyToMembers,
    governs: 'making links that invite',
  },
  can_access_all_users_group: {
    level: 225,
    default: 'everyone',
    allowNobody: false,
    allowEveryone: true,
    allowedSystemGroups: ['everyone', 'members'],
    requireSystemGroup: true,
    governs: 'knowing all users, and not only those of the same streams and conversations',
  },
  can_add_custom_emoji_group: {
    level: 307,
    default: 'members',
    ...nobodyToMembers,
    governs: 'adding emoji',
  },
  can_add_subscribers_group: {
    level: 341,
    default: 'members',
    ...nobodyToMembers,
    governs: 'subscribing others, which administrators may in any case',
  },
  can_create_bots_group: {
    level: 344,
    default: 'members',
    ...nobodyToMembers,
    governs: 'making bots of any type',
  },
  can_create_write_only_bots_group: {
    level: 344,
    default: 'members',
    ...nobodyToMembers,
    governs: 'making bots for incoming webhooks; those who may make any bot may as well',
  },
  can_create_groups: {
    level: 299,
    default: 'members',
    ...nobodyToMembers,
    governs: 'making user groups',
  },
  can_create_public_channel_group: {
    level: 264,
    default: 'members',
    ...nobodyToMembers,
    governs: 'making public streams',
  },
  can_create_private_channel_group: {
    level: 266,
    default: 'members',
    ...nobodyToMembers,
    governs: 'making private streams',
  },
  can_create_web_public_channel_group: {
    level: 280,
    default: 'owners',
    ...nobodyToMembers,
    allowedSystemGroups: ['moderators', 'administrators', 'owners', 'nobody'],
    requireSystemGroup: true,
    governs: 'making web-public streams',
  },
  can_delete_any_message_group: {
    level: 281,
    default: 'administrators',
    ...nobodyToMembers,
    governs: 'deleting any message that one may read',
  },
  can_delete_own_message_group: {
    level: 291,
    default: 'everyone',
    ...nobodyToEveryone,
    governs: 'deleting what one wrote, within message_content_delete_limit_seconds',
  },
  can_invite_users_group: {
    level: 321,
    default: 'members',
    ...nobodyToMembers,
    governs: 'inviting by email',
  },
  can_manage_all_groups: {
    level: 299,
    default: 'owners',
    ...somebody,
    governs: 'managing every user group',
  },
  can_manage_billing_group: {
    level: 363,
    default: 'administrators',
    ...somebody,
    governs: 'nothing: there is no billing',
  },
  can_mention_many_users_group: {
    level: 352,
    default: 'administrators',
    ...nobodyToEveryone,
    governs: 'mentioning everybody where that is many',
  },
  can_move_messages_between_channels_group: {
    level: 310,
    default: 'members',
    ...nobodyToMembers,
    governs: 'moving messages to another stream',
  },
  can_move_messages_between_topics_group: {
    level: 316,
    default: 'everyone',
    ...nobodyToEveryone,
    governs: 'moving messages to another topic',
  },
  can_resolve_topics_group: {
    level: 367,
    default: 'everyone',
    ...nobodyToEveryone,
    governs: 'resolving topics, and nothing else about them',
  },
  can_summarize_topics_group: {
    level: 350,
    default: 'everyone',
    ...nobodyToEveryone,
    governs: 'nothing: there are no summaries',
  },
  can_set_delete_message_policy_group: {
    level: 407,
    default: 'moderators',
    ...nobodyToMembers,
    governs: 'choosing who may delete messages of a stream that one administers',
  },
  can_set_topics_policy_group: {
    level: 392,
    default: 'members',
    ...nobodyToEveryone,
    governs: 'choosing the topics policy of a stream that one administers, as administrators may',
  },
  direct_message_initiator_group: {
    level: 270,
    default: 'everyone',
    ...nobodyToEveryone,
    governs: 'writing the first message of a private conversation',
  },
  direct_message_permission_group: {
    level: 270,
    default: 'everyone',
    ...nobodyToEveryone,
    governs: 'private conversations: somebody in them must be in it',
  },
} as const satisfies Record<string, Permission>

export type RealmPermissionName = keyof typeof realmPermissions
export type RealmPermissionValues = PermissionValues<RealmPermissionName>

/** The value of a permission in the organization of an account. */
export function realmPermissionOf(
  { realm_settings }: { readonly realm_settings: StoredSettings },
  name: RealmPermissionName,
): GroupValue {
  return valueOf(realmPermissions[name], realm_settings[name], null)
}

/** All permission values of an organization, from its stored settings. */
export function realmPermissionsOf(settings: StoredSettings): RealmPermissionValues {
  return valuesOf<RealmPermissionName>(realmPermissions, settings, null)
}

/**
 * Whether an account has a permission in its organization. Makes no query.
 * Source: docs/protocol/permissions.md#test-of-a-permission.
 */
export function mayInRealm(
  at: Dated,
  account: PermittedMember & { readonly realm_settings: StoredSettings },
  name: RealmPermissionName,
): boolean {
  return isPermitted(at, account, name, realmPermissionOf(account, name))
}
