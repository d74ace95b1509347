/*
 * Rights in a stream, for the server and the web app.
 * Source: docs/protocol/permissions.md#channel-permissions.
 */

type Permission =
  | 'can_administer_channel_group'
  | 'can_add_subscribers_group'
  | 'can_remove_subscribers_group'
  | 'can_subscribe_group'
  | MessagePermission

/** Permissions of a stream about its messages. They presuppose reading the stream. */
export type MessagePermission =
  | 'can_delete_any_message_group'
  | 'can_delete_own_message_group'
  | 'can_move_messages_out_of_channel_group'
  | 'can_move_messages_within_channel_group'
  | 'can_resolve_topics_group'

/** Permissions of a stream about deleting; choosing their values takes a permission of the realm. */
export const deletionPermissions = [
  'can_delete_any_message_group',
  'can_delete_own_message_group',
] as const

/** Permissions of a stream that let users subscribe themselves, and so read and write without a subscription. */
export const entryPermissions = ['can_subscribe_group', 'can_add_subscribers_group'] as const

/** Permissions that let users know a private stream without a subscription. */
export const knowledgePermissions = ['can_administer_channel_group', ...entryPermissions] as const

/** A user, as the settings of a stream see them. */
export interface StreamUser {
  isAdministrator: boolean
  isGuest: boolean
  /** Whether a permission of the stream includes the user. */
  isPermitted: (permission: Permission) => boolean
}

interface StreamFacts {
  isPrivate: boolean
  isSubscribed: boolean
}

/**
 * Whether a user may know that a stream exists. Members know public streams, guests only their own.
 * Sources: docs/protocol/streams.md#know, docs/protocol/permissions.md#metadata-access.
 */
export function mayKnowStream(user: StreamUser, { isPrivate, isSubscribed }: StreamFacts): boolean {
  if (isSubscribed || user.isAdministrator) return true
  return !user.isGuest && (!isPrivate || knowledgePermissions.some(user.isPermitted))
}

/**
 * Whether a user could subscribe themselves to a stream, and so may read and write even without a subscription.
 * Source: docs/protocol/permissions.md#content-access.
 */
export function mayEnter(
  { isGuest, isPermitted }: Pick<StreamUser, 'isGuest' | 'isPermitted'>,
  { isPrivate }: Pick<StreamFacts, 'isPrivate'>,
): boolean {
  return !isGuest && (!isPrivate || entryPermissions.some(isPermitted))
}

interface StreamWriting {
  /** Whether `can_send_message_group` includes the user. */
  isWriter: boolean
  isSubscribed: boolean
  mayEnter: boolean
}

/**
 * Reason why a user may not write to a stream; undefined if they may.
 * Source: docs/protocol/messages.md#who-may-send.
 */
export function streamWritingRefusal({
  isWriter,
  isSubscribed,
  mayEnter,
}: StreamWriting): 'notWriter' | 'notSubscribed' | undefined {
  if (!isWriter) return 'notWriter'
  return isSubscribed || mayEnter ? undefined : 'notSubscribed'
}

/** Whether a user may change and archive a stream. */
export function mayAdminister({
  isAdministrator,
  isPermitted,
}: Pick<StreamUser, 'isAdministrator' | 'isPermitted'>): boolean {
  return isAdministrator || isPermitted('can_administer_channel_group')
}

/**
 * Whether a user may unsubscribe others: administrators, and whom the stream's own permission names, guests too.
 * The right to administer a stream, which its creator has, does not include it.
 * Source: docs/protocol/decided-conflicts.md#unsubscribing-others.
 */
export function mayRemoveSubscribers({
  isAdministrator,
  isPermitted,
}: Pick<StreamUser, 'isAdministrator' | 'isPermitted'>): boolean {
  return isAdministrator || isPermitted('can_remove_subscribers_group')
}

/**
 * Whether a user may subscribe others to a stream that they could join themselves.
 * @param mayAnywhere whether the realm lets them, in all streams
 */
export function mayAddSubscribers(user: StreamUser, mayAnywhere: boolean): boolean {
  return mayAnywhere || mayAdminister(user) || user.isPermitted('can_add_subscribers_group')
}
