import type { StreamRow } from '../../../data/schema'
import * as rules from '../../../../shared/rules/stream-rights'
import type { StreamRights } from '../../../../shared/rules/editing-content'
import { nameInStream } from '../../../../shared/rules/permitted'
import { maySubscribeOthers } from '../../../../shared/rules/realm-rights'
import { CannotAdministerChannelError } from '../../rules/errors'
import { asRealmUser } from '../../rules/permissions/roles'
import { isAdministrator, isGuest } from '../../../../shared/rules/roles'
import { isPermitted } from '../../rules/permissions/membership'
import { streamPermissionOf } from '../../../../shared/stream-permissions'
import type { Requester } from '../../rules/authentication'

/*
 * Permissions of users in a stream that they may know, other than reading it (access-stream.ts).
 * Source: docs/protocol/permissions.md#channel-permissions.
 */

type Permitting = Pick<StreamRow, 'permissions' | 'creator_id'>

function asStreamUser(user: Requester, stream: Permitting, now: Date): rules.StreamUser {
  return {
    isAdministrator: isAdministrator(user),
    isGuest: isGuest(user),
    isPermitted: (name) =>
      isPermitted(user, nameInStream(name), streamPermissionOf(stream, name), now),
  }
}

/** Whether a user may change and archive a stream. */
function mayAdminister(user: Requester, stream: Permitting, now: Date): boolean {
  return rules.mayAdminister(asStreamUser(user, stream, now))
}

/** The rights over messages of a stream that a user may read. */
export function messageRightsIn(user: Requester, stream: Permitting, now: Date): StreamRights {
  const { isPermitted } = asStreamUser(user, stream, now)
  return { mayAdminister: () => mayAdminister(user, stream, now), isPermitted }
}

/** @throws CannotAdministerChannelError */
export function requireAdministering(user: Requester, stream: Permitting, now: Date): void {
  if (!mayAdminister(user, stream, now)) throw new CannotAdministerChannelError()
}

/** Whether a user may unsubscribe others from a stream. */
export function mayRemoveSubscribers(user: Requester, stream: Permitting, now: Date): boolean {
  return rules.mayRemoveSubscribers(asStreamUser(user, stream, now))
}

/** Whether a user may subscribe others to a stream that they could join themselves. */
export function mayAddSubscribers(user: Requester, stream: Permitting, now: Date): boolean {
  const mayAnywhere = maySubscribeOthers(asRealmUser(user, now))
  return rules.mayAddSubscribers(asStreamUser(user, stream, now), mayAnywhere)
}
