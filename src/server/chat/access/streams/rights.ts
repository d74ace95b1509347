import type { StreamRow } from '../../../data/schema'
import { CannotAdministerChannelError } from '../../rules/errors'
import { canSubscribeOthers, isAdministrator, isGuest } from '../../rules/permissions/roles'
import { isInGroup } from '../../rules/permissions/membership'
import { streamPermissions, streamPermissionsOf } from '../../../../shared/stream-permissions'
import type { StreamPermissionName } from '../../../../shared/stream-permissions'
import type { Requester } from '../../rules/authentication'

/*
 * Permissions of users in a stream that they may know, other than reading it (access.ts).
 * Source: docs/protocol/permissions.md#channel-permissions.
 */

type Permitting = Pick<StreamRow, 'permissions' | 'creator_id'>

/** Whether a stream's setting permits a user. Guests have only permissions that may be given to everybody. */
export function isPermitted(
  user: Requester,
  stream: Permitting,
  name: StreamPermissionName,
  now: Date,
): boolean {
  if (isGuest(user) && !streamPermissions[name].allowEveryone) return false
  return isInGroup(user, streamPermissionsOf(stream)[name], now)
}

/** Whether a user may change and archive a stream. */
export function mayAdminister(user: Requester, stream: Permitting, now: Date): boolean {
  return isAdministrator(user) || isPermitted(user, stream, 'can_administer_channel_group', now)
}

/** @throws CannotAdministerChannelError */
export function requireAdministering(user: Requester, stream: Permitting, now: Date): void {
  if (!mayAdminister(user, stream, now)) throw new CannotAdministerChannelError()
}

/** Whether a user may unsubscribe others from a stream. */
export function mayRemoveSubscribers(user: Requester, stream: Permitting, now: Date): boolean {
  return (
    mayAdminister(user, stream, now) ||
    isPermitted(user, stream, 'can_remove_subscribers_group', now)
  )
}

/** Whether a user may subscribe others to a stream that they could join themselves. */
export function mayAddSubscribers(user: Requester, stream: Permitting, now: Date): boolean {
  return (
    canSubscribeOthers(user, now) ||
    mayAdminister(user, stream, now) ||
    isPermitted(user, stream, 'can_add_subscribers_group', now)
  )
}
