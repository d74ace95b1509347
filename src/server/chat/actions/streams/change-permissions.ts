import type { Tx } from '../../../data/engine/database'
import { listUserIdsIn } from '../../../data/groups/membership'
import type { StreamRow, UserRow } from '../../../data/schema'
import { updateStream } from '../../../data/streams/update-streams'
import { listSubscribers } from '../../../data/streams/subscriptions'
import { listActiveAmong } from '../../../data/users/list-users'
import type { Publication } from '../../../events/publish'
import type { Dated } from '../../../lib/clock'
import type { GroupValue } from '../../../../shared/rules/group-values'
import { maySetDeletionPolicy } from '../../../../shared/rules/realm-rights'
import { deletionPermissions } from '../../../../shared/rules/stream-rights'
import { changesIn } from '../../../wire/property-changes'
import { streamDeleted, streamUpdated } from '../../../wire/stream-events'
import type { StreamChange } from '../../../../shared/stream-events'
import { streamPermissions } from '../../../../shared/stream-permissions'
import {
  groupOfPostPolicy,
  postPolicyOf,
  streamPermissionsOf,
} from '../../../wire/stream-permissions'
import type {
  StreamPermissionName,
  StreamPermissionValues,
} from '../../../../shared/stream-permissions'
import { postPolicies } from '../../../../shared/rules/post-policies'
import { systemGroups } from '../../../../shared/rules/system-groups'
import type { PostPolicy } from '../../../../shared/rules/post-policies'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { asRealmUser } from '../../rules/permissions/roles'
import { isAdministrator, isGuest } from '../../../../shared/rules/roles'
import { checkUpdates } from '../../rules/permissions/choose'
import type { ChosenUpdates } from '../../rules/permissions/choose'
import {
  accessStream,
  audienceOfStream,
  knownTo,
  mayReadStream,
} from '../../access/streams/access-stream'
import { streamAppearanceEvents } from '../../notify/streams/peers'

/** Changes of a stream's permissions, by their newer names, the older post policy, or both. */
export interface PermissionChanges {
  permissions?: ChosenUpdates<StreamPermissionName> | undefined
  /** Ignored if `can_send_message_group` is given. */
  postPolicy?: PostPolicy | undefined
}

/** Permissions that give access to content: changing them on a private stream requires such access. */
export const entries: readonly StreamPermissionName[] = [
  'can_add_subscribers_group',
  'can_subscribe_group',
]

/**
 * Changes a stream's permissions. The caller has locked the accounts and the stream. Users who gain sight
 * of a private stream get a `create` event, users who lose it a `delete` event.
 *
 * @throws BadRequestError if the requester gives access to a private stream that they cannot read
 * @throws as checkUpdates
 * Sources: docs/protocol/permissions.md#channel-permissions, docs/protocol/permissions.md#permission-events.
 */
export async function changePermissions(
  tx: Tx,
  requester: Requester,
  stream: StreamRow,
  { permissions: wanted = {}, postPolicy }: PermissionChanges,
): Promise<Publication[]> {
  const { realm_id: realmId } = stream
  const present = streamPermissionsOf(stream)
  const updates = { ...writersOf(present.can_send_message_group, postPolicy), ...wanted }
  const changed = await checkUpdates(tx, realmId, streamPermissions, { present, updates })
  const names = Object.keys(changed) as StreamPermissionName[]
  if (names.length === 0) return []
  requireSettingDeletion(tx, requester, changed)
  if (stream.invite_only && names.some((name) => entries.includes(name))) {
    const accessed = await accessStream(tx, requester, stream.id)
    if (!mayReadStream(tx, requester, accessed)) {
      throw new BadRequestError('Channel content access is required.')
    }
  }
  const permissions = { ...stream.permissions, ...changed }
  const policy = postPolicyOf(changed.can_send_message_group ?? present.can_send_message_group)
  const after = await updateStream(tx, realmId, stream.id, {
    permissions,
    is_announcement_only: policy === postPolicies.administrators,
  })
  const { gained, lost } = await compareVisibility(tx, stream, after)
  const audience = { ...audienceOfStream(after), except: gained }
  const update = (change: StreamChange): Publication => {
    return { event: streamUpdated(after, change), audience }
  }
  const appearance = gained.length > 0 ? await streamAppearanceEvents(tx, realmId, [after]) : []
  return [
    ...(lost.length > 0 ? [{ event: streamDeleted([stream]), audience: { userIds: lost } }] : []),
    ...appearance.map((event) => ({ event, audience: { userIds: gained } })),
    ...postPolicyUpdates(present.can_send_message_group, changed.can_send_message_group, update),
    ...changesIn<StreamPermissionValues>(changed).map(update),
  ]
}

/**
 * Refuses changes of the permissions about deleting, if the requester may not make them.
 * @throws BadRequestError. Source: docs/protocol/permissions.md#realm-can-set-delete-message-policy-group.
 */
export function requireSettingDeletion(
  at: Dated,
  requester: Requester,
  chosen: Partial<Record<StreamPermissionName, GroupValue>>,
): void {
  if (deletionPermissions.every((name) => chosen[name] === undefined)) return
  if (!maySetDeletionPolicy(asRealmUser(at, requester))) {
    throw new BadRequestError('Insufficient permission')
  }
}

type Historied = Pick<StreamRow, 'invite_only' | 'history_public_to_subscribers'>

/**
 * Refuses to limit who begins topics of a stream whose history newcomers do not see: a refusal would tell them which
 * topics there are.
 * @throws BadRequestError. Source: docs/protocol/permissions.md#topics-of-protected-history.
 */
export function refuseClosedTopics(
  { invite_only, history_public_to_subscribers }: Historied,
  beginners: GroupValue | undefined,
): void {
  if (!invite_only || history_public_to_subscribers) return
  if (beginners === undefined || beginners === systemGroups.everyone.id) return
  throw new BadRequestError(
    'Unsupported parameter combination: history_public_to_subscribers, can_create_topic_group',
  )
}

/** The group for an older client's post policy. Unchanged if the current group reads as that policy already. */
function writersOf(present: GroupValue, policy: PostPolicy | undefined) {
  if (policy === undefined || postPolicyOf(present) === policy) return {}
  return { can_send_message_group: { new: groupOfPostPolicy(policy) } }
}

function postPolicyUpdates(
  before: GroupValue,
  after: GroupValue | undefined,
  update: (change: StreamChange) => Publication,
): Publication[] {
  if (after === undefined) return []
  const [old, policy] = [postPolicyOf(before), postPolicyOf(after)]
  if (old === policy) return []
  const { administrators } = postPolicies
  const forOlder =
    (old === administrators) === (policy === administrators)
      ? []
      : [update({ property: 'is_announcement_only', value: policy === administrators })]
  return [...forOlder, update({ property: 'stream_post_policy', value: policy })]
}

/** Ids of users who gained or lost sight of a stream through a change of its permissions. */
async function compareVisibility(
  tx: Tx,
  before: StreamRow,
  after: StreamRow,
): Promise<{ gained: number[]; lost: number[] }> {
  const { realm_id: realmId, id } = after
  const [old, current] = [knownTo(before), knownTo(after)]
  if (!after.invite_only || JSON.stringify(old) === JSON.stringify(current)) {
    return { gained: [], lost: [] }
  }
  const [oldIds, currentIds] = [
    await listUserIdsIn(tx, realmId, old),
    await listUserIdsIn(tx, realmId, current),
  ]
  const named = await listActiveAmong(tx, realmId, [...oldIds, ...currentIds])
  const subscribers = await listSubscribers(tx, realmId, [id])
  const dependent = dependingOnSettings(
    named,
    subscribers.map((subscriber) => subscriber.user_id),
  )
  const without = (ids: readonly number[], others: readonly number[]) => {
    const known = new Set(others)
    return ids.filter((userId) => dependent.has(userId) && !known.has(userId))
  }
  return { gained: without(currentIds, oldIds), lost: without(oldIds, currentIds) }
}

/** Ids of users who have no access to a private stream other than through its permissions. */
function dependingOnSettings(
  users: readonly Pick<UserRow, 'id' | 'role'>[],
  subscriberIds: readonly number[],
): ReadonlySet<number> {
  const subscribed = new Set(subscriberIds)
  const ids = users
    .filter((user) => !isGuest(user) && !isAdministrator(user) && !subscribed.has(user.id))
    .map((user) => user.id)
  return new Set(ids)
}
