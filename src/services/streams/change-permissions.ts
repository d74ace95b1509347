import type { Tx } from '../../db/engine/database'
import { listUserIdsIn } from '../../db/groups/membership'
import type { StreamRow, UserRow } from '../../db/schema'
import { updateStream } from '../../db/streams/update-streams'
import { listSubscribers } from '../../db/streams/subscriptions'
import { listActiveAmong } from '../../db/users/users'
import type { Publication } from '../../events/publish'
import type { GroupValue } from '../../wire/group-value'
import { streamDeleted, streamUpdated } from '../../wire/stream-events'
import { groupOfPostPolicy, postPolicies, postPolicyOf } from '../../wire/stream-permissions'
import type { PostPolicy } from '../../wire/stream-permissions'
import type { Requester } from '../authentication'
import { BadRequestError } from '../errors'
import { isAdministrator, isGuest } from '../permissions'
import { checkUpdates } from '../permissions/choose'
import type { ChosenUpdates } from '../permissions/choose'
import { streamPermissions, streamPermissionsOf } from '../permissions/streams'
import type { StreamPermissionName } from '../permissions/streams'
import { accessStream, audienceOfStream, knownTo, mayReadStream } from './access'
import { explainAppearance } from './peers'

/** Changes of who may do what in a stream, in the newer spelling, the older one or both. */
export interface WantedPermissions {
  permissions?: ChosenUpdates<StreamPermissionName> | undefined
  /** Counts only where `can_send_message_group` is not given. */
  postPolicy?: PostPolicy | undefined
}

/** Permissions that let somebody in: whoever opens a private stream must read it themselves. */
const entries: readonly StreamPermissionName[] = [
  'can_add_subscribers_group',
  'can_subscribe_group',
]

/**
 * Changes who may do what in a stream. The caller holds the locks of accounts and of the stream. Users
 * who come to know a private stream by it see it created, users who no longer do see it deleted.
 *
 * @throws BadRequestError for who lets others into a private stream that they cannot read
 * @throws as checkUpdates
 * Sources: docs/protocol/permissions.md#channel-permissions, docs/protocol/permissions.md#permission-events.
 */
export async function changePermissions(
  tx: Tx,
  now: Date,
  requester: Requester,
  stream: StreamRow,
  { permissions: wanted = {}, postPolicy }: WantedPermissions,
): Promise<Publication[]> {
  const { realm_id: realmId } = stream
  const present = streamPermissionsOf(stream)
  const updates = { ...writersOf(present.can_send_message_group, postPolicy), ...wanted }
  const changed = await checkUpdates(tx, realmId, streamPermissions, present, updates)
  const names = Object.keys(changed) as StreamPermissionName[]
  if (names.length === 0) return []
  if (stream.invite_only && names.some((name) => entries.includes(name))) {
    const accessed = await accessStream(tx, requester, stream.id)
    if (!mayReadStream(requester, accessed)) {
      throw new BadRequestError('Channel content access is required.')
    }
  }
  const permissions = { ...stream.permissions, ...changed }
  const policy = postPolicyOf(changed.can_send_message_group ?? present.can_send_message_group)
  const after = await updateStream(tx, realmId, stream.id, {
    permissions,
    is_announcement_only: policy === postPolicies.administrators,
  })
  const { gained, lost } = await compareSight(tx, now, stream, after)
  const audience = { ...audienceOfStream(after), except: gained }
  const update = (property: string, value: unknown): Publication => {
    return { event: streamUpdated(after, property, value), audience }
  }
  const appearance = gained.length > 0 ? await explainAppearance(tx, realmId, [after]) : []
  return [
    ...(lost.length > 0 ? [{ event: streamDeleted([stream]), audience: { userIds: lost } }] : []),
    ...appearance.map((event) => ({ event, audience: { userIds: gained } })),
    ...tellPostPolicy(present.can_send_message_group, changed.can_send_message_group, update),
    ...names.map((name) => update(name, changed[name])),
  ]
}

/** A change to who writes, from an older client: what it cannot name is kept as it is. */
function writersOf(present: GroupValue, policy: PostPolicy | undefined) {
  if (policy === undefined || postPolicyOf(present) === policy) return {}
  return { can_send_message_group: { new: groupOfPostPolicy(policy) } }
}

function tellPostPolicy(
  before: GroupValue,
  after: GroupValue | undefined,
  update: (property: string, value: unknown) => Publication,
): Publication[] {
  if (after === undefined) return []
  const [old, policy] = [postPolicyOf(before), postPolicyOf(after)]
  if (old === policy) return []
  const { administrators } = postPolicies
  const forOlder =
    (old === administrators) === (policy === administrators)
      ? []
      : [update('is_announcement_only', policy === administrators)]
  return [...forOlder, update('stream_post_policy', policy)]
}

/** Ids of users who come to know of a stream by a change of its settings, and who no longer do. */
async function compareSight(
  tx: Tx,
  now: Date,
  before: StreamRow,
  after: StreamRow,
): Promise<{ gained: number[]; lost: number[] }> {
  const { realm_id: realmId, id } = after
  const [old, current] = [knownTo(before), knownTo(after)]
  if (!after.invite_only || JSON.stringify(old) === JSON.stringify(current)) {
    return { gained: [], lost: [] }
  }
  const [oldIds, currentIds] = [
    await listUserIdsIn(tx, now, realmId, old),
    await listUserIdsIn(tx, now, realmId, current),
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

/** Users who know of a private stream, if at all, because its settings name them. */
export function dependingOnSettings(
  users: readonly Pick<UserRow, 'id' | 'role'>[],
  subscriberIds: readonly number[],
): ReadonlySet<number> {
  const subscribed = new Set(subscriberIds)
  const ids = users
    .filter((user) => !isGuest(user) && !isAdministrator(user) && !subscribed.has(user.id))
    .map((user) => user.id)
  return new Set(ids)
}
