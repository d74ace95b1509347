import type { StreamRow } from '../../../data/schema'
import type { Dated } from '../../../lib/clock'
import * as rules from '../../../../shared/rules/stream-rights'
import type { StreamRights } from '../../../../shared/rules/editing-content'
import { nameInStream } from '../../../../shared/rules/permitted'
import { maySubscribeOthers } from '../../../../shared/rules/realm-rights'
import { CannotAdministerChannelError } from '../../rules/errors'
import { asRealmUser } from '../../rules/permissions/roles'
import { isAdministrator, isGuest } from '../../../../shared/rules/roles'
import { isPermitted } from '../../rules/permissions/membership'
import { streamPermissionOf } from '../../../wire/stream-permissions'
import type { Requester } from '../../rules/authentication'

/*
 * Permissions of users in a stream that they may know, other than reading it (access-stream.ts).
 * Source: docs/protocol/permissions.md#channel-permissions.
 */

type Permitting = Pick<StreamRow, 'permissions' | 'creator_id'>

function asStreamUser(at: Dated, user: Requester, stream: Permitting): rules.StreamUser {
  return {
    isAdministrator: isAdministrator(user),
    isGuest: isGuest(user),
    isPermitted: (name) =>
      isPermitted(at, user, nameInStream(name), streamPermissionOf(stream, name)),
  }
}

/** Whether a user may change and archive a stream. */
function mayAdminister(at: Dated, user: Requester, stream: Permitting): boolean {
  return rules.mayAdminister(asStreamUser(at, user, stream))
}

/** The rights over messages of a stream that a user may read. */
export function messageRightsIn(at: Dated, user: Requester, stream: Permitting): StreamRights {
  const { isPermitted } = asStreamUser(at, user, stream)
  return { mayAdminister: () => mayAdminister(at, user, stream), isPermitted }
}

/** @throws CannotAdministerChannelError */
export function requireAdministering(at: Dated, user: Requester, stream: Permitting): void {
  if (!mayAdminister(at, user, stream)) throw new CannotAdministerChannelError()
}

/** Whether a user may unsubscribe others from a stream. */
export function mayRemoveSubscribers(at: Dated, user: Requester, stream: Permitting): boolean {
  return rules.mayRemoveSubscribers(asStreamUser(at, user, stream))
}

/** Whether a user may subscribe others to a stream that they could join themselves. */
export function mayAddSubscribers(at: Dated, user: Requester, stream: Permitting): boolean {
  const mayAnywhere = maySubscribeOthers(asRealmUser(at, user))
  return rules.mayAddSubscribers(asStreamUser(at, user, stream), mayAnywhere)
}
