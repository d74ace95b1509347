import type { UserWithRealm } from '../../db/users/users'
import { systemGroups } from '../../wire/system-groups'
import { choice, defaultsOf, toggle, language, timeLimit } from '../settings/declare'
import type { SettingValues } from '../settings/declare'

/** Policies, which say who may do something, in the numbers of the protocol. */
export const policies = {
  members: 1,
  administrators: 2,
  fullMembers: 3,
  moderators: 4,
  everyone: 5,
  nobody: 6,
} as const
export type Policy = (typeof policies)[keyof typeof policies]

const { members, administrators, fullMembers, moderators, everyone } = policies

const dayInSeconds = 86_400

/**
 * Settings that administrators choose for their organisation, each with its default, under the name
 * that clients use after `realm_`. Clients are told of those below "told only", but the server does
 * not act on them.
 * Sources: docs/protocol/register.md#realm, docs/protocol/messages.md#edit-policy.
 */
export const realmSettings = {
  allow_message_editing: toggle(true),
  /** Time in which senders may edit the text of a message; some seconds of grace are added. */
  message_content_edit_limit_seconds: timeLimit(600),
  allow_edit_history: toggle(true),
  /** Whether others than the sender and administrators may move messages to another topic. */
  allow_community_topic_editing: toggle(true),
  community_topic_editing_limit_seconds: timeLimit(dayInSeconds),
  /** Who may move messages to another stream. */
  move_messages_between_streams_policy: choice<Policy>(
    members,
    administrators,
    fullMembers,
    moderators,
    policies.nobody,
  ),
  /**
   * Whether anybody but administrators may delete messages: then those of the policy, their own.
   */
  allow_message_deleting: toggle(true),
  delete_own_message_policy: choice<Policy>(
    everyone,
    members,
    administrators,
    fullMembers,
    moderators,
  ),
  message_content_delete_limit_seconds: timeLimit(600),

  create_public_stream_policy: choice<Policy>(members, administrators, fullMembers, moderators),
  create_private_stream_policy: choice<Policy>(members, administrators, fullMembers, moderators),
  /** Who may subscribe others. */
  invite_to_stream_policy: choice<Policy>(members, administrators, fullMembers, moderators),
  /** Who may write privately: 1 everybody, 2 nobody. */
  private_message_policy: choice(1, 2),
  name_changes_disabled: toggle(false),
  enable_read_receipts: toggle(true),
  add_emoji_by_admins_only: toggle(false),
  /** Whether nobody is shown who is there. */
  presence_disabled: toggle(false),
  inline_image_preview: toggle(true),

  /**
   * Who may mention everybody where that is many; the numbers are this setting's own, 1 is
   * everybody.
   */
  wildcard_mention_policy: choice(1, 2, 3, 5, 6, 7),

  // Told only.
  default_language: language(),
  default_twenty_four_hour_time: toggle(false),
  digest_emails_enabled: toggle(false),
  inline_url_embed_preview: toggle(false),
  send_welcome_emails: toggle(false),
} as const

export type RealmSettings = SettingValues<typeof realmSettings>

export const realmSettingDefaults: RealmSettings = defaultsOf(realmSettings)

/** Clients are told of these together. Source: docs/protocol/events.md#realm-update-dict. */
export const editingSettings = [
  'allow_message_editing',
  'message_content_edit_limit_seconds',
  'allow_community_topic_editing',
] as const satisfies readonly (keyof RealmSettings)[]

/**
 * Whether only administrators may create streams, which is what older clients know of that policy.
 */
export function isForAdministrators(settings: RealmSettings): boolean {
  return settings.create_public_stream_policy === policies.administrators
}

/** The settings of an account's organisation, without asking the database. */
export function realmSettingsOf({
  realm_settings,
}: Pick<UserWithRealm, 'realm_settings'>): RealmSettings {
  return { ...realmSettingDefaults, ...realm_settings }
}

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
 * Groups that may delete messages: newer clients know these in place of policies, and without them
 * offer it to nobody.
 * Source: docs/protocol/register.md#delete-groups.
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
