/*
 * Rights that permissions of the realm grant to people, for the server and the web app. `mayInRealm` never
 * gives them to guests. Source: docs/protocol/permissions.md#realm-permissions.
 */

const permissionToCreate = {
  public: 'can_create_public_channel_group',
  private: 'can_create_private_channel_group',
  'web-public': 'can_create_web_public_channel_group',
} as const

const permissionToInvite = {
  address: 'can_invite_users_group',
  link: 'create_multiuse_invite_group',
} as const

/** Kinds of streams, each with its own permission to create. */
export type StreamKind = keyof typeof permissionToCreate

/** The kind of an invitation: a mail to one address, or a link for many people. */
export type InvitationWay = keyof typeof permissionToInvite

type Permission =
  | (typeof permissionToCreate)[StreamKind]
  | (typeof permissionToInvite)[InvitationWay]
  | 'can_add_custom_emoji_group'
  | 'can_add_subscribers_group'
  | 'can_create_bots_group'
  | 'can_create_groups'
  | 'can_create_write_only_bots_group'
  | 'can_set_delete_message_policy_group'
  | 'can_set_topics_policy_group'

/** A user, as permissions of the realm see them. */
export interface RealmUser {
  isAdministrator: boolean
  mayInRealm: (permission: Permission) => boolean
}

/** Source: docs/protocol/authentication.md#may-create-streams. */
export function mayCreateStreams(user: RealmUser, kind: StreamKind): boolean {
  return user.mayInRealm(permissionToCreate[kind])
}

/**
 * Whether a user may subscribe others to any stream that they could join themselves.
 * Source: docs/protocol/authentication.md#may-subscribe-others.
 */
export function maySubscribeOthers(user: RealmUser): boolean {
  return user.isAdministrator || user.mayInRealm('can_add_subscribers_group')
}

/** Source: docs/protocol/sign-up.md#who-may-invite. */
export function mayInvite(user: RealmUser, way: InvitationWay): boolean {
  return user.mayInRealm(permissionToInvite[way])
}

/** Whether a user may choose the topics policy of streams that they create or administer. */
export function maySetTopicsPolicy(user: RealmUser): boolean {
  return user.isAdministrator || user.mayInRealm('can_set_topics_policy_group')
}

/** Whether a user may choose who deletes messages of streams that they create or administer. */
export function maySetDeletionPolicy(user: RealmUser): boolean {
  return user.mayInRealm('can_set_delete_message_policy_group')
}

export function mayCreateGroups(user: RealmUser): boolean {
  return user.mayInRealm('can_create_groups')
}

export function mayAddEmoji(user: RealmUser): boolean {
  return user.mayInRealm('can_add_custom_emoji_group')
}

/** @param isWriteOnly whether the bot only sends, as bots of incoming webhooks do */
export function mayCreateBots(user: RealmUser, isWriteOnly: boolean): boolean {
  return (
    user.mayInRealm('can_create_bots_group') ||
    (isWriteOnly && user.mayInRealm('can_create_write_only_bots_group'))
  )
}
