import type { Tx } from '../../data/engine/database'
import { insertGroupMembers, listUserGroups } from '../../data/groups/groups'
import { listDefaultStreams } from '../../data/realms/realms'
import { listDefaultStreamGroups } from '../../data/streams/default-groups'
import { listStreamsWithIds } from '../../data/streams/streams'
import type { InvitationRow, StreamRow, UserRow } from '../../data/schema'
import { findUserById } from '../../data/users/users'
import { publish } from '../../events/publish'
import { groupMembersChanged } from '../../wire/user-groups'
import { recordActs } from '../../chat/notify/audit-log'
import { BadRequestError } from '../../chat/rules/errors'
import { isGuest } from '../../../shared/rules/roles'
import { listStillOpenTo } from '../../chat/access/invitations/rights'
import { mayOnGroup } from '../../chat/access/user-groups/access-group'
import { subscribeUsers } from '../../chat/actions/streams/subscribe'
import { groupPublication } from '../../chat/notify/user-groups/group-events'

/* Initial streams and groups of a new account. Source: docs/protocol/sign-up.md#acceptance-account. */

interface Entry {
  invitation: InvitationRow | undefined
  /** Whether the rules of an identity provider made the person a guest: such a guest gets no default streams. */
  isExternalGuest: boolean
  /** Default stream groups that the person chose in the form. */
  chosenGroupIds: readonly number[]
}

/**
 * Subscribes a new account to the streams of its invitation, to the default streams (unless the invitation
 * excludes them), and to the streams of the default stream groups chosen in the form.
 *
 * @throws BadRequestError for an unknown group
 */
export async function enterStreams(
  tx: Tx,
  user: UserRow,
  { invitation, isExternalGuest, chosenGroupIds }: Entry,
): Promise<void> {
  const { realm_id: realmId } = user
  const withDefaults = invitation ? invitation.with_default_streams : !isExternalGuest
  const chosen = isGuest(user) ? [] : await listChosen(tx, realmId, chosenGroupIds)
  const streams = [
    ...(withDefaults ? await listDefaultStreams(tx, realmId) : []),
    ...(invitation ? await listStillOpen(tx, invitation) : []),
    ...(await listStreamsWithIds(tx, realmId, chosen)),
  ]
  const once = [...new Map(streams.map((stream) => [stream.id, stream])).values()]
  await subscribeUsers(tx, realmId, { users: [user], streams: once })
}

async function listChosen(tx: Tx, realmId: number, groupIds: readonly number[]): Promise<number[]> {
  if (groupIds.length === 0) return []
  const groups = new Map(
    (await listDefaultStreamGroups(tx, realmId)).map((each) => [each.id, each]),
  )
  return groupIds.flatMap((id) => {
    const group = groups.get(id)
    if (!group) throw new BadRequestError(`Default stream group with id '${id}' does not exist.`)
    return group.stream_ids
  })
}

/** The streams of an invitation that still exist, and to which the inviter may still subscribe others. */
async function listStillOpen(tx: Tx, invitation: InvitationRow): Promise<StreamRow[]> {
  const { realm_id: realmId, stream_ids: ids } = invitation
  if (ids.length === 0) return []
  const streams = await listStreamsWithIds(tx, realmId, ids)
  const inviter = await findUserById(tx, realmId, invitation.invited_by)
  return inviter ? listStillOpenTo(tx, inviter, streams) : []
}

/**
 * Adds a new account to the groups of its invitation, except deactivated ones and those to which the inviter may no longer
 * add others. The caller has locked the accounts.
 */
export async function enterGroups(
  tx: Tx,
  { realm_id: realmId, id: userId }: UserRow,
  invitation: InvitationRow | undefined,
): Promise<void> {
  const groupIds = invitation?.group_ids ?? []
  if (!invitation || groupIds.length === 0) return
  const inviter = await findUserById(tx, realmId, invitation.invited_by)
  if (!inviter) return
  const groups = await listUserGroups(tx, realmId, groupIds)
  for (const group of groups) {
    if (group.deactivated_at || !mayOnGroup(tx, inviter, group, 'add others')) continue
    await insertGroupMembers(tx, realmId, group.id, [userId])
    await recordActs(tx, realmId, [
      {
        act: 'group_members_changed',
        affected: { type: 'user_group', id: group.id },
        before: { members: [], subgroups: [] },
        after: { members: [userId], subgroups: [] },
      },
    ])
    const event = groupMembersChanged('add_members', group.id, [userId])
    await publish(tx, realmId, [groupPublication(event, group)])
  }
}
